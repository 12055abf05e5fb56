import { MIN_IMPORT_KEY, MIN_METRICS_TOKEN, MIN_SECRET, type SettingName } from './environment'
import { feedTable } from './feeds'
import { mailTable } from './mail'
import { watchTable } from './watches'

/** A setting's documentation. */
export interface Setting {
  /** Its purpose, in a sentence. */
  about: string
  /** Its default, as a value or in words. */
  byDefault: string
  /** What a valid value is: the sentence with which a start fails. */
  sentence: string
}

/** Every setting's documentation, from which `docs/configuration.md` and the messages of a failed start are made. */
export const settingsTable: Readonly<Record<SettingName, Setting>> = {
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
    about:
      'Whose X-Forwarded headers are believed, which the limits by address need behind a proxy: the number of proxies (`on` is 1), or their addresses (`10.0.0.0/8, 192.168.1.7`, `loopback`).',
    byDefault: '`off`',
    sentence: 'TRUST_PROXY must be off, the number of proxies from 1 to 9, or their addresses such as 10.0.0.0/8.',
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
    sentence: 'CLICKHOUSE_DATABASE must be a name of letters, digits and underscores.',
  },
  CLICKHOUSE_CLUSTER: {
    about:
      'The cluster which that server is one of, by its name in the servers’ `remote_servers`: the tables are made on all of its machines, replicated and sharded by property. See [scaling](scaling.md).',
    byDefault: 'none: one server',
    sentence: 'CLICKHOUSE_CLUSTER must be the name of a cluster: letters, digits, _ and -.',
  },
  SAMPLE: {
    about:
      '`on` fills an empty store with the sample portfolio; `off` is an installation of your own, and does not start on a store that holds the sample.',
    byDefault: '`on`, with CLICKHOUSE_URL `off`',
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
    about: 'The port of the CRM stand-in.',
    byDefault: '8081',
    sentence: 'CRM_PORT must be a port number from 1 to 65535.',
  },
  CRM_STAND_IN: {
    about:
      '`on` starts a stand-in for the CRM with accounts of its own, to try Leaselight without one. Set CRM_URL for real use.',
    byDefault:
      '`on` for a trial on this machine; `off` with CRM_URL, when NODE_ENV is production, when SAMPLE is off, and when HOST opens it to other machines',
    sentence: 'CRM_STAND_IN must be on or off.',
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
  CRM_AUDIENCE: {
    about: 'The `aud` that every access token must carry, where the CRM writes one.',
    byDefault: 'not asked for',
    sentence: 'CRM_AUDIENCE must be a text that is not empty.',
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
  OIDC_ISSUER: {
    about: 'The OpenID provider people may sign in with, as it names itself; `https`, or `http` on this machine alone.',
    byDefault: 'no single sign-on',
    sentence:
      'OIDC_ISSUER must be an address such as https://login.example.com, with https unless it is on this machine.',
  },
  OIDC_CLIENT_ID: {
    about: 'What the provider calls us. It has to know `/api/auth/sso/callback` at our address as redirect address.',
    byDefault: 'no single sign-on',
    sentence: 'OIDC_CLIENT_ID must be a text that is not empty.',
  },
  OIDC_CLIENT_SECRET: {
    about: 'Our secret at the provider.',
    byDefault: 'none: a public client, which PKCE alone protects',
    sentence: 'OIDC_CLIENT_SECRET must be a text that is not empty.',
  },
  OIDC_NAME: {
    about: 'What the button says after “Sign in with”.',
    byDefault: '`single sign-on`',
    sentence: 'OIDC_NAME must be a text of at most 60 characters.',
  },
  SENTRY_DSN: {
    about: 'Where errors are reported to, from server and browser, without tokens and personal data.',
    byDefault: 'nowhere',
    sentence: 'SENTRY_DSN must be an address such as https://key@errors.example.com/1.',
  },
  TOKEN_SKEW_SECONDS: {
    about: "How far the CRM's clock may be from ours.",
    byDefault: '60',
    sentence: 'TOKEN_SKEW_SECONDS must be a whole number from 0 to 600.',
  },
  TOKEN_LONGEST_HOURS: {
    about: 'The longest life of an access token. One that the CRM issued for longer is rejected.',
    byDefault: '24',
    sentence: 'TOKEN_LONGEST_HOURS must be a whole number from 1 to 10000.',
  },
  ...mailTable,
  ...feedTable,
  ...watchTable,
  IMPORT_KEY: {
    about:
      'Keys for imports without a user: `company id:secret`, several separated by commas. A key reaches its company alone.',
    byDefault: 'none',
    sentence: `IMPORT_KEY must look like 1:secret, the secret at least ${MIN_IMPORT_KEY} characters long.`,
  },
  METRICS_TOKEN: {
    about:
      'The bearer token of `/metrics` and of the parts in `/readyz`. Without it both are open outside production, and closed in it.',
    byDefault: 'none',
    sentence: `METRICS_TOKEN must be at least ${MIN_METRICS_TOKEN} characters long.`,
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
  KEY_LIMIT: {
    about: 'Requests with one personal API key, or of one link, in a minute.',
    byDefault: '120',
    sentence: 'KEY_LIMIT must be a whole number from 1 to 10000.',
  },
  QUESTIONS_AT_ONCE: {
    about:
      'Reports, lists and GraphQL queries that are worked on at once; others wait, 20 seconds at most. See [reliability](reliability.md).',
    byDefault: '8',
    sentence: 'QUESTIONS_AT_ONCE must be a whole number from 1 to 1000.',
  },
  QUESTIONS_WAITING: {
    about: 'How many of them may wait; more are answered 503 at once, with Retry-After.',
    byDefault: '150',
    sentence: 'QUESTIONS_WAITING must be a whole number from 0 to 100000.',
  },
  QUESTIONS_PER_USER: {
    about: 'How many of one user may be worked on or wait; more are answered 429.',
    byDefault: '40',
    sentence: 'QUESTIONS_PER_USER must be a whole number from 1 to 100000.',
  },
  CELLS_KEPT: {
    about:
      "Numbers and texts of reports kept in memory until their company's next import, so that a page that one person opened opens at once for others. `0` keeps none.",
    byDefault: '4000000, some hundred megabytes at most',
    sentence: 'CELLS_KEPT must be a whole number from 0 to 1000000000.',
  },
  STOP_DELAY_SECONDS: {
    about:
      'How long a server that gets SIGTERM goes on serving after `/readyz` says so, so that a balancer takes it away first.',
    byDefault: '5 when NODE_ENV is production, else 0',
    sentence: 'STOP_DELAY_SECONDS must be a whole number from 0 to 300.',
  },
  STOP_SECONDS: {
    about: 'How long requests, imports and mails in hand may take after that; then they are ended with a sentence.',
    byDefault: '30',
    sentence: 'STOP_SECONDS must be a whole number from 1 to 3600.',
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
