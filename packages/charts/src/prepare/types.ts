import type { ChartSpec, Column, ReportDefinition, ReportResult, ReportState } from '@leaselight/model'
import type { ChartModel } from '../model'

export type SpecOf<K extends ChartSpec['kind']> = Extract<ChartSpec, { kind: K }>

/** Makes a chart of one kind from finished rows; null when there is nothing to see. */
export type Prepare<K extends ChartSpec['kind']> = (
  spec: SpecOf<K>,
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
) => ChartModel | null

/** The report's column of that key; definitions are checked when they are made. */
export function columnOf(report: ReportDefinition, key: string): Column {
  const column = report.columns[key]
  if (!column) throw new Error(`Report ${report.key}: there is no column "${key}".`)
  return column
}
