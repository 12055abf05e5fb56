import type { Facts, QueryOptions } from '@leaselight/facts'
import { addTo, type Columns, type DayRange, type Row } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Scope } from '../access/scope'
import type { CountedList } from '../plan/measures'
import { queryRows } from '../plan/queryRows'
import { type ListRow, toListRows } from './newest'
import { type InstantRange, recordsSql } from './recordSql'

/** Every record of a list report, without a limit. */
export interface AllRecords {
  /** The number of records when reading starts. */
  total: number
  /** All records, newest first as on the screen. They are streamed: at most a few thousand are in memory at once. */
  rows: () => AsyncIterable<Row>
  /** Whether nothing has been imported for the company since reading started. */
  areStill: () => Promise<boolean>
}

interface ReadRequest {
  facts: Facts
  columns: Columns
  scope: Scope
  who: CompanyContext
  /** The list for some days of the report's period; without days, of a report that has none. */
  listOver: (days?: DayRange) => CountedList
  areStill: () => Promise<boolean>
  signal?: AbortSignal | undefined
}

/** The most records that one statement reads. */
const SLICE_RECORDS = 10_000
const STATEMENT_SECONDS = 150
/** The number of records that a slice aims for. */
const TARGET_RECORDS = 0.75 * SLICE_RECORDS
/** How many times longer a slice may be than the previous one. */
const MAX_GROWTH = 4
const MIN_SLICE_MS = 1_000
const HOUR_MS = 3_600_000
/** The most that the start or end of a local day, in any zone, differs from that of the same date in UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS
const LATEST_ZONE_MS = 12 * HOUR_MS

/**
 * Opens all records of a list. They are read in time slices, the newest first, one statement per slice. A single
 * statement would make the engine sort and hold a year of calls, would block a connection for as long as the slowest
 * client reads, and could hit the engine's time limit in the middle of a file. A list of what stands now is short, and
 * its order is not that of time: it is read at once.
 */
export async function openAllRecords(request: ReadRequest): Promise<AllRecords> {
  const { facts, scope, listOver, areStill } = request
  const { current } = scope.plan
  if (!current) return openStandingRecords(request)
  const [counted] = await queryRows<{ total: number }>(
    facts,
    recordsSql(listOver(current), scope.plan).count,
    queryOptions(request),
  )
  const total = counted?.total ?? 0
  const end = Date.parse(addTo(current.end, 1)) + LATEST_ZONE_MS
  const begin = Date.parse(current.start) - EARLIEST_ZONE_MS
  // The first slice assumes that records are spread evenly; later slices adapt to what was found.
  const length = ((end - begin) * TARGET_RECORDS) / Math.max(total, 1)
  const whole = { request, current, begin }
  // Read before the first byte of a file is sent, while a database error can still become an error response.
  const first = await readNewestSlice(whole, end, length)
  return { total, rows: () => readSlices(whole, first), areStill }
}

async function openStandingRecords(request: ReadRequest): Promise<AllRecords> {
  const { facts, columns, scope, who, listOver, areStill } = request
  const list = listOver()
  const options = queryOptions(request)
  const found = await queryRows<ListRow>(facts, recordsSql(list, scope.plan, { limit: null }).page, options)
  const rows = await toListRows(found, list, { facts, columns, who, options })
  return {
    total: rows.length,
    async *rows() {
      yield* rows
    },
    areStill,
  }
}

/** A list with its period, and the earliest moment at which that begins in any zone. */
interface RecordList {
  request: ReadRequest
  current: DayRange
  begin: number
}

/** Records of a time slice, from one instant up to (not including) another. */
interface RecordSlice extends InstantRange {
  records: ListRow[]
}

const queryOptions = ({ signal }: ReadRequest): QueryOptions => ({
  priority: 'background',
  timeoutSeconds: STATEMENT_SECONDS,
  ...(signal && { signal }),
})

async function* readSlices(whole: RecordList, first: RecordSlice): AsyncIterable<Row> {
  let slice = first
  while (true) {
    yield* await toRows(whole.request, slice.records)
    const { from, to, records } = slice
    if (from <= whole.begin) return
    slice = await readNewestSlice(
      whole,
      from,
      (to - from) * Math.min(MAX_GROWTH, TARGET_RECORDS / Math.max(records.length, 1)),
    )
  }
}

/** The newest records before an instant, from about the requested duration. */
async function readNewestSlice(
  { request, current, begin }: RecordList,
  to: number,
  length: number,
): Promise<RecordSlice> {
  const from = Math.max(begin, Math.floor(to - Math.max(MIN_SLICE_MS, length)))
  const found = await readSlice(request, current, { from, to }, SLICE_RECORDS + 1)
  if (found.length <= SLICE_RECORDS) return { from, to, records: found }
  // The slice is full, so the records of its oldest instant may be incomplete; they are left to the next slice.
  const oldest = found.at(-1)?.record_at ?? from
  const records = found.filter((row) => row.record_at !== oldest)
  if (records.length > 0) return { from: oldest + 1, to, records }
  return { from: oldest, to, records: await readSlice(request, current, { from: oldest, to: oldest + 1 }, null) }
}

async function readSlice(
  asked: ReadRequest,
  current: DayRange,
  within: InstantRange,
  limit: number | null,
): Promise<ListRow[]> {
  const { facts, scope, listOver } = asked
  const days = daysOf(within, current)
  const { page } = recordsSql(listOver(days), { ...scope.plan, current: days, prior: null }, { within, limit })
  return queryRows<ListRow>(facts, page, queryOptions(asked))
}

async function toRows(asked: ReadRequest, found: readonly ListRow[]): Promise<Row[]> {
  const { facts, columns, who, scope, listOver } = asked
  const { current } = scope.plan
  if (found.length === 0 || !current) return []
  return toListRows(found, listOver(current), { facts, columns, who, options: queryOptions(asked) })
}

/** The local days, in any zone, that the instants can fall on, within the period. */
function daysOf({ from, to }: InstantRange, { start, end }: DayRange): DayRange {
  const [first, last] = [dayOf(from - LATEST_ZONE_MS), dayOf(to + EARLIEST_ZONE_MS)]
  return { start: first > start ? first : start, end: last < end ? last : end }
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
