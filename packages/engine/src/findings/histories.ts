import type { QueryOptions } from '@leaselight/facts'
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
  type WatchLevel,
  type WatchSeries,
  watchedParts,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { type CompanyCoverage, completeUntil } from '../access/coverage'
import { isAvailable, type Scope, scopeOf } from '../access/scope'
import type { QueryRunner } from '../plan/cache'
import type { Measure, MeasuresByColumn, QueryContext, ReportQuery } from '../plan/measures'
import { isMissing, type KeyValue } from '../plan/rowKeys'
import { planScans, scanSql } from '../plan/scans'
import { spreadOf } from '../plan/spread'
import { render } from '../plan/sql'
import { STOCK_DAYS } from '../records/leases/units'
import { levelDimensions, levelsToRead, type ReadLevel, readLevels } from './levels'

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
  facts: QueryRunner
  coverage: CompanyCoverage
  loadQuery: (key: string) => Promise<ReportQuery>
  queryContextOf: (scope: Scope, state: ReportState, period: DayRange, cutDays: readonly Day[]) => QueryContext
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
  const period = { start: addTo(end, 1 - slices * sliceDays), end }
  const cutDays = Array.from({ length: slices }, (_, at) => addTo(period.start, at * sliceDays))
  const watched = reports.filter((report) => report.watches?.length && isAvailable(report, who))
  const measuresBySource = new Map<string, MeasuresByColumn>()
  const groups = new Map<string, { planned: PlannedWatch[]; measures: Map<string, Measure> }>()
  for (const report of watched) {
    const query = await context.loadQuery(report.key)
    for (const watch of report.watches ?? []) {
      const parts = watchedParts(report.columns, watch)
      if (!parts) continue
      const neutral = neutralState(report)
      const state = { ...neutral, filters: { ...neutral.filters, ...watch.with } }
      const scope = scopeOf(report, state, who)
      const key = JSON.stringify([scope.plan.propertyIds, watch.with ?? {}])
      const group = groups.get(key) ?? { planned: [] as PlannedWatch[], measures: new Map<string, Measure>() }
      groups.set(key, group)
      const source = `${report.key} ${JSON.stringify(watch.with ?? {})}`
      const measures =
        measuresBySource.get(source) ?? query.measures(context.queryContextOf(scope, state, period, cutDays))
      measuresBySource.set(source, measures)
      group.planned.push({ report, source, watch, parts, scope })
      for (const column of columnsBehind(report.columns, parts)) {
        const measure = measures[column]
        if (measure) group.measures.set(`${source}.${column}`, measure)
      }
    }
  }
  const read = [...groups.values()].flatMap(({ planned, measures }) =>
    readLevels.map((level) => readLevel(context, { level, period, slices, sliceDays, planned, measures, signal })),
  )
  return { end, series: rollUp((await Promise.all(read)).flat()), reports: watched.map(({ key }) => key) }
}

/** Adds the properties of agents and hours, and the company of properties; leaves out levels that aren’t watched. */
function rollUp(read: readonly WatchSeries[]): WatchSeries[] {
  const isInner = ({ level }: WatchSeries) => level === 'agent' || level === 'hour'
  const withBoth = ({ watch, level }: WatchSeries) => level === 'hour' && watch.at.includes('agent')
  const properties = together(
    read.filter((series) => isInner(series) && !withBoth(series)),
    'property',
    ([property]) => (property === undefined ? [] : [property]),
  )
  const all = [...read, ...properties]
  const company = together(
    all.filter(({ level }) => level === 'property'),
    'company',
    () => [],
  )
  return [...all, ...company].filter(
    ({ watch, level, keys }) =>
      watch.at.includes(level) && keys.every((key, at) => !isMissing(levelDimensions[level][at] ?? 'property', key)),
  )
}

/** The sums of histories of one watch that have the same outer keys. */
function together(
  parts: readonly WatchSeries[],
  level: WatchLevel,
  keysOf: (keys: WatchSeries['keys']) => WatchSeries['keys'],
): WatchSeries[] {
  const sums = new Map<string, WatchSeries>()
  const watches = new Map<Watch, number>()
  for (const series of parts) {
    const keys = keysOf(series.keys)
    const id = watches.get(series.watch) ?? watches.size
    watches.set(series.watch, id)
    const name = JSON.stringify([id, keys])
    const sum = sums.get(name)
    sums.set(name, sum ? { ...sum, history: addHistories(series, sum) } : { ...series, level, keys })
  }
  return [...sums.values()]
}

/** The sum over the slices that both know; a count is one number for each slice, however many are added. */
function addHistories(one: WatchSeries, other: WatchSeries): WatchSeries['history'] {
  const [a, b] = [one.history, other.history]
  const add = (x: readonly number[], y: readonly number[]) =>
    Array.from({ length: Math.min(x.length, y.length) }, (_, at) => (x[at] ?? 0) + (y[at] ?? 0))
  return {
    part: add(a.part, b.part),
    whole: one.kind === 'count' ? a.whole.slice(0, b.whole.length) : add(a.whole, b.whole),
    ...(a.squares && b.squares && { squares: add(a.squares, b.squares) }),
  }
}

interface LevelRequest {
  level: ReadLevel
  period: DayRange
  slices: number
  sliceDays: number
  planned: readonly PlannedWatch[]
  measures: ReadonlyMap<string, Measure>
  signal: AbortSignal | undefined
}

type SliceRow = Record<string, string | number | null> & { slice: number }

/** A column's numbers of one subject, by slice. */
interface ColumnHistory {
  values: number[]
  counts: number[]
  squares: number[]
}

async function readLevel(context: HistoryContext, request: LevelRequest): Promise<WatchSeries[]> {
  const { level, period, slices, sliceDays, signal } = request
  const planned = request.planned.filter(({ watch }) => levelsToRead(watch).includes(level))
  const [first] = planned
  if (!first) return []
  const needed = new Set(
    planned.flatMap(({ report, source, parts }) =>
      columnsBehind(report.columns, parts).map((key) => `${source}.${key}`),
    ),
  )
  const measures = Object.fromEntries([...request.measures].filter(([key]) => needed.has(key)))
  const dimensions = levelDimensions[level]
  const plan = { ...first.scope.plan, current: period, prior: null, dimensions, only: 'current' as const }
  const grouping = {
    depths: [dimensions.length],
    byDay: false,
    under: [],
    beside: [],
    slices: { end: period.end, days: sliceDays },
  }
  const subjects = new Map<string, { keys: KeyValue[]; columns: Map<string, ColumnHistory> }>()
  const options: QueryOptions = signal ? { signal } : {}
  await Promise.all(
    planScans(measures, plan).map(async (scan) => {
      const { text, params } = render(scanSql(scan, plan, grouping))
      for (const line of await context.facts.query<SliceRow>(text, params, options)) {
        const keys = dimensions.map((_, at) => line[`k${at}`] ?? '')
        const name = JSON.stringify(keys)
        const subject = subjects.get(name) ?? { keys, columns: new Map() }
        subjects.set(name, subject)
        scan.measures.forEach(({ column, set }, index) => {
          const history = subject.columns.get(column) ?? emptyHistory(slices)
          subject.columns.set(column, history)
          const value = numberIn(line[`c${index}`])
          const at = Number(line.slice)
          if (value === null || at < 0 || at >= slices) return
          const spread = spreadOf(set.spec.aggregate, value, (part) => numberIn(line[`c${index}_${part}`]))
          history.values[at] = value
          history.counts[at] = spread?.count ?? 0
          history.squares[at] = spread ? squaresOf(value, spread) : 0
        })
      }
    }),
  )
  return [...subjects.values()].flatMap(({ keys, columns }) =>
    planned.flatMap((one): WatchSeries[] => {
      const known = knownSlices(context.coverage, one, keys, request)
      const history = historyOf(one, columns, known)
      if (!history) return []
      const { report, watch, parts } = one
      const hurts = hurtingDirection(report.columns, watch)
      const kind = isStock(one, request.measures) ? 'stock' : parts.kind
      return [{ report: report.key, watch, kind, hurts, level, keys, history }]
    }),
  )
}

/** Whether a watched number counts what is there on a day. */
const isStock = ({ report, source, parts }: PlannedWatch, measures: ReadonlyMap<string, Measure>): boolean =>
  columnsBehind(report.columns, parts).some((key) => measures.get(`${source}.${key}`)?.spec.kind.isStock)

const emptyHistory = (slices: number): ColumnHistory => ({
  values: new Array<number>(slices).fill(0),
  counts: new Array<number>(slices).fill(0),
  squares: new Array<number>(slices).fill(0),
})

const numberIn = (cell: string | number | null | undefined): number | null =>
  cell === null || cell === undefined ? null : Number(cell)

/** The sum of the squared values behind an average, from its error. */
const squaresOf = (mean: number, { count, above }: Spread): number =>
  count * (above ** 2 * Math.max(1, count - 1) + mean ** 2)

/** How many of the slices have data: those from the subject's first record of each kind on. */
function knownSlices(
  coverage: CompanyCoverage,
  planned: PlannedWatch,
  keys: readonly KeyValue[],
  { level, period, slices: read, sliceDays, measures }: LevelRequest,
): number {
  const { report, source, parts, scope } = planned
  const slices = isStock(planned, measures) ? Math.min(read, Math.ceil(STOCK_DAYS / sliceDays)) : read
  const entities = new Set(
    columnsBehind(report.columns, parts).flatMap((key) => measures.get(`${source}.${key}`)?.spec.kind.since ?? []),
  )
  const own = level === 'source' ? scope.plan.propertyIds : [Number(keys[0])]
  const begins = [...entities].flatMap((entity) => coverage.begins(entity, own, period.start)?.day ?? []).sort()
  const first = begins.at(-1)
  return first === undefined ? slices : Math.min(slices, Math.floor((daysBetween(first, period.end) + 1) / sliceDays))
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
