import { allowedFilters, columnsBehind, type ReportDefinition, watchedParts } from '@leaselight/model'
import type { MeasuresByColumn } from '../plan/measures'
import { levelDimensions, levelsToRead } from './levels'

/**
 * Throws when a report watches a number whose records don't carry a level, have no day, or can't be put together from
 * weeks, reads it with a filter that it doesn't list, or shows the cases of a column that it doesn't count.
 */
export function checkWatched(report: ReportDefinition, measures: MeasuresByColumn): void {
  for (const watch of report.watches ?? []) {
    const parts = watchedParts(report.columns, watch)
    if (!parts) continue
    const fail = (reason: string): never => {
      throw new Error(`Report ${report.key}: "${watch.column}" can't be watched, since ${reason}.`)
    }
    const listed: readonly string[] = allowedFilters(report)
    for (const name of Object.keys(watch.with ?? {})) if (!listed.includes(name)) fail(`the report lists no "${name}"`)
    const shown =
      watch.shows === undefined ? [] : columnsBehind(report.columns, { kind: 'count', part: watch.shows, whole: null })
    if (shown.some((column) => !measures[column])) fail(`the report counts no "${watch.shows}"`)
    for (const column of columnsBehind(report.columns, parts)) {
      const spec = measures[column]?.spec
      if (!spec) continue
      if (spec.day === null) fail(`"${column}" (${spec.kind.label}) has no day`)
      if (parts.kind === 'mean' && spec.aggregate.kind !== 'average') fail(`"${column}" is no average`)
      for (const level of levelsToRead(watch))
        for (const key of levelDimensions[level])
          if (!spec.kind.dimensions[key]) fail(`"${column}" (${spec.kind.label}) is not known by ${key}`)
    }
  }
}
