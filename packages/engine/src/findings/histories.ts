import {
  addTo,
  columnsBehind,
  type Day,
  type DayRange,
  daysBetween,
  hurtingDirection,
  neutralState,
  type ReportDefinition,
  type ReportState,
  SLICE_DAYS,
  type Spread,
  type Watch,
  type WatchSeries,
  watchedParts,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { type CompanyCoverage, completeUntil } from '../access/coverage'
import { isAvailable, type Scope, scopeOf } from '../access/scope'
import type { QueryRunner } from '../plan/cache'
import type { Measure, MeasuresByColumn, QueryContext, ReportQuery } from '../plan/measures'
import type { KeyValue } from '../plan/rowKeys'
import { spreadOf } from '../plan/spread'
import { STOCK_DAYS } from '../records/leases/units'
import { Changes } from './kept/changes'
import type { KeptSlices } from './kept/keptSlices'
import { readSlices, type ScanSlices } from './kept/readSlices'
import { levelDimensions, levelsToRead, type ReadLevel, readLevels } from './levels'
import { rollUp } from './rollUp'

/** Which histories to read. */
export interface HistoryRequest {
  /** How many slices, the latest first; by default a year and four weeks. */
  slices?: number
  /** How many days a slice has; by default a week. */
  sliceDays?: number
  signal?: AbortSignal
}

/** The histories of everything that a viewer's reports watch. */
export interface Histories {
  /** The last day of the latest slice: the last one whose records are all in. */
  end: Day
  series: WatchSeries[]
  /** The reports that were read. */
  reports: string[]
}

/** A year, so that a season is in it, and the eight weeks before that a change point needs. */
const DEFAULT_SLICES = 60

export interface HistoryContext {
  who: CompanyContext
  /** The facts as they are, without a cache of answers. */
  facts: QueryRunner
  coverage: CompanyCoverage
  loadQuery: (key: string) => Promise<ReportQuery>
  queryContextOf: (
    scope: Scope,
    state: ReportState,
    period: DayRange,
    cutDays: readonly Day[],
    now: Date,
  ) => QueryContext
  now: Date
  /** What was read before. */
  kept: KeptSlices
}

/** A watch of a report with the measures that its parts need. */
interface PlannedWatch {
  report: ReportDefinition
  /** What names its report's columns among those of all reports, each read with some switches. */
  source: string
  watch: Watch
  parts: NonNullable<ReturnType<typeof watchedParts>>
  scope: Scope
}

/**
 * Reads the histories of every watch of some reports, as the viewer may see them. All watches of a level whose reports
 * cover the same properties share their statements: one for each record type.
 */
export async function readHistories(
  context: HistoryContext,
  reports: readonly ReportDefinition[],
  { slices = DEFAULT_SLICES, sliceDays = SLICE_DAYS, signal }: HistoryRequest,
): Promise<Histories | null> {
  const { who } = context
  const end = completeUntil(who.freshness, who.company.timeZone, who.today)
  if (end === null) return null
  const watched = reports.filter((report) => report.watches?.length && isAvailable(report, who))
  const groups = new Map<string, WatchGroup>()
  for (const report of watched) {
    const query = await context.loadQuery(report.key)
    for (const watch of report.watches ?? []) {
      const parts = watchedParts(report.columns, watch)
      if (!parts) continue
      const neutral = neutralState(report)
      const state = { ...neutral, filters: { ...neutral.filters, ...watch.with } }
      const scope = scopeOf(report, state, who)
      const key = JSON.stringify([scope.plan.propertyIds, watch.with ?? {}])
      const group = groups.get(key) ?? new WatchGroup()
      groups.set(key, group)
      const source = `${report.key} ${JSON.stringify(watch.with ?? {})}`
      group.planned.push({ report, source, watch, parts, scope })
      group.sources.set(source, (...at) => query.measures(context.queryContextOf(scope, state, ...at)))
    }
  }
  const changes = await Changes.read(context.facts, who.company.id, signal ? { signal } : {})
  const read = [...groups.values()].flatMap((group) =>
    readLevels.map((level) => readLevel(context, { level, end, slices, sliceDays, group, changes, signal })),
  )
  return { end, series: rollUp((await Promise.all(read)).flat()), reports: watched.map(({ key }) => key) }
}

type MeasuresAt = (period: DayRange, cutDays: readonly Day[], now: Date) => MeasuresByColumn

/** Watches over the same properties, read with the same switches. */
class WatchGroup {
  readonly planned: PlannedWatch[] = []
  readonly sources = new Map<string, MeasuresAt>()
  readonly #measures = new Map<string, MeasuresByColumn>()

  /** The measures of a report's columns, by the names that they have among those of all reports. */
  measuresOf(columns: ReadonlySet<string>, ...at: Parameters<MeasuresAt>): MeasuresByColumn {
    const found = [...this.sources].flatMap(([source, measuresAt]) => {
      const key = JSON.stringify([source, ...at])
      const measures = this.#measures.get(key) ?? measuresAt(...at)
      this.#measures.set(key, measures)
      return Object.entries(measures).map(([column, measure]) => [`${source}.${column}`, measure] as const)
    })
    return Object.fromEntries(found.filter(([name]) => columns.has(name)))
  }
}

/** The names of the columns that watches are made of. */
const columnNames = (planned: readonly PlannedWatch[]): Set<string> =>
  new Set(
    planned.flatMap(({ report, source, parts }) =>
      columnsBehind(report.columns, parts).map((key) => `${source}.${key}`),
    ),
  )

interface LevelRequest {
  level: ReadLevel
  end: Day
  slices: number
  sliceDays: number
  group: WatchGroup
  changes: Changes
  signal: AbortSignal | undefined
}

/** A column's numbers of one subject, by slice. */
interface ColumnHistory {
  values: number[]
  counts: number[]
  squares: number[]
}

async function readLevel(context: HistoryContext, request: LevelRequest): Promise<WatchSeries[]> {
  const { level, end, slices, sliceDays, group, changes, signal } = request
  const planned = group.planned.filter(({ watch }) => levelsToRead(watch).includes(level))
  const [first] = planned
  if (!first) return []
  const names = columnNames(planned)
  const measuresOf: MeasuresAt = (...at) => group.measuresOf(names, ...at)
  const { facts, now, kept, who } = context
  const read = await readSlices(
    { facts, now, kept, changes, companyId: who.company.id, options: signal ? { signal } : {} },
    { end, slices, sliceDays, dimensions: levelDimensions[level], plan: first.scope.plan, measuresOf },
  )
  const measures = new Map(read.flatMap(({ scan }) => scan.measures.map(({ column, set }) => [column, set] as const)))
  return [...subjectsIn(read, slices)].flatMap(([subject, columns]) => {
    const keys: KeyValue[] = JSON.parse(subject)
    return planned.flatMap((one): WatchSeries[] => {
      const known = knownSlices(context.coverage, one, keys, request, measures)
      const history = historyOf(one, columns, known)
      if (!history) return []
      const { report, watch, parts } = one
      const hurts = hurtingDirection(report.columns, watch)
      const kind = isStock(one, measures) ? 'stock' : parts.kind
      return [{ report: report.key, watch, kind, hurts, level, keys, history }]
    })
  })
}

/** The numbers of each subject by column, put together from those of each slice. */
function subjectsIn(read: readonly ScanSlices[], slices: number): Map<string, Map<string, ColumnHistory>> {
  const subjects = new Map<string, Map<string, ColumnHistory>>()
  for (const { scan, columns: names, slices: all } of read) {
    const places = scan.measures.map(({ column, set }, index) => ({
      column,
      aggregate: set.spec.aggregate,
      numberAt: (part?: string) => names.indexOf(part === undefined ? `c${index}` : `c${index}_${part}`),
    }))
    for (const [at, { subjects: inSlice, numbers }] of all.entries())
      for (const [position, subject] of inSlice.entries()) {
        const columns = subjects.get(subject) ?? new Map<string, ColumnHistory>()
        subjects.set(subject, columns)
        const numberIn = (place: number): number | null => {
          const number = place < 0 ? undefined : numbers[position * names.length + place]
          return number === undefined || Number.isNaN(number) ? null : number
        }
        for (const { column, aggregate, numberAt } of places) {
          const history = columns.get(column) ?? emptyHistory(slices)
          columns.set(column, history)
          const value = numberIn(numberAt())
          if (value === null) continue
          const spread = spreadOf(aggregate, value, (part) => numberIn(numberAt(part)))
          history.values[at] = value
          history.counts[at] = spread?.count ?? 0
          history.squares[at] = spread ? squaresOf(value, spread) : 0
        }
      }
  }
  return subjects
}

/** Whether a watched number counts what is there on a day. */
const isStock = ({ report, source, parts }: PlannedWatch, measures: ReadonlyMap<string, Measure>): boolean =>
  columnsBehind(report.columns, parts).some((key) => measures.get(`${source}.${key}`)?.spec.kind.isStock)

const emptyHistory = (slices: number): ColumnHistory => ({
  values: new Array<number>(slices).fill(0),
  counts: new Array<number>(slices).fill(0),
  squares: new Array<number>(slices).fill(0),
})

/** The sum of the squared values behind an average, from its error. */
const squaresOf = (mean: number, { count, above }: Spread): number =>
  count * (above ** 2 * Math.max(1, count - 1) + mean ** 2)

/** How many of the slices have data: those from the subject's first record of each kind on. */
function knownSlices(
  coverage: CompanyCoverage,
  planned: PlannedWatch,
  keys: readonly KeyValue[],
  { level, end, slices: read, sliceDays }: LevelRequest,
  measures: ReadonlyMap<string, Measure>,
): number {
  const { report, source, parts, scope } = planned
  const slices = isStock(planned, measures) ? Math.min(read, Math.ceil(STOCK_DAYS / sliceDays)) : read
  const entities = new Set(
    columnsBehind(report.columns, parts).flatMap((key) => measures.get(`${source}.${key}`)?.spec.kind.since ?? []),
  )
  const own = level === 'source' ? scope.plan.propertyIds : [Number(keys[0])]
  const begins = [...entities]
    .flatMap((entity) => coverage.begins(entity, own, addTo(end, 1 - read * sliceDays))?.day ?? [])
    .sort()
  const first = begins.at(-1)
  return first === undefined ? slices : Math.min(slices, Math.floor((daysBetween(first, end) + 1) / sliceDays))
}

/** A watched number's history; null without a single record. */
function historyOf(
  { report, source, parts }: PlannedWatch,
  read: ReadonlyMap<string, ColumnHistory>,
  slices: number,
): WatchSeries['history'] | null {
  const amounts = (key: string): number[] => {
    const column = report.columns[key]
    if (column && 'of' in column) {
      const all = column.of.map(amounts)
      return Array.from({ length: slices }, (_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0))
    }
    return read.get(`${source}.${key}`)?.values.slice(0, slices) ?? new Array<number>(slices).fill(0)
  }
  if (parts.kind === 'mean') {
    const column = read.get(`${source}.${parts.part}`)
    if (!column) return null
    const whole = column.counts.slice(0, slices)
    const part = whole.map((count, at) => count * (column.values[at] ?? 0))
    return whole.some((count) => count > 0) ? { part, whole, squares: column.squares.slice(0, slices) } : null
  }
  const part = amounts(parts.part)
  const whole = parts.whole === null ? new Array<number>(slices).fill(1) : amounts(parts.whole)
  const hasRecords = part.some((value) => value > 0) || (parts.whole !== null && whole.some((value) => value > 0))
  return hasRecords ? { part, whole } : null
}
