import { prepareChart } from '@leaselight/charts'
import {
  type ChartSpec,
  chartState,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
} from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { reportQuery } from '../queries'
import classes from '../report.module.css'

export interface ChartsProps {
  report: ReportDefinition
  state: ReportState
  result: ReportResult | undefined
  stale: boolean
}

/** A report's charts, in two columns where there is room. */
export default function ChartGrid({ report, state, result, stale }: ChartsProps) {
  if (report.charts.length === 0) return null
  const halves = report.charts.filter(isNarrow)
  const alone = halves.length % 2 === 1 ? halves.at(-1) : undefined
  return (
    <div className={classes.charts}>
      {report.charts.map((spec, index) => {
        const Chart = spec.variant ? VariantChart : MainChart
        return (
          // A report's charts are a fixed list; each keeps its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index} className={classes.chart} data-wide={!isNarrow(spec) || spec === alone || undefined}>
            <Chart spec={spec} report={report} state={state} result={result} stale={stale} />
          </div>
        )
      })}
    </div>
  )
}

/** A heat map needs the whole width; the other charts fit in two columns. */
const isNarrow = ({ kind }: ChartSpec): boolean => kind !== 'heatMap'

interface ChartProps extends ChartsProps {
  spec: ChartSpec
}

function MainChart({ spec, report, state, result, stale }: ChartProps) {
  const model = useMemo(
    () => (result ? prepareChart(spec, report, result, state) : null),
    [spec, report, result, state],
  )
  return <ChartCard model={model} loading={!result} stale={stale} />
}

/** A chart with a result of its own, requested after the report's numbers have arrived. */
function VariantChart({ spec, report, state, result, stale }: ChartProps) {
  const { client } = useServices()
  const { today } = useGlobal()
  const side = useMemo(() => chartState(spec, state), [spec, state])
  const answer = useQuery({ ...reportQuery(client, report, side, today, 'all'), enabled: result !== undefined })
  const model = useMemo(
    () => (answer.data ? prepareChart(spec, report, answer.data.result, answer.data.state) : null),
    [spec, report, answer.data],
  )
  return (
    <ChartCard
      model={model}
      loading={!answer.data}
      stale={stale || answer.isPlaceholderData}
      {...(answer.error && { error: { message: answer.error.message, retry: () => void answer.refetch() } })}
    />
  )
}
