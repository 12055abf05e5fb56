import type { ColumnName } from '@leaselight/model'
import type { activity } from '@leaselight/reports/definitions'

/** Objects that exist but aren't accessible to a user, by kind. */
export const idKinds = [
  'property',
  'agent',
  'user',
  'call',
  'thread',
  'prospect',
  'attribute',
  'trait',
  'team',
  'source',
  'campaign',
  'batch',
  'saved',
  'schedule',
  'watch',
  'pin',
  'delivery',
  'mail',
  'mapping',
  'feed',
  'feedRun',
  'feedKey',
  'accessKey',
  'webhook',
  'reconciliation',
  'timelineNote',
] as const
export type IdKind = (typeof idKinds)[number]

/** A parameter of a route that contains ids: their kind and their format. */
export interface IdSlot {
  kind: IdKind
  /** Whether it accepts several ids, including the user's own. */
  allowsSeveral: boolean
  write: (ids: readonly string[]) => string
}

export const WIDE = { start_date: '2026-03-01', end_date: '2026-03-14' }

/** Good values of what is not in question. */
export const samples: Readonly<Record<string, unknown>> = {
  ...WIDE,
  report: 'activity',
  column: 'leads' satisfies ColumnName<typeof activity>,
  format: 'csv',
  name: 'Mine',
  first_name: 'Una',
  last_name: 'User',
  email: 'una@harborpine.example',
  body: 'Hello',
  frequency: 'DAILY',
  weekdays: [],
  time: '07:00',
  condition: 'unusual',
  time_zone: 'America/New_York',
  formats: ['csv'],
  domains: ['example.com'],
  mapping: { properties: { '*': 11 } },
  properties: [{ name: 'Cedar Court', time_zone: 'America/Denver' }],
  emails: ['maria@harborpine.example'],
  property_id: 11,
  prospect_ids: [1001],
  index: 0,
  path: '/api/reports/activity/export?format=csv',
  finding: 'property:11:phone',
  address: 'https://hooks.example/leads',
  events: ['report.ready'],
  expires_in_days: 30,
  file: 'Property,Visits\nHarbor Point,2',
  goal: 'leases',
  targets: [{ property_id: 11, month: '2026-03', target: 12 }],
  month: '2026-03',
  target: 12,
  item: 'leads',
  pin_ids: [],
  start_page: true,
  text: 'Property,Mar 2026\nHarbor Point,12',
}

const several = (ids: readonly string[]): string => ids.join(',')
const single = ([id = '']: readonly string[]): string => id
const rowOf = (ids: readonly string[]): string => `property:${single(ids)}`
const base64 = (text: string): string => Buffer.from(text).toString('base64url')

const list = (kind: IdKind): IdSlot => ({ kind, allowsSeveral: true, write: several })
const one = (kind: IdKind, write: IdSlot['write'] = single): IdSlot => ({ kind, allowsSeveral: false, write })

/** Parameter names that mean the same kind of id on every route. */
const byName: Readonly<Record<string, IdSlot>> = {
  property: one('property'),
  property_id: one('property'),
  property_ids: list('property'),
  agent_ids: list('agent'),
  user_ids: list('user'),
  call_ids: list('call'),
  thread_id: one('thread'),
  prospect_ids: list('prospect'),
  property_attribute_ids: list('attribute'),
  // A response that distinguishes a foreign attribute, source, or team from a missing one would reveal that it exists.
  properties_by_attributes: one('trait'),
  sources: list('source'),
  leasing_teams: list('team'),
  batch_id: one('batch'),
  mapping_id: one('mapping'),
  run: one('feedRun'),
  key: one('feedKey'),
  saved_report_id: one('saved'),
  saved_report_ids: list('saved'),
  pin_ids: list('pin'),
  schedule_id: one('schedule'),
  row: one('property', rowOf),
  parent: one('property', rowOf),
  encoded: one('property', (ids) => base64(rowOf(ids))),
}

/** The kind of a plain `{id}`, by the path before it. */
const byPlace: readonly [RegExp, IdKind][] = [
  [/\/property\/\{id\}/, 'property'],
  [/\/campaign\/\{id\}/, 'campaign'],
  [/\/source-parent\/\{id\}/, 'source'],
  [/\/calls\/\{id\}/, 'call'],
  [/\/saved-reports\/(\w+\/)?\{id\}/, 'saved'],
  [/\/(scheduled-reports|my-reports\/scheduled)\/(\w+\/)?\{id\}/, 'schedule'],
  [/\/watches\/(\w+\/)?\{id\}/, 'watch'],
  [/\/my-page\/pins\/(\w+\/)?\{id\}/, 'pin'],
  [/\/keys\/\{id\}|^revokeAccessKey$/, 'accessKey'],
  [/\/webhooks\/\{id\}/, 'webhook'],
  [/\/reconciliations\/\{id\}|^(deleteR|r)econciliation$/, 'reconciliation'],
  [/\/timeline-notes\/\{id\}/, 'timelineNote'],
  [/\/deliveries\/\{id\}/, 'delivery'],
  [/\/outbox\/\{id\}/, 'mail'],
  [/\/import-mappings\/\{id\}/, 'mapping'],
  [/\/feeds\/\{id\}/, 'feed'],
]

/** Parameters that aren't ids of anything that belongs to a user, each with the reason. */
const notIds: Readonly<Record<string, string>> = {
  'date/{id}': 'a day',
  'loss-reason/{id}': 'a reason',
  'setup/users': 'the id that a person has in the CRM',
  kind: 'a kind of file',
  entity: 'a kind of record',
  index: 'which attachment of a mail',
  ticket: 'a secret that opens once',
  token: 'a secret of one mail or one link',
}

/**
 * The kind of id in a route's parameter; null if there is none. An unknown name that looks like an id fails the tests:
 * add a line here, so that the tests cover its route.
 */
export function idSlotOf(path: string, name: string, place: 'path' | 'query' | 'body'): IdSlot | null {
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (known) return known
  if (name === 'id') {
    const [, kind] = byPlace.find(([pattern]) => pattern.test(path)) ?? []
    if (kind) return one(kind)
  }
  const looksLikeOne = place === 'path' || /(^|_)ids?$/.test(name)
  const isNone = Object.keys(notIds).some((part) => part === name || path.includes(`/${part}`))
  if (looksLikeOne && !isNone) throw new Error(`Say in testing/ids.ts what the ${name} of ${path} is the id of.`)
  return null
}
