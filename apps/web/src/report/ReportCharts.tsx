import { prepareChart } from '@leaselight/charts'
import type { ReportDefinition, ReportResult, ReportState } from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import { useMemo } from 'react'

interface Props {
  report: ReportDefinition
  state: ReportState
  result: ReportResult | undefined
  stale: boolean
}

/** The charts a report asks for. */
export function ReportCharts({ report, state, result, stale }: Props) {
  const models = useMemo(
    () => report.charts.map((spec) => (result ? prepareChart(spec, report, result, state) : null)),
    [report, result, state],
  )
  return models.map((model, index) => (
    // A report's charts are a fixed list; each keeps its place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <ChartCard key={index} model={model} loading={!result} stale={stale} />
  ))
}
