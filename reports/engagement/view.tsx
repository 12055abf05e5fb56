import { prepareChart } from '@leaselight/charts'
import { isByWeek } from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import { ArrowLink, chartStateOf } from '@leaselight/ui/views'
import { useMemo } from 'react'
import type { QueryResult, ReportViewProps } from '../views'

/** Who is looked after at present, then how each day ended. */
export default function EngagementView(props: ReportViewProps) {
  const { onPick, lead, evidence, useReport, reportLink } = props
  const daily = useReport({ report: 'engagement-daily' })
  const way = reportLink({ report: 'engagement-daily' })
  return (
    <>
      {lead}
      {evidence}
      <div>
        <DailyHistory daily={daily} onPick={onPick} pinChart={props.pinChart} />
        {way && <ArrowLink {...way}>Every day with its properties and agents</ArrowLink>}
      </div>
    </>
  )
}

function DailyHistory({
  daily,
  onPick,
  pinChart,
}: Pick<ReportViewProps, 'onPick' | 'pinChart'> & { daily: ReturnType<ReportViewProps['useReport']> }) {
  const seen = daily.is === 'here' ? daily.data : undefined
  const model = useMemo(() => seen && historyOf(seen), [seen])
  const spec = seen && historySpec(seen.report)
  return (
    <ChartCard
      {...chartStateOf(daily)}
      model={model ?? null}
      action={spec && pinChart(spec, seen)}
      onPick={(mark) => onPick(mark, seen)}
    />
  )
}

/** The chart of the daily report's days; its weeks are beside the page's own numbers. */
const historySpec = ({ charts }: QueryResult['report']) => charts.find((spec) => !isByWeek(spec))

function historyOf({ report, result, state }: QueryResult) {
  const spec = historySpec(report)
  return spec ? prepareChart(spec, report, result, state) : null
}
