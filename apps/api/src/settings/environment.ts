import { z } from 'zod'
import { feedEnvironment } from './feeds'
import { mailEnvironment } from './mail'
import { watchEnvironment } from './watches'

/** The minimum length of the shared secret of access tokens. */
export const MIN_SECRET = 32
/** The minimum length of an import key's secret. */
export const MIN_IMPORT_KEY = 16
export const MIN_METRICS_TOKEN = 16

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

const PROXY_ADDRESS = /^(loopback|linklocal|uniquelocal|[\d.]+(\/\d{1,2})?|[\da-f:]+(\/\d{1,3})?)$/i

// Never all of them: then a client could write any address in front of the chain.
const trustedProxies = text.transform((value, context): false | number | string[] => {
  if (value === 'off') return false
  if (value === 'on') return 1
  if (/^[1-9]$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (addresses.every((address) => PROXY_ADDRESS.test(address))) return addresses
  context.addIssue({ code: 'custom', message: 'not a proxy' })
  return false
})

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

/** The environment variables that the server reads, with their defaults. */
export const environment = z.object({
  PORT: port.default(8080),
  HOST: text.default('localhost'),
  PUBLIC_URL: webAddress.optional(),
  TRUST_PROXY: trustedProxies.default(false),
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
  CRM_STAND_IN: onOff.optional(),
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
  TOKEN_LONGEST_HOURS: whole(1, 10_000).default(24),
  ...mailEnvironment,
  ...feedEnvironment,
  ...watchEnvironment,
  IMPORT_KEY: importKeys.default([]),
  METRICS_TOKEN: z.string().trim().min(MIN_METRICS_TOKEN).optional(),
  SIGN_IN_LIMIT: whole(1, 10_000).default(60),
  EXPORT_LIMIT: whole(1, 10_000).default(60),
  KEY_LIMIT: whole(1, 10_000).default(120),
  QUESTIONS_AT_ONCE: whole(1, 1_000).default(8),
  QUESTIONS_WAITING: whole(0, 100_000).default(150),
  QUESTIONS_PER_USER: whole(1, 100_000).default(40),
  CELLS_KEPT: whole(0, 1_000_000_000).default(4_000_000),
  STOP_DELAY_SECONDS: whole(0, 300).optional(),
  STOP_SECONDS: whole(1, 3600).default(30),
  GRAPHQL_INTROSPECTION: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

/** The name of a setting, which is also the name of its environment variable. */
export type SettingName = keyof z.input<typeof environment>
