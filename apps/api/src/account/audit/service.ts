import type { CompanyContext } from '@leaselight/engine'
import {
  addTo,
  type Day,
  InputError,
  instantOf,
  isDay,
  type MemberList,
  type RawParams,
  type Viewer,
} from '@leaselight/model'
import {
  type AuditAction,
  type AuditEvent,
  type AuditFilter,
  type AuditMeans,
  auditActions,
  auditedPeople,
  readAuditEvents,
} from '@leaselight/state'
import type { Api } from '../../http/context'
import { pickParams } from '../../http/params'
import { savedTitle } from '../../reports/savedParams'

export const PAGE_SIZE = 100
const MAX_PAGE = 1_000_000
/** The most events in a file. */
export const MAX_IN_FILE = 100_000

const actionWords: Readonly<Record<AuditAction, string>> = {
  seen: 'Viewed',
  exported: 'Exported',
  sent: 'Sent',
  changed: 'Changed',
  imported: 'Imported',
  erased: 'Erased',
  access: 'Keys and links',
}

const meansWords: Readonly<Record<AuditMeans, string>> = {
  session: '',
  api: 'API key',
  sheet: 'Link for a spreadsheet',
  guest: 'Link for guests',
  machine: 'Import key',
}

interface Person {
  id: number
  name: string
}

/** An event as administrators read it. */
export interface ShownEvent {
  id: string
  at: Date
  userId: number | null
  person: string
  action: AuditAction
  actionInWords: string
  what: string
  report: string | null
  means: AuditMeans
  meansInWords: string
}

/** The events that an address asks for. */
export interface AuditRequest {
  filter: AuditFilter
  page: number
}

/** Reads a filter: `user_ids`, `action`, and the days `from` and `to`, both included, in the company's zone. */
export function parseAudit(directory: CompanyContext, viewer: Viewer, query: RawParams): AuditRequest {
  const [{ user_ids = '', action = '', from = '', to = '', page = '1' }, rest] = pickParams(query, [
    'user_ids',
    'action',
    'from',
    'to',
    'page',
  ])
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new InputError(`There is no parameter ${unknown.slice(0, 100)}.`, unknown)
  const known = auditActions.find((one) => one === action)
  if (action !== '' && !known) throw new InputError(`action must be one of ${auditActions.join(', ')}.`, 'action')
  const zone = directory.company.timeZone
  const begin = dayIn('from', from)
  const end = dayIn('to', to)
  return {
    filter: {
      companyId: viewer.companyId,
      userIds: user_ids === '' ? [] : user_ids.split(',').map((id) => whole('user_ids', id, Number.MAX_SAFE_INTEGER)),
      action: known,
      from: begin === undefined ? undefined : new Date(instantOf(begin, 0, zone)),
      until: end === undefined ? undefined : new Date(instantOf(addTo(end, 1), 0, zone)),
      demo: viewer.demo ?? false,
    },
    page: whole('page', page, MAX_PAGE),
  }
}

function dayIn(name: string, text: string): Day | undefined {
  if (text !== '' && !isDay(text)) throw new InputError(`${name} must be a day such as 2026-03-14.`, name)
  return text === '' ? undefined : text
}

function whole(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d{1,16}$/.test(text) || value < 1 || value > max)
    throw new InputError(`${name} must be whole numbers from 1.`, name)
  return value
}

/** A page of the log, with the people to choose from. */
export async function readAudit(api: Api, viewer: Viewer, directory: CompanyContext, { filter, page }: AuditRequest) {
  await api.audit.store()
  const [{ rows, total }, known] = await Promise.all([
    readAuditEvents(api.state, filter, { page, pageSize: PAGE_SIZE }),
    auditedPeople(api.state, viewer.companyId, viewer.demo ?? false),
  ])
  const people = await namesOf(api, directory, [...known, ...rows.flatMap(({ userId }) => userId ?? [])])
  return {
    events: rows.map((row) => show(row, people)),
    people: known.map((id): Person => ({ id, name: nameIn(people, id) })),
    ...{ total, page, pageSize: PAGE_SIZE },
  }
}

/** The filtered log as the pages of a list, for a file. */
export async function* auditPages(
  api: Api,
  viewer: Viewer,
  directory: CompanyContext,
  { filter }: AuditRequest,
): AsyncIterable<MemberList> {
  for (let page = 1; ; page++) {
    const { events, total, pageSize } = await readAudit(api, viewer, directory, { filter, page })
    yield {
      columns,
      rows: events.map(({ at, person, actionInWords, what, report, meansInWords }) => ({
        ...{ at: at.toISOString(), person, action: actionInWords, what, report: report ?? '', means: meansInWords },
      })),
      ...{ about: null, page },
    }
    if (page * pageSize >= Math.min(total, MAX_IN_FILE)) return
  }
}

const columns: MemberList['columns'] = [
  { key: 'at', label: 'Time (UTC)', format: 'text' },
  { key: 'person', label: 'Person', format: 'text' },
  { key: 'action', label: 'Kind', format: 'text' },
  { key: 'what', label: 'What', format: 'text' },
  { key: 'report', label: 'Report', format: 'text' },
  { key: 'means', label: 'With', format: 'text' },
]

function show(
  { id, at, userId, action, what, report, means }: AuditEvent,
  people: ReadonlyMap<number, string>,
): ShownEvent {
  return {
    ...{ id, at, userId, action, what, means },
    person: userId === null ? '' : nameIn(people, userId),
    actionInWords: actionWords[action],
    report: report === null ? null : savedTitle(report),
    meansInWords: meansWords[means],
  }
}

const nameIn = (people: ReadonlyMap<number, string>, id: number): string => people.get(id) ?? `User ${id}`

/** The names of users, those of deleted ones too; sample names in a demo. */
async function namesOf(
  api: Api,
  { company, anonymizer }: CompanyContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  if (anonymizer)
    return new Map(
      ids.map((id) => {
        const { firstName, lastName } = anonymizer.colleague(id)
        return [id, `${firstName} ${lastName}`]
      }),
    )
  const rows = await api.facts.query<{ id: number; name: string }>(
    `SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM users FINAL
     WHERE company_id = {company:UInt64} AND id IN ({ids:Array(UInt64)})`,
    { company: company.id, ids: [...new Set(ids)] },
  )
  return new Map(rows.flatMap(({ id, name }): [number, string][] => (name === '' ? [] : [[id, name]])))
}
