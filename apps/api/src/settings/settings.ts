import { environment } from './environment'
import { feedSettings } from './feeds'
import { mailSettings } from './mail'
import { type Setting, settingsTable } from './settingsTable'
import { watchSettings } from './watches'

export { settingsTable }

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
  // A ClickHouse server set up for real facts must not get sample data.
  const sample = data.SAMPLE ?? data.CLICKHOUSE_URL === undefined
  const isTrial = !inProduction && sample && isThisMachine(data.HOST)
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
    /** Whether an empty store is filled with the sample. */
    sample,
    /** Whether the start asks for an installation of one's own, which must not hold the sample. */
    own: data.SAMPLE === false,
    buildWeb: data.BUILD_WEB,
    now: data.NOW === undefined ? undefined : new Date(data.NOW),
    crm: {
      /** The stand-in's port, when it is enabled. */
      standInPort: !data.CRM_URL && (data.CRM_STAND_IN ?? isTrial) ? data.CRM_PORT : undefined,
      /** Whether a CRM of the company's own is named. */
      isNamed: data.CRM_URL !== undefined,
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
      longestSeconds: data.TOKEN_LONGEST_HOURS * 3_600,
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
    feeds: feedSettings(data, data.DATA_DIR),
    watches: watchSettings(data),
    importKeys: data.IMPORT_KEY,
    limits: {
      signIns: data.SIGN_IN_LIMIT,
      exports: data.EXPORT_LIMIT,
      keyUses: data.KEY_LIMIT,
      questions: {
        running: data.QUESTIONS_AT_ONCE,
        waiting: data.QUESTIONS_WAITING,
        perUser: data.QUESTIONS_PER_USER,
        waitMs: QUESTION_WAIT_MS,
      },
    },
    /** Who may read metrics and which parts are away: the holder of the token, or outside production anybody. */
    monitoring: { token: data.METRICS_TOKEN, isOpen: data.METRICS_TOKEN === undefined && !inProduction },
    cellsKept: data.CELLS_KEPT,
    stop: { delaySeconds: data.STOP_DELAY_SECONDS ?? (inProduction ? 5 : 0), limitSeconds: data.STOP_SECONDS },
    introspection: data.GRAPHQL_INTROSPECTION ?? !inProduction,
    inProduction,
    logLevel: data.LOG_LEVEL ?? (inProduction ? 'info' : 'warn'),
  }
}

/** A page that waits longer than this reads that the server is busy. */
const QUESTION_WAIT_MS = 20_000

/** Why a server can't start without a CRM; undefined when there is one. Commands need none. */
export const missingCrm = ({ crm }: Settings): string | undefined =>
  crm.isNamed || crm.standInPort !== undefined
    ? undefined
    : 'Set CRM_URL to the address of your CRM, where people sign in. To try Leaselight without a CRM, set CRM_STAND_IN=on ' +
      'to start a stand-in with accounts of its own.'

const isThisMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
