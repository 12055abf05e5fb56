import type { ChartSpec, Column, ReportDefinition, ReportResult, ReportState } from '@leaselight/model'
import type { ChartModel } from '../model'

export type SpecOf<K extends ChartSpec['kind']> = Extract<ChartSpec, { kind: K }>

/** Prepares a chart of one kind from final rows; null when there is nothing to show. */
export type Prepare<K extends ChartSpec['kind']> = (
  spec: SpecOf<K>,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  goals?: DailyGoals,
) => ChartModel | null

/** How many a day a goal needs, by column. */
export type DailyGoals = Readonly<Record<string, number>>

/** The report's column with that key; report definitions are validated when created. */
export function columnOf(report: ReportDefinition, key: string): Column {
  const column = report.columns[key]
  if (!column) throw new Error(`Report ${report.key}: there is no column "${key}".`)
  return column
}
