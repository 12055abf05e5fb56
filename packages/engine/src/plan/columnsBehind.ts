import type { Columns, ReportDefinition } from '@leaselight/model'
import type { MeasuresByColumn } from './measures'

/** Some columns, and those that they are computed from. */
export function columnsBehind(columns: Columns, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (key: string): void => {
    const column = columns[key]
    found.add(key)
    if (column && 'of' in column) for (const part of column.of) add(part)
  }
  keys.forEach(add)
  return found
}

/** Of what is kept by column, that of some columns. */
export const pickColumns = <T>(all: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)))

/** A report and its measures with one column and what it is computed from, without charts: what one number needs. */
export function onlyColumn(
  report: ReportDefinition,
  measures: MeasuresByColumn,
  key: string,
): { report: ReportDefinition; measures: MeasuresByColumn } {
  const { shareOf, metadata: _, ...rest } = report
  const wholes = shareOf?.columns.includes(key) ? [shareOf.whole] : []
  const needed = columnsBehind(report.columns, [key, ...wholes])
  const columns = pickColumns(report.columns, needed)
  return {
    report: { ...rest, ...(shareOf && { shareOf }), columns, tiles: [key], charts: [] },
    measures: pickColumns(measures, needed),
  }
}
