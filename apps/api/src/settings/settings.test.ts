import { expect, test } from 'vitest'
import { docsPages, readPage } from '../commands/docs/pages'
import { missingCrm, parseSettings, settingsTable } from './settings'

const INVALID_VALUES: Record<keyof typeof settingsTable, string> = {
  PORT: 'eighty',
  HOST: ' ',
  PUBLIC_URL: 'ftp://x',
  TRUST_PROXY: 'yes',
  DATA_DIR: ' ',
  DATABASE_URL: 'mysql://x',
  CLICKHOUSE_URL: 'localhost:8123',
  CLICKHOUSE_USER: ' ',
  CLICKHOUSE_PASSWORD: '',
  CLICKHOUSE_DATABASE: ' ',
  CLICKHOUSE_CLUSTER: 'two machines',
  SAMPLE: 'maybe',
  BUILD_WEB: 'maybe',
  NOW: 'yesterday',
  CRM_PORT: '0',
  CRM_STAND_IN: 'maybe',
  CRM_URL: 'crm',
  CRM_WEB_URL: 'crm',
  ADMIN_URL: 'crm',
  LOGOUT_URL: 'crm',
  RECORDING_URLS: 'https://voice.example.com,voice',
  CRM_ISSUER: ' ',
  CRM_AUDIENCE: ' ',
  CRM_JWKS_URL: 'crm',
  CRM_JWT_SECRET: 'short',
  OIDC_ISSUER: 'http://login.example.com',
  OIDC_CLIENT_ID: ' ',
  OIDC_CLIENT_SECRET: ' ',
  OIDC_NAME: 'x'.repeat(61),
  SENTRY_DSN: 'errors.example.com',
  TOKEN_SKEW_SECONDS: '-1',
  TOKEN_LONGEST_HOURS: '0',
  SMTP_URL: 'mail.example.com',
  MAIL_FROM: 'reports at example.com',
  MAIL_LIMIT: '0',
  MAIL_LEASE_SECONDS: 'long',
  FEED_FOLDER: ' ',
  FEED_HOSTS: 'https://exports.example.com',
  FEED_SETTLE_SECONDS: '-1',
  WEBHOOK_PRIVATE_HOSTS: 'hooks example',
  IMPORT_KEY: '1:short',
  METRICS_TOKEN: 'short',
  SIGN_IN_LIMIT: '0',
  EXPORT_LIMIT: '1.5',
  KEY_LIMIT: '0',
  QUESTIONS_AT_ONCE: '0',
  QUESTIONS_WAITING: '-1',
  QUESTIONS_PER_USER: '0',
  CELLS_KEPT: '-1',
  STOP_DELAY_SECONDS: '-1',
  STOP_SECONDS: '0',
  GRAPHQL_INTROSPECTION: 'true',
  LOG_LEVEL: 'loud',
}
// Any text is a password, and none is no password.
const { CLICKHOUSE_PASSWORD: _, ...refusable } = INVALID_VALUES

test.each(Object.entries(refusable))('%s=%s is refused with the sentence that names it', (name, value) => {
  const table: Record<string, { sentence: string }> = settingsTable
  expect(() => parseSettings({ [name]: value })).toThrow(table[name]?.sentence)
  expect(table[name]?.sentence).toMatch(new RegExp(`^${name} .*\\.$`))
})

test('several bad settings are all named', () => {
  expect(() => parseSettings({ PORT: 'x', NOW: 'x' })).toThrow(/PORT .* NOW /)
})

test('a secret and published keys exclude each other', () => {
  const both = { CRM_JWT_SECRET: 'x'.repeat(32), CRM_JWKS_URL: 'https://crm.example/jwks' }
  expect(() => parseSettings(both)).toThrow('Set either CRM_JWT_SECRET or CRM_JWKS_URL, not both.')
})

test('a cluster needs the address of one of its machines', () => {
  expect(() => parseSettings({ CLICKHOUSE_CLUSTER: 'leaselight' })).toThrow(
    'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the address of one of its machines.',
  )
  const both = { CLICKHOUSE_URL: 'http://clickhouse:8123', CLICKHOUSE_CLUSTER: 'leaselight' }
  expect(parseSettings(both).clickhouse).toMatchObject({ cluster: 'leaselight' })
})

test('single sign-on needs a provider and what it calls us, and is off without', () => {
  const issuer = 'https://login.example.com/tenant/'
  expect(parseSettings({}).singleSignOn).toBeUndefined()
  expect(() => parseSettings({ OIDC_ISSUER: issuer })).toThrow('Set OIDC_ISSUER and OIDC_CLIENT_ID both, or neither.')
  // Exactly as given, with its trailing slash: issuers are compared as strings.
  expect(parseSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'leaselight' }).singleSignOn).toEqual({
    issuer,
    clientId: 'leaselight',
    clientSecret: undefined,
    name: 'single sign-on',
  })
  expect(parseSettings({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID: 'x' }).singleSignOn).toBeDefined()
})

test('a trial starts the CRM stand-in by itself; anything else only when told to', () => {
  const crmOf = (env: Record<string, string>) => {
    const settings = parseSettings(env)
    return [settings.crm.standInPort, missingCrm(settings) !== undefined]
  }
  expect(crmOf({})).toEqual([8081, false])
  expect(crmOf({ HOST: '127.0.0.1' })).toEqual([8081, false])
  const others: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { SAMPLE: 'off' },
    { HOST: '0.0.0.0' },
    { HOST: '10.1.2.3' },
    { CLICKHOUSE_URL: 'http://clickhouse:8123' },
    { CRM_STAND_IN: 'off' },
  ]
  for (const env of others) {
    expect([env, crmOf(env)]).toEqual([env, [undefined, true]])
    expect(crmOf({ ...env, CRM_URL: 'https://crm.example' })).toEqual([undefined, false])
    expect(crmOf({ ...env, CRM_STAND_IN: 'on' })).toEqual([8081, false])
  }
  const sentence = missingCrm(parseSettings({ SAMPLE: 'off' }))
  expect(sentence).toMatch(/^Set CRM_URL .* CRM_STAND_IN=on .*\.$/)
})

test('the addresses of the CRM follow from where it is', () => {
  const own = parseSettings({ CRM_PORT: '9000' })
  expect(own.crm).toMatchObject({
    standInPort: 9000,
    url: 'http://localhost:9000',
    logoutUrl: 'http://localhost:9000/logout',
  })
  expect(own.tokens.jwksUrl).toBe('http://localhost:9000/.well-known/jwks.json')
  const real = parseSettings({ CRM_URL: 'https://crm.example/', CRM_WEB_URL: 'https://www.crm.example' })
  expect(real.crm).toMatchObject({
    standInPort: undefined,
    url: 'https://crm.example',
    adminUrl: 'https://www.crm.example/admin/login',
  })
})

test('an empty variable is one that is not set', () => {
  expect(parseSettings({ PORT: '', NOW: '' })).toMatchObject({ port: 8080, now: undefined })
})

test.each(Object.entries(docsPages))(
  'docs/%s is what the code says today; `npm run docs` rewrites it',
  async (name, make) => {
    // Not toBe: a page is long, and what to do about it is one short command.
    expect((await readPage(name)) === make(), `docs/${name} is out of date: npm run docs`).toBe(true)
  },
)
