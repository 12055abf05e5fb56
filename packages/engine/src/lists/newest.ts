import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  buildTable,
  type Cell,
  type Columns,
  dayCount,
  matchingRows,
  normalizeSearch,
  type ReportDefinition,
  type ReportState,
  type Row,
  sortRows,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Scope } from '../access/scope'
import { anonymizeList } from '../demo/results'
import type { QueryRunner } from '../plan/cache'
import type { PlanContext } from '../plan/joinedRecords'
import type { CountedList, ListSpec } from '../plan/measures'
import { queryRows } from '../plan/queryRows'
import type { ScanRow } from '../plan/resultBuilder'
import { readProspectContacts } from './contacts'
import type { CountsBeside } from './countsBeside'
import { LIST_LIMIT, recordsByDay, recordsSql } from './recordSql'

/** A record as `recordsSql` selects it. */
export interface ListRow {
  record_id: number | string
  record_property: number
  record_agent: number
  record_prospect: number
  /** Milliseconds since 1970. Only present when a time slice is read. */
  record_at?: number
  [field: `f_${string}`]: Cell
  /** The same in each: what `CountsBeside` counts. */
  [number: `c${number}`]: number | string
}

/** Which records of a list are asked for; without a limit as many as a list shows. */
export interface ListPart {
  limit?: number
  /** What must be in a record's texts, as the table shows them. */
  find?: string
  /** The column that sorts it, instead of the list's own order. */
  sort?: { column: string; descending: boolean }
}

interface ListRequest {
  facts: QueryRunner
  report: ReportDefinition
  state: ReportState
  listOver: (days: PeriodDays) => CountedList
  /** The total of a column, which the report counts in another statement. */
  totalOf: (column: string) => Promise<number>
  /** What the report counts in the list's own statement. */
  counts: CountsBeside | null
  scope: Scope
  companyContext: CompanyContext
  options: QueryOptions
  part: ListPart
}

/** Rows of a list report, and a note when there are more than it shows. */
interface ListedRows {
  rows: Row[]
  /** How many it has, or a search found; absent where all of them were asked for. */
  length?: number
  notes: string[]
  /** What the report counts, where that came along. */
  counted?: ScanRow
}

/**
 * The rows of a list report. Its first records are chosen before anything is joined to them. A search and a sort by a column
 * are over the formatted texts of all that a list shows, as a table on the screen does it.
 */
export async function readNewest(request: ListRequest): Promise<ListedRows> {
  const { part } = request
  const limit = Math.min(part.limit ?? LIST_LIMIT, LIST_LIMIT)
  if (part.find === undefined && part.sort === undefined) {
    const { all, ...first } = await readFirst(request, limit)
    return { ...first, ...(part.limit !== undefined && { length: Math.min(all, LIST_LIMIT) }) }
  }
  const { rows, all: _, ...rest } = await readFirst(request, LIST_LIMIT)
  const found = arrangeRecords(rows, request)
  return { ...rest, rows: found.slice(0, limit), length: found.length }
}

async function readFirst(request: ListRequest, limit: number): Promise<Omit<ListedRows, 'length'> & { all: number }> {
  const { facts, report, listOver, scope, companyContext, options, counts } = request
  const { total, days } = await newestDays(facts, listOver(scope.plan), scope.plan, { limit, options })
  const list = listOver(days)
  const { page } = recordsSql(list, { ...scope.plan, ...days }, { limit, beside: counts?.numbers ?? [] })
  const found = await queryRows<ListRow>(facts, page, options)
  const counted = counts?.lineOf(found[0])
  const whole = async () => total ?? (counts && counted ? counts.lengthOf(counted) : request.totalOf(list.countedBy))
  const all = found.length < limit ? found.length : await whole()
  const notes =
    all > LIST_LIMIT
      ? [
          `The ${list.order ? 'first' : 'newest'} ${LIST_LIMIT.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} are listed. The CSV file has all of them.`,
        ]
      : []
  const { columns } = report
  const rows = await toListRows(found, list, { facts, columns, who: companyContext, options })
  return { rows, all, notes, ...(counted && { counted }) }
}

/** Some records, found and sorted by the texts that a table shows of them. */
function arrangeRecords(records: Row[], { report, state, scope, companyContext, part }: ListRequest): Row[] {
  const table = buildTable(
    report,
    {
      rows: records,
      total: {},
      timeZone: companyContext.company.timeZone,
      today: companyContext.today,
      propertyTimeZones: [...new Set(scope.properties.map(({ timeZone }) => timeZone))],
    },
    state,
  )
  const found = matchingRows(table.rows, normalizeSearch(part.find ?? ''), 0)
  const index = table.columns.findIndex(({ key }) => key === part.sort?.column)
  const sorted = part.sort && index >= 0 ? sortRows(found, index, 0, part.sort.descending) : found
  return sorted.map(({ row }) => row)
}

type PeriodDays = Pick<PlanContext, 'current' | 'prior'>

/**
 * Zones differ by more than a day: a record of one local day may be newer than one of the next day elsewhere, but never
 * newer than one three days later.
 */
const MAX_ZONE_DAYS = 2

/** For a few days, reading is faster than counting first. */
const MAX_UNCOUNTED_DAYS = 14

/**
 * Narrows a list to the days that contain its newest records, using the count per day. For a large company's year,
 * names, recordings, and transcripts are then joined for one week only.
 */
async function newestDays(
  facts: QueryRunner,
  list: CountedList,
  plan: PlanContext,
  { limit, options }: { limit: number; options: QueryOptions },
): Promise<{ total: number | null; days: PeriodDays }> {
  const { current } = plan
  const byDay = current && dayCount(current) > MAX_UNCOUNTED_DAYS ? recordsByDay(list, plan) : null
  if (!current || !byDay) return { total: null, days: { current, prior: null } }
  const found = await queryRows<{ day: string; records: number }>(facts, byDay, options)
  let total = 0
  let start = current.start
  for (const { day, records } of found.sort((a, b) => (a.day < b.day ? 1 : -1))) {
    if (total < limit) start = addTo(day, -MAX_ZONE_DAYS)
    total += records
  }
  const first = total > limit && start > current.start ? start : current.start
  return { total, days: { current: { start: first, end: current.end }, prior: null } }
}

interface RowContext {
  facts: QueryRunner
  columns: Columns
  who: CompanyContext
  options: QueryOptions
}

/** Converts records to rows of the report, anonymized when the viewer gives a sales demo. */
export async function toListRows(
  found: readonly ListRow[],
  list: ListSpec,
  { facts, columns, who, options }: RowContext,
): Promise<Row[]> {
  const properties = new Map(who.properties.map((property) => [property.id, property]))
  const agents = new Map(who.agents.map((agent) => [agent.id, agent.name]))
  const fields = Object.keys(list.fields).map((name) => ({ name, cell: `f_${name}` as const }))
  const prospects = found.map((line) => Number(line.record_prospect))
  const known = Object.entries(list.contacts ?? {})
  const company = { companyId: who.company.id, peopleAtHand: who.peopleAtHand }
  const people = known.length > 0 ? await readProspectContacts(facts, company, prospects, options) : null
  const rows = found.map((line): Row => {
    const property = properties.get(line.record_property)
    // Filled field by field: a list may hold ten thousand records, and copying objects costs more than the query.
    const row: Row = { key: `record:${encodeURIComponent(line.record_id)}`, depth: 0, parent: null }
    for (const { name, cell } of fields) row[name] = line[cell] ?? null
    const person = people?.get(Number(line.record_prospect))
    for (const [name, what] of known) row[name] ??= person?.[what] || null
    row.propertyId = line.record_property
    row.property = property?.name ?? 'N/A'
    row.agentId = line.record_agent || null
    row.agent = agents.get(line.record_agent) ?? 'Unassigned'
    row.timeZone = property?.timeZone ?? who.company.timeZone
    return row
  })
  if (!who.anonymizer) return rows
  return anonymizeList({ rows, prospects, columns, anonymizer: who.anonymizer, ...company }, facts, options)
}
