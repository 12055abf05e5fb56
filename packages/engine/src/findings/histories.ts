import {
  type Day,
  type DayRange,
  neutralState,
  type ReportDefinition,
  type ReportState,
  SLICE_DAYS,
  type WatchSeries,
  watchedParts,
} from '@leaselight/model'
import { completeUntil } from '../access/coverage'
import { isAvailable, type Scope, scopeOf } from '../access/scope'
import { inTurns } from '../plan/inTurns'
import type { QueryContext, ReportQuery } from '../plan/measures'
import { Changes } from './kept/changes'
import { readLevels } from './levels'
import { historyOptions, type LevelContext, readLevel } from './readLevel'
import { rollUp } from './rollUp'
import { WatchGroup } from './watchGroup'

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

export interface HistoryContext extends LevelContext {
  loadQuery: (key: string) => Promise<ReportQuery>
  queryContextOf: (
    scope: Scope,
    state: ReportState,
    period: DayRange,
    cutDays: readonly Day[],
    now: Date,
  ) => QueryContext
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
  const changes = await Changes.read(context.facts, who.company.id, historyOptions(signal))
  const read = [...groups.values()].flatMap((group) =>
    readLevels.map((level) => readLevel(context, { level, end, slices, sliceDays, group, changes, signal })),
  )
  const series = await inTurns(rollUp((await Promise.all(read)).flat()), signal)
  return { end, series, reports: watched.map(({ key }) => key) }
}
