import type { Facts, QueryOptions } from '@leaselight/facts'
import { addTo, type Columns, type DayRange, type Row } from '@leaselight/model'
import type { Directory } from './directory'
import { answerTo, type ListRow, listed } from './list'
import { type Moments, recordsSql } from './listSql'
import type { Scope } from './scope'
import type { ListSpec } from './sets'

/** Every record of a report that lists them, however many there are. */
export interface AllRecords {
  /** How many there are when the reading begins. */
  total: number
  /** All of them, newest first as on the screen, read as they are taken: no more than a few thousand are ever held. */
  rows: () => AsyncIterable<Row>
  /** Whether nothing has been imported for the company since the reading began. */
  areStill: () => Promise<boolean>
}

interface Asked {
  facts: Facts
  columns: Columns
  scope: Scope
  who: Directory
  /** The list over some days of the report's period. */
  listOver: (days: DayRange) => ListSpec
  areStill: () => Promise<boolean>
  signal?: AbortSignal | undefined
}

/** Records read by one statement. */
const SLICE = 10_000
const SECONDS = 150
const HOUR_MS = 3_600_000
/** No zone's day begins earlier, or ends later, than this beside the day of the same date in UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS
const LATEST_ZONE_MS = 12 * HOUR_MS
/** Instants are exact to the millisecond. */
const SHORTEST_MS = 1

/**
 * Opens all records of a list. They are read in slices of time, the newest first, each by a statement of its own. One
 * statement for all of them would have the engine sort and hold a year of calls, would keep a connection for as long as
 * the slowest reader takes, and would end at the engine's limit in the middle of a file.
 */
export async function openRecords(asked: Asked): Promise<AllRecords> {
  const { facts, scope, listOver, areStill } = asked
  const { current } = scope.plan
  if (!current) throw new Error('A list of records needs a period.')
  const [counted] = await answerTo<{ total: number }>(
    facts,
    recordsSql(listOver(current), scope.plan).count,
    optionsOf(asked),
  )
  const total = counted?.total ?? 0
  return { total, rows: () => walk(asked, current, total), areStill }
}

const optionsOf = ({ signal }: Asked): QueryOptions => ({
  priority: 'background',
  timeoutSeconds: SECONDS,
  ...(signal && { signal }),
})

async function* walk(asked: Asked, current: DayRange, total: number): AsyncIterable<Row> {
  const begin = Date.parse(current.start) - EARLIEST_ZONE_MS
  let end = Date.parse(addTo(current.end, 1)) + LATEST_ZONE_MS
  // As if they were spread evenly; from then on as the slices turn out.
  let length = Math.max(HOUR_MS, ((end - begin) * SLICE) / (2 * Math.max(total, 1)))
  while (end > begin) {
    const from = Math.max(begin, Math.floor(end - length))
    const isShortest = end - from <= SHORTEST_MS
    const found = await slice(asked, current, { from, to: end }, isShortest ? null : SLICE + 1)
    if (found.length > SLICE && !isShortest) {
      length = Math.max(SHORTEST_MS, (end - from) / 4)
      continue
    }
    yield* await rowsOf(asked, found)
    length = (end - from) * (found.length < SLICE / 4 ? 4 : 1)
    end = from
  }
}

async function slice(asked: Asked, current: DayRange, within: Moments, limit: number | null): Promise<ListRow[]> {
  const { facts, scope, listOver } = asked
  const days = daysOf(within, current)
  const { page } = recordsSql(listOver(days), { ...scope.plan, current: days, prior: null }, { within, limit })
  return answerTo<ListRow>(facts, page, optionsOf(asked))
}

async function rowsOf(asked: Asked, found: readonly ListRow[]): Promise<Row[]> {
  const { facts, columns, who, scope, listOver } = asked
  const { current } = scope.plan
  if (found.length === 0 || !current) return []
  return listed(found, listOver(current), { facts, columns, who, options: optionsOf(asked) })
}

/** The local days, of any zone, that the moments can lie on, within the period. */
function daysOf({ from, to }: Moments, { start, end }: DayRange): DayRange {
  const [first, last] = [dayOf(from - LATEST_ZONE_MS), dayOf(to + EARLIEST_ZONE_MS)]
  return { start: first > start ? first : start, end: last < end ? last : end }
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
