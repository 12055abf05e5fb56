import { alignColumns } from '../console/console'
import type { Settings } from '../settings/settings'

/** One thing that an attacker may reach, and whether it is as a production needs it. */
interface Opening {
  what: string
  state: string
  /** What to set; null where nothing needs to change. */
  todo: string | null
}

const isHttps = (address: string | undefined): boolean => address?.startsWith('https:') ?? false

/** What a production's settings leave open, each with the setting that closes it. */
export function openings(settings: Settings): Opening[] {
  const { crm, trustProxy, monitoring, introspection, tokens, publicUrl, importKeys, mail } = settings
  const longest = tokens.longestSeconds / 3_600
  return [
    {
      what: 'address',
      state: publicUrl ?? 'not named',
      todo: isHttps(publicUrl) ? null : 'PUBLIC_URL=https://…: cookies for HTTPS only, HSTS, true links in mails',
    },
    {
      what: 'sign-in',
      state: crm.standInPort === undefined ? crm.webUrl : 'the stand-in, with accounts of its own',
      todo: crm.standInPort === undefined ? null : 'CRM_URL: the stand-in is no product for the public',
    },
    {
      what: 'tokens',
      state: `${tokens.secret === undefined ? 'public keys' : 'a shared secret'}, at most ${longest} hours`,
      todo: tokens.audience === undefined ? 'CRM_AUDIENCE: tokens for other services are taken too' : null,
    },
    {
      what: 'proxy',
      state: trustProxy === false ? 'no proxy is believed' : 'addresses come from the proxy',
      todo: null,
    },
    {
      what: '/metrics',
      state: monitoring.isOpen ? 'open to anyone' : monitoring.token === undefined ? 'closed' : 'for a token',
      todo: monitoring.isOpen ? 'METRICS_TOKEN' : null,
    },
    {
      what: 'GraphQL',
      state: introspection ? 'describes itself to anyone signed in' : 'introspection off',
      todo: introspection ? 'GRAPHQL_INTROSPECTION=off' : null,
    },
    {
      what: 'imports',
      state: importKeys.length === 0 ? 'administrators only' : `administrators and ${importKeys.length} keys`,
      todo: null,
    },
    {
      what: 'mail',
      state: mail.smtpUrl === undefined ? 'kept in the outbox' : 'a mail server',
      todo: mail.smtpUrl === undefined ? 'SMTP_URL: nothing is sent without it' : null,
    },
  ]
}

/** The table that a production prints at its start. */
export function openingsTable(settings: Settings): string[] {
  const rows = openings(settings).map(({ what, state, todo }) => [todo === null ? 'ok' : '!!', what, state, todo ?? ''])
  const lines = alignColumns([['', 'what', 'is', 'to close it'], ...rows]).map((line) => `  ${line.trimEnd()}`)
  return ['', ...lines, '']
}
