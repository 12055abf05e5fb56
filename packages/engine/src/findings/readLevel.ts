import type { EntityName, QueryOptions } from '@leaselight/facts'
import {
  addTo,
  columnsBehind,
  type Day,
  daysBetween,
  hurtingDirection,
  type Steps,
  type WatchKind,
  type WatchSeries,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { CompanyCoverage } from '../access/coverage'
import type { QueryRunner } from '../plan/cache'
import { inTurns } from '../plan/inTurns'
import type { Measure } from '../plan/measures'
import type { KeyValue } from '../plan/rowKeys'
import { STOCK_DAYS } from '../records/leases/units'
import type { Changes } from './kept/changes'
import type { KeptSlices } from './kept/keptSlices'
import { readSlices } from './kept/readSlices'
import { levelDimensions, levelsToRead, type ReadLevel } from './levels'
import { type ColumnHistories, type SubjectHistories, subjectsIn } from './subjects'
import { columnNames, type MeasuresAt, type PlannedWatch, type WatchGroup } from './watchGroup'

/** Readers of pages go first: findings are looked for once and then stored. */
export const historyOptions = (signal: AbortSignal | undefined): QueryOptions => ({
  priority: 'background',
  ...(signal && { signal }),
})

/** Where histories are read. */
export interface LevelContext {
  who: CompanyContext
  /** The facts as they are, without a cache of answers. */
  facts: QueryRunner
  coverage: CompanyCoverage
  now: Date
  /** What was read before. */
  kept: KeptSlices
}

/** Which histories of one level to read. */
export interface LevelRequest {
  level: ReadLevel
  end: Day
  slices: number
  sliceDays: number
  group: WatchGroup
  changes: Changes
  signal: AbortSignal | undefined
}

/** Reads the histories of all watches of a group at one level. */
export async function readLevel(context: LevelContext, request: LevelRequest): Promise<WatchSeries[]> {
  const { level, end, slices, sliceDays, group, changes, signal } = request
  const planned = group.planned.filter(({ watch }) => levelsToRead(watch).includes(level))
  const [first] = planned
  if (!first) return []
  const names = columnNames(planned)
  const measuresOf: MeasuresAt = (...at) => group.measuresOf(names, ...at)
  const { facts, now, kept, who } = context
  const read = await readSlices(
    { facts, now, kept, changes, companyId: who.company.id, options: historyOptions(signal) },
    { end, slices, sliceDays, dimensions: levelDimensions[level], plan: first.scope.plan, measuresOf },
  )
  const measures = new Map(read.flatMap(({ scan }) => scan.measures.map(({ column, set }) => [column, set] as const)))
  const subjects = await inTurns(subjectsIn(read, slices), signal)
  const shaped = planned.map((one) => shapeOf(one, measures))
  return inTurns(seriesIn(subjects, shaped, context.coverage, request), signal)
}

/** A planned watch, with what is the same for all of its subjects. */
interface ShapedWatch {
  planned: PlannedWatch
  kind: WatchKind
  hurts: WatchSeries['hurts']
  /** The records that its numbers are made of. */
  entities: EntityName[]
}

function shapeOf(planned: PlannedWatch, measures: ReadonlyMap<string, Measure>): ShapedWatch {
  const { report, source, watch, parts } = planned
  const behind = columnsBehind(report.columns, parts).flatMap(
    (key) => measures.get(`${source}.${key}`)?.spec.kind ?? [],
  )
  const kind = behind.some(({ isStock }) => isStock) ? 'stock' : parts.kind
  const entities = [...new Set(behind.flatMap(({ since }) => since ?? []))]
  return { planned, kind, hurts: hurtingDirection(report.columns, watch), entities }
}

function* seriesIn(
  subjects: SubjectHistories,
  shaped: readonly ShapedWatch[],
  coverage: CompanyCoverage,
  request: LevelRequest,
): Steps<WatchSeries[]> {
  const series: WatchSeries[] = []
  for (const [subject, columns] of subjects) {
    yield
    const keys: KeyValue[] = JSON.parse(subject)
    for (const one of shaped) {
      const { planned, kind, hurts } = one
      const history = historyOf(planned, columns, knownSlices(coverage, one, keys, request))
      if (history)
        series.push({
          report: planned.report.key,
          watch: planned.watch,
          kind,
          hurts,
          level: request.level,
          keys,
          history,
        })
    }
  }
  return series
}

/** How many of the slices have data: those from the subject's first record of each kind on. */
function knownSlices(
  coverage: CompanyCoverage,
  { planned, kind, entities }: ShapedWatch,
  keys: readonly KeyValue[],
  { level, end, slices: read, sliceDays }: LevelRequest,
): number {
  const slices = kind === 'stock' ? Math.min(read, Math.ceil(STOCK_DAYS / sliceDays)) : read
  const own = level === 'source' ? planned.scope.plan.propertyIds : [Number(keys[0])]
  const begins = entities
    .flatMap((entity) => coverage.begins(entity, own, addTo(end, 1 - read * sliceDays))?.day ?? [])
    .sort()
  const first = begins.at(-1)
  return first === undefined ? slices : Math.min(slices, Math.floor((daysBetween(first, end) + 1) / sliceDays))
}

/** A watched number's history; null without a single record. */
function historyOf(
  { report, source, parts }: PlannedWatch,
  read: ColumnHistories,
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
    if (!column?.spread) return null
    const whole = column.spread.counts.slice(0, slices)
    const part = whole.map((count, at) => count * (column.values[at] ?? 0))
    return whole.some((count) => count > 0) ? { part, whole, squares: column.spread.squares.slice(0, slices) } : null
  }
  const part = amounts(parts.part)
  const whole = parts.whole === null ? new Array<number>(slices).fill(1) : amounts(parts.whole)
  const hasRecords = part.some((value) => value > 0) || (parts.whole !== null && whole.some((value) => value > 0))
  return hasRecords ? { part, whole } : null
}
