import { z } from 'zod'
import { mailEnvironment, mailSettings } from '../sharing/mail/settings'
import { MIN_IMPORT_KEY, MIN_SECRET, type Setting, settingsTable } from './settingsTable'

export { settingsTable }

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''))
// Secrets may travel unencrypted only on this machine, as in tests and trials. A provider is identified by its exact
// address, so the address is not normalized.
const secureAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(address))
const port = whole(0, 65_535)
const text = z.string().trim().min(1)
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

const origins = text.transform((value, context) =>
  value.split(',').map((item) => {
    const parsed = webAddress.safeParse(item.trim())
    if (!parsed.success) {
      context.addIssue({ code: 'custom', message: 'not an address' })
      return ''
    }
    return new URL(parsed.data).origin
  }),
)

const importKeys = text.transform((value, context) =>
  value.split(',').map((item) => {
    const [company = '', ...rest] = item.trim().split(':')
    const secret = rest.join(':')
    if (!/^[1-9]\d{0,14}$/.test(company) || secret.length < MIN_IMPORT_KEY)
      context.addIssue({ code: 'custom', message: 'not an import key' })
    return { companyId: Number(company), secret }
  }),
)

const environment = z.object({
  PORT: port.default(8080),
  HOST: text.default('localhost'),
  PUBLIC_URL: webAddress.optional(),
  TRUST_PROXY: onOff.default(false),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CLICKHOUSE_URL: webAddress.optional(),
  CLICKHOUSE_USER: text.optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_DATABASE: text.regex(/^\w+$/).optional(),
  CLICKHOUSE_CLUSTER: text.regex(/^[\w-]+$/).optional(),
  SAMPLE: onOff.optional(),
  BUILD_WEB: onOff.default(true),
  NOW: z.iso.datetime({ offset: true }).optional(),
  // The stand-in's address must be known before it starts, so its port can't be random.
  CRM_PORT: whole(1, 65_535).default(8081),
  CRM_URL: webAddress.optional(),
  CRM_WEB_URL: webAddress.optional(),
  ADMIN_URL: webAddress.optional(),
  LOGOUT_URL: webAddress.optional(),
  RECORDING_URLS: origins.optional(),
  CRM_ISSUER: text.default('leaselight-crm'),
  CRM_AUDIENCE: text.optional(),
  CRM_JWKS_URL: webAddress.optional(),
  CRM_JWT_SECRET: z.string().min(MIN_SECRET).optional(),
  OIDC_ISSUER: secureAddress.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(60).default('single sign-on'),
  SENTRY_DSN: z.url({ protocol: /^https?$/ }).optional(),
  TOKEN_SKEW_SECONDS: whole(0, 600).default(60),
  ...mailEnvironment,
  IMPORT_KEY: importKeys.default([]),
  SIGN_IN_LIMIT: whole(1, 10_000).default(60),
  EXPORT_LIMIT: whole(1, 10_000).default(60),
  CELLS_KEPT: whole(0, 1_000_000_000).default(4_000_000),
  STOP_DELAY_SECONDS: whole(0, 300).optional(),
  STOP_SECONDS: whole(1, 3600).default(30),
  GRAPHQL_INTROSPECTION: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

/** The name of a setting, which is also the name of its environment variable. */
export type SettingName = keyof z.input<typeof environment>

/** A setting is bad; the message is one sentence that names it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** All settings of the server. */
export type Settings = ReturnType<typeof parseSettings>

/** Reads the settings from the environment. Throws a SettingsError that names a bad one. */
export function parseSettings(environmentVariables: Readonly<Record<string, string | undefined>>) {
  // An empty variable is how shells and compose files say "not set".
  const given = Object.fromEntries(Object.entries(environmentVariables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    const table: Readonly<Record<string, Setting>> = settingsTable
    throw new SettingsError([...bad].map((name) => table[name]?.sentence ?? `${name} is not valid.`).join(' '))
  }
  const { data } = parsed
  if (data.CRM_JWT_SECRET && data.CRM_JWKS_URL)
    throw new SettingsError('Set either CRM_JWT_SECRET or CRM_JWKS_URL, not both.')
  if (data.CLICKHOUSE_CLUSTER && !data.CLICKHOUSE_URL)
    throw new SettingsError('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL, the address of one of its machines.')
  if (Boolean(data.OIDC_ISSUER) !== Boolean(data.OIDC_CLIENT_ID))
    throw new SettingsError('Set OIDC_ISSUER and OIDC_CLIENT_ID both, or neither.')
  const inProduction = environmentVariables.NODE_ENV === 'production'
  const crmUrl = data.CRM_URL ?? `http://localhost:${data.CRM_PORT}`
  const crmWebUrl = data.CRM_WEB_URL ?? crmUrl
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    trustProxy: data.TRUST_PROXY,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    clickhouse: data.CLICKHOUSE_URL
      ? {
          url: data.CLICKHOUSE_URL,
          user: data.CLICKHOUSE_USER,
          password: data.CLICKHOUSE_PASSWORD,
          database: data.CLICKHOUSE_DATABASE,
          cluster: data.CLICKHOUSE_CLUSTER,
        }
      : undefined,
    // A ClickHouse server set up for real facts must not get sample data.
    sample: data.SAMPLE ?? data.CLICKHOUSE_URL === undefined,
    buildWeb: data.BUILD_WEB,
    now: data.NOW === undefined ? undefined : new Date(data.NOW),
    crm: {
      /** The stand-in's port, when it is enabled. */
      standInPort: data.CRM_URL ? undefined : data.CRM_PORT,
      url: crmUrl,
      webUrl: crmWebUrl,
      adminUrl: data.ADMIN_URL ?? `${crmWebUrl}/admin/login`,
      logoutUrl: data.LOGOUT_URL ?? `${crmWebUrl}/logout`,
    },
    /** The origins that recordings may be fetched from: an imported address must not make the server fetch any other. */
    recordingOrigins: data.RECORDING_URLS ?? [crmUrl, crmWebUrl].map((address) => new URL(address).origin),
    tokens: {
      issuer: data.CRM_ISSUER,
      audience: data.CRM_AUDIENCE,
      jwksUrl: data.CRM_JWKS_URL ?? `${crmUrl}/.well-known/jwks.json`,
      secret: data.CRM_JWT_SECRET,
      skewSeconds: data.TOKEN_SKEW_SECONDS,
    },
    singleSignOn:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID
        ? {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID,
            clientSecret: data.OIDC_CLIENT_SECRET,
            name: data.OIDC_NAME,
          }
        : undefined,
    sentryDsn: data.SENTRY_DSN,
    mail: mailSettings(data, data.PUBLIC_URL),
    importKeys: data.IMPORT_KEY,
    limits: { signIns: data.SIGN_IN_LIMIT, exports: data.EXPORT_LIMIT },
    cellsKept: data.CELLS_KEPT,
    stop: { delaySeconds: data.STOP_DELAY_SECONDS ?? (inProduction ? 5 : 0), limitSeconds: data.STOP_SECONDS },
    introspection: data.GRAPHQL_INTROSPECTION ?? !inProduction,
    logLevel: data.LOG_LEVEL ?? (inProduction ? 'info' : 'warn'),
  }
}
