import type { QueryOptions } from '@leaselight/facts'
import {
  addTo,
  type Columns,
  completeCells,
  DAYS_IN_WEEK,
  type Day,
  type DayRange,
  daysBetween,
  type Evidence,
  evidenceOf,
  learnRhythm,
  MIN_RHYTHM_WEEKS,
  type NumberRhythm,
  type Numbers,
  RHYTHM_WEEKS,
  type Spread,
} from '@leaselight/model'
import type { CompanyCoverage } from '../access/coverage'
import type { Scope } from '../access/scope'
import type { QueryRunner } from './cache'
import type { Measure, MeasuresByColumn } from './measures'
import { queryRows } from './queryRows'
import { rolledUp, scanGroupings } from './scanGroupings'
import { planScans } from './scanQuery'
import { scanSql } from './scans'
import { spreadOf } from './spread'
import { sumTogether } from './summedScan'

/** How the numbers of a report's columns move by themselves; none of a column of which too little is known. */
export type Rhythms = ReadonlyMap<string, NumberRhythm>

export const noRhythms: Rhythms = new Map()

interface RhythmRequest {
  columns: Columns
  /** The report with nothing set, over the properties that its viewer may see. */
  scope: Scope
  /** The measures of a period. */
  measuresOf: (period: DayRange, cutDays: readonly Day[]) => MeasuresByColumn
  coverage: CompanyCoverage
  /** The last day whose records are all in. */
  end: Day
  options: QueryOptions
}

type Line = Record<string, string | number | null> & { rolled: number; slice: number; series_day: Day }

/** What is known of a column: each week and, of counts, each day. */
interface Known {
  weeks: Numbers[]
  spreads: Record<string, Spread>[]
  days: Map<Day, Numbers>
}

/**
 * Reads how the totals of a report have moved in the last two years, week by week and day by day, in one statement for
 * each record type. Whatever else is filtered, a page is judged by what is known of its properties as a whole.
 */
export async function readRhythms(facts: QueryRunner, request: RhythmRequest): Promise<Rhythms> {
  const { columns, scope, coverage, end, options } = request
  const longest: DayRange = { start: addTo(end, 1 - DAYS_IN_WEEK * RHYTHM_WEEKS), end }
  const weeks = knownWeeks(request.measuresOf(longest, []), coverage, scope, longest)
  if (weeks < MIN_RHYTHM_WEEKS) return new Map()
  const period = { start: addTo(end, 1 - DAYS_IN_WEEK * weeks), end }
  const cutDays = Array.from({ length: weeks }, (_, at) => addTo(period.start, at * DAYS_IN_WEEK))
  const measures = Object.fromEntries(
    Object.entries(request.measuresOf(period, cutDays)).filter(([, one]) => isFlow(one)),
  )
  const plan = { ...scope.plan, current: period, prior: null, dimensions: [], only: 'current' as const }
  const grouping = { depths: [0], byDay: true, under: [], beside: [], slices: { end, days: DAYS_IN_WEEK } }
  const known: Known = { weeks: cutDays.map(() => ({})), spreads: cutDays.map(() => ({})), days: new Map() }
  await Promise.all(
    sumTogether(planScans(measures, plan), plan, grouping).map(async (scan) => {
      const weekly = rolledUp(scanGroupings(scan, plan, grouping), ['slice'])
      for (const line of await queryRows<Line>(facts, scanSql(scan, plan, grouping), options)) {
        const isWeek = line.rolled === weekly
        const at = Number(line.slice)
        scan.measures.forEach(({ column, set }, index) => {
          const value = numberIn(line[`c${index}`])
          if (!isWeek) dayOf(known, line.series_day)[column] = value
          else if (at >= 0 && at < weeks) {
            const spread = spreadOf(set.spec.aggregate, value, (part) => numberIn(line[`c${index}_${part}`]))
            Object.assign(known.weeks[at] ?? {}, { [column]: value })
            if (spread) Object.assign(known.spreads[at] ?? {}, { [column]: spread })
          }
        })
      }
    }),
  )
  return learnAll(columns, new Set(Object.keys(measures)), known, end)
}

/** Whether a measure counts what happens on days, and nothing twice. */
const isFlow = ({ spec: { kind, day, aggregate } }: Measure): boolean =>
  day !== null && !kind.isStock && !kind.repeatsDaily && aggregate.kind !== 'ids' && aggregate.kind !== 'shared'

const numberIn = (cell: string | number | null | undefined): number | null =>
  cell === null || cell === undefined ? null : Number(cell)

function dayOf({ days }: Known, day: Day): Numbers {
  const found = days.get(day) ?? {}
  days.set(day, found)
  return found
}

/** Whole weeks since all of a report's records are known. */
function knownWeeks(measures: MeasuresByColumn, coverage: CompanyCoverage, { plan }: Scope, longest: DayRange): number {
  const entities = new Set(Object.values(measures).flatMap(({ spec }) => spec.kind.since))
  const begins = [...entities].flatMap((entity) => coverage.begins(entity, plan.propertyIds, longest.start)?.day ?? [])
  const first = begins.sort().at(-1)
  return first === undefined ? RHYTHM_WEEKS : Math.floor((daysBetween(first, longest.end) + 1) / DAYS_IN_WEEK)
}

function learnAll(columns: Columns, measured: ReadonlySet<string>, known: Known, end: Day): Rhythms {
  const weeks = known.weeks.map((numbers, at) => ({
    numbers: completeCells(columns, numbers),
    spreads: known.spreads[at],
  }))
  const days = new Map([...known.days].map(([day, numbers]) => [day, completeCells(columns, numbers)]))
  const found = new Map<string, NumberRhythm>()
  for (const [key, column] of Object.entries(columns)) {
    if (column.kind === 'fact' || !isMadeOf(columns, key, measured)) continue
    const evidences = weeks.map(({ numbers, spreads }): Evidence | null => evidenceOf(columns, key, numbers, spreads))
    const isCount = evidences.some((one) => one?.kind === 'count' && one.value === one.events)
    const daily = isCount ? new Map([...days].map(([day, numbers]) => [day, numbers[key] ?? 0])) : null
    const rhythm = learnRhythm(evidences, daily, end)
    if (rhythm) found.set(key, rhythm)
  }
  return found
}

/** Whether a column is counted from measures that were read. */
function isMadeOf(columns: Columns, key: string, measured: ReadonlySet<string>): boolean {
  const column = columns[key]
  return column && 'of' in column ? column.of.every((part) => isMadeOf(columns, part, measured)) : measured.has(key)
}
