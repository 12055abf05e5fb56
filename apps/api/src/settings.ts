import { z } from 'zod'

/** One setting as the operator reads about it. */
interface Setting {
  /** What it is for, in a sentence. */
  about: string
  /** What holds when it is not set, in words or as a value. */
  byDefault: string
  /** What to do when its value is bad: the sentence the start stops with. */
  sentence: string
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const webAddress = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''))
const port = whole(0, 65_535)
const text = z.string().trim().min(1)
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

const MIN_SECRET = 32
const MIN_IMPORT_KEY = 16

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
  CLICKHOUSE_DATABASE: text.optional(),
  SAMPLE: onOff.default(true),
  BUILD_WEB: onOff.default(true),
  NOW: z.iso.datetime({ offset: true }).optional(),
  // The stand-in's address must be known before it starts, so it takes no port at random.
  CRM_PORT: whole(1, 65_535).default(8081),
  CRM_URL: webAddress.optional(),
  CRM_WEB_URL: webAddress.optional(),
  ADMIN_URL: webAddress.optional(),
  LOGOUT_URL: webAddress.optional(),
  RECORDING_URLS: origins.optional(),
  CRM_ISSUER: text.default('leaselight-crm'),
  CRM_JWKS_URL: webAddress.optional(),
  CRM_JWT_SECRET: z.string().min(MIN_SECRET).optional(),
  TOKEN_SKEW_SECONDS: whole(0, 600).default(60),
  IMPORT_KEY: importKeys.default([]),
  SIGN_IN_LIMIT: whole(1, 10_000).default(60),
  EXPORT_LIMIT: whole(1, 10_000).default(60),
  GRAPHQL_INTROSPECTION: onOff.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

type Name = keyof z.input<typeof environment>

/** Every setting in words; `docs/configuration.md` and the sentences of a failed start are made from it. */
export const settingsTable: Readonly<Record<Name, Setting>> = {
  PORT: {
    about: 'The port the web application and the API listen on.',
    byDefault: '8080',
    sentence: 'PORT must be a port number from 0 to 65535.',
  },
  HOST: {
    about: 'The name or address to listen on; `0.0.0.0` opens it to other machines.',
    byDefault: '`localhost`',
    sentence: 'HOST must be the name or address to listen on.',
  },
  PUBLIC_URL: {
    about: 'The address people reach the application at, when a proxy stands before it.',
    byDefault: 'where it listens',
    sentence: 'PUBLIC_URL must be an address such as https://reports.example.com.',
  },
  TRUST_PROXY: {
    about: "`on` believes the proxy's X-Forwarded headers, which the limits by address need behind one.",
    byDefault: '`off`',
    sentence: 'TRUST_PROXY must be on or off.',
  },
  DATA_DIR: {
    about: 'The folder that holds everything the embedded stores keep. One process at a time.',
    byDefault: '`.data`',
    sentence: 'DATA_DIR must name a folder.',
  },
  DATABASE_URL: {
    about: 'A PostgreSQL server for what users make.',
    byDefault: 'embedded PGlite in DATA_DIR',
    sentence: 'DATABASE_URL must be an address such as postgres://user:password@host:5432/leaselight.',
  },
  CLICKHOUSE_URL: {
    about: 'A ClickHouse server or cluster for the facts.',
    byDefault: 'embedded chDB in DATA_DIR',
    sentence: 'CLICKHOUSE_URL must be an address such as http://clickhouse:8123.',
  },
  CLICKHOUSE_USER: {
    about: 'The user at that server.',
    byDefault: '`default`',
    sentence: 'CLICKHOUSE_USER must be a name that is not empty.',
  },
  CLICKHOUSE_PASSWORD: {
    about: 'Its password.',
    byDefault: 'none',
    sentence: 'CLICKHOUSE_PASSWORD must be a text.',
  },
  CLICKHOUSE_DATABASE: {
    about: 'The database at that server.',
    byDefault: '`default`',
    sentence: 'CLICKHOUSE_DATABASE must be a name that is not empty.',
  },
  SAMPLE: {
    about: '`off` starts empty; otherwise an empty store is filled with the sample portfolio.',
    byDefault: '`on`',
    sentence: 'SAMPLE must be on or off.',
  },
  BUILD_WEB: {
    about: '`off` serves the web application as it is built; otherwise the start builds it when its sources are newer.',
    byDefault: '`on`',
    sentence: 'BUILD_WEB must be on or off.',
  },
  NOW: {
    about: 'An ISO instant at which the clock of the whole process stands still, for tests and demonstrations.',
    byDefault: 'the real time',
    sentence: 'NOW must be an instant such as 2026-03-10T12:00:00Z.',
  },
  CRM_PORT: {
    about: 'The port of the CRM stand-in, which is started unless CRM_URL is set.',
    byDefault: '8081',
    sentence: 'CRM_PORT must be a port number from 1 to 65535.',
  },
  CRM_URL: {
    about: "The CRM's address for the server: sign-in, refresh, profile.",
    byDefault: 'the stand-in',
    sentence: 'CRM_URL must be an address such as https://crm.example.com.',
  },
  CRM_WEB_URL: {
    about: "The CRM's address for browsers: change password, autologin, prospects report.",
    byDefault: 'CRM_URL',
    sentence: 'CRM_WEB_URL must be an address such as https://crm.example.com.',
  },
  ADMIN_URL: {
    about: "The admin application's sign-in page.",
    byDefault: '`/admin/login` at CRM_WEB_URL',
    sentence: 'ADMIN_URL must be an address such as https://admin.example.com/login.',
  },
  LOGOUT_URL: {
    about: 'The central logout page.',
    byDefault: '`/logout` at CRM_WEB_URL',
    sentence: 'LOGOUT_URL must be an address such as https://crm.example.com/logout.',
  },
  RECORDING_URLS: {
    about:
      'Where recordings of calls may be fetched from: addresses, several separated by commas. A `recording_url` elsewhere is not played.',
    byDefault: 'CRM_URL and CRM_WEB_URL',
    sentence: 'RECORDING_URLS must hold addresses such as https://voice.example.com, separated by commas.',
  },
  CRM_ISSUER: {
    about: 'The `iss` that every access token must carry.',
    byDefault: '`leaselight-crm`',
    sentence: 'CRM_ISSUER must be a text that is not empty.',
  },
  CRM_JWKS_URL: {
    about: 'Where the public keys of the access tokens are published (RS256, ES256).',
    byDefault: '`/.well-known/jwks.json` at CRM_URL',
    sentence: 'CRM_JWKS_URL must be an address such as https://crm.example.com/.well-known/jwks.json.',
  },
  CRM_JWT_SECRET: {
    about: `The shared secret of the access tokens (HS256) instead of public keys, ${MIN_SECRET} characters at least.`,
    byDefault: 'none',
    sentence: `CRM_JWT_SECRET must be at least ${MIN_SECRET} characters long.`,
  },
  TOKEN_SKEW_SECONDS: {
    about: "How far the CRM's clock may be from ours.",
    byDefault: '60',
    sentence: 'TOKEN_SKEW_SECONDS must be a whole number from 0 to 600.',
  },
  IMPORT_KEY: {
    about:
      'Keys for imports without a user: `company id:secret`, several separated by commas. A key reaches its company alone.',
    byDefault: 'none',
    sentence: `IMPORT_KEY must look like 1:secret, the secret at least ${MIN_IMPORT_KEY} characters long.`,
  },
  SIGN_IN_LIMIT: {
    about: 'Sign-ins from one address in a minute.',
    byDefault: '60',
    sentence: 'SIGN_IN_LIMIT must be a whole number from 1 to 10000.',
  },
  EXPORT_LIMIT: {
    about: 'Exports of one user in a minute.',
    byDefault: '60',
    sentence: 'EXPORT_LIMIT must be a whole number from 1 to 10000.',
  },
  GRAPHQL_INTROSPECTION: {
    about: '`on` lets tools read the GraphQL schema from the server.',
    byDefault: '`off` when NODE_ENV is production, else `on`',
    sentence: 'GRAPHQL_INTROSPECTION must be on or off.',
  },
  LOG_LEVEL: {
    about: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    byDefault: '`info` when NODE_ENV is production, else `warn`',
    sentence: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace and silent.',
  },
}

/** A setting is bad; the message is one sentence that names it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Everything the server is started with. */
export type Settings = ReturnType<typeof parseSettings>

/** Reads the settings from the environment; a bad one throws a SettingsError that names it. */
export function parseSettings(env: Readonly<Record<string, string | undefined>>) {
  // An empty variable is how shells and compose files say "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    const table: Readonly<Record<string, Setting>> = settingsTable
    throw new SettingsError([...bad].map((name) => table[name]?.sentence ?? `${name} is not valid.`).join(' '))
  }
  const { data } = parsed
  if (data.CRM_JWT_SECRET && data.CRM_JWKS_URL)
    throw new SettingsError('Set either CRM_JWT_SECRET or CRM_JWKS_URL, not both.')
  const inProduction = env.NODE_ENV === 'production'
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
        }
      : undefined,
    sample: data.SAMPLE,
    buildWeb: data.BUILD_WEB,
    now: data.NOW === undefined ? undefined : new Date(data.NOW),
    crm: {
      /** The stand-in's port, when it is to be started. */
      standInPort: data.CRM_URL ? undefined : data.CRM_PORT,
      url: crmUrl,
      webUrl: crmWebUrl,
      adminUrl: data.ADMIN_URL ?? `${crmWebUrl}/admin/login`,
      logoutUrl: data.LOGOUT_URL ?? `${crmWebUrl}/logout`,
    },
    /** The origins that recordings are fetched from: what an import names elsewhere must not lead this server there. */
    recordingOrigins: data.RECORDING_URLS ?? [crmUrl, crmWebUrl].map((address) => new URL(address).origin),
    tokens: {
      issuer: data.CRM_ISSUER,
      jwksUrl: data.CRM_JWKS_URL ?? `${crmUrl}/.well-known/jwks.json`,
      secret: data.CRM_JWT_SECRET,
      skewSeconds: data.TOKEN_SKEW_SECONDS,
    },
    importKeys: data.IMPORT_KEY,
    limits: { signIns: data.SIGN_IN_LIMIT, exports: data.EXPORT_LIMIT },
    introspection: data.GRAPHQL_INTROSPECTION ?? !inProduction,
    logLevel: data.LOG_LEVEL ?? (inProduction ? 'info' : 'warn'),
  }
}
