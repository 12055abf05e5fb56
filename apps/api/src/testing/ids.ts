import type { ColumnName } from '@leaselight/model'
import type { activity } from '@leaselight/reports/definitions'

/** What is there and not for somebody, by kind. */
export const idKinds = [
  'property',
  'agent',
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
  'delivery',
  'mail',
] as const
export type IdKind = (typeof idKinds)[number]

/** A place for ids at a door: what they are ids of, and how they are written there. */
export interface IdSlot {
  kind: IdKind
  /** Whether several go in at once; then one's own may go along. */
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
  body: 'Hello',
  frequency: 'DAILY',
  weekdays: [],
  time: '07:00',
  time_zone: 'America/New_York',
  formats: ['csv'],
  emails: ['maria@harborpine.example'],
  property_id: 11,
  prospect_ids: [1001],
  index: 0,
  path: '/api/reports/activity/export?format=csv',
}

const several = (ids: readonly string[]): string => ids.join(',')
const single = ([id = '']: readonly string[]): string => id
const rowOf = (ids: readonly string[]): string => `property:${single(ids)}`
const base64 = (text: string): string => Buffer.from(text).toString('base64url')

const list = (kind: IdKind): IdSlot => ({ kind, allowsSeveral: true, write: several })
const one = (kind: IdKind, write: IdSlot['write'] = single): IdSlot => ({ kind, allowsSeveral: false, write })

/** Names that say by themselves what they are the ids of, at any door. */
const byName: Readonly<Record<string, IdSlot>> = {
  property: one('property'),
  property_id: one('property'),
  property_ids: list('property'),
  agent_ids: list('agent'),
  call_ids: list('call'),
  thread_id: one('thread'),
  prospect_ids: list('prospect'),
  property_attribute_ids: list('attribute'),
  // Whoever could tell a foreign attribute, source or team from none at all would know that it is there.
  properties_by_attributes: one('trait'),
  sources: list('source'),
  leasing_teams: list('team'),
  batch_id: one('batch'),
  saved_report_id: one('saved'),
  schedule_id: one('schedule'),
  row: one('property', rowOf),
  parent: one('property', rowOf),
  encoded: one('property', (ids) => base64(rowOf(ids))),
}

/** What a bare `{id}` is, by the words before it. */
const byPlace: readonly [RegExp, IdKind][] = [
  [/\/property\/\{id\}/, 'property'],
  [/\/campaign\/\{id\}/, 'campaign'],
  [/\/source-parent\/\{id\}/, 'source'],
  [/\/calls\/\{id\}/, 'call'],
  [/\/saved-reports\/(\w+\/)?\{id\}/, 'saved'],
  [/\/(scheduled-reports|my-reports\/scheduled)\/(\w+\/)?\{id\}/, 'schedule'],
  [/\/deliveries\/\{id\}/, 'delivery'],
  [/\/outbox\/\{id\}/, 'mail'],
]

/** Parts of an address that are no ids of anything somebody owns, each with the reason. */
const notIds: Readonly<Record<string, string>> = {
  'date/{id}': 'a day',
  'loss-reason/{id}': 'a reason',
  kind: 'a kind of file',
  entity: 'a kind of record',
  index: 'which attachment of a mail',
  ticket: 'a secret that opens once',
  token: 'a secret of one mail',
}

/**
 * What belongs into a place of a door; null where no id does. A name that looks like an id and is not known stops the tests: it
 * wants a line here, which puts the door under them.
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
