import { prepareChart } from '@leaselight/charts'
import { type ColumnName, formatCell, pluralize, type TotalOf } from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import { ArrowLink, Card, chartStateOf, PartsBar } from '@leaselight/ui/views'
import { useMemo } from 'react'
import { barPartsOf } from '../barParts'
import type { QueryResult, ReportViewProps } from '../views'
import type { engagement } from './report'

const NOW: readonly ColumnName<typeof engagement>[] = ['recentGreen', 'recentYellow', 'recentRed']

/** Present engagement, then the engagement at the end of each day. */
export default function EngagementView(props: ReportViewProps) {
  const { report, result, stale, onDrillDown, onPick, tiles, charts, table, useReport, reportLink } = props
  const daily = useReport({ report: 'engagement-daily' })
  const way = reportLink({ report: 'engagement-daily' })
  const parts = barPartsOf(report, result, NOW, onDrillDown)
  return (
    <>
      {tiles}
      <Card title={nowInWords(result.total)} description="Active prospects as they stand now" stale={stale}>
        <PartsBar label="Active prospects now" parts={parts} />
      </Card>
      <div>
        <DailyHistory daily={daily} onPick={onPick} pinChart={props.pinChart} />
        {way && <ArrowLink {...way}>Every day with its properties and agents</ArrowLink>}
      </div>
      {charts}
      {table}
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
  const [spec] = seen?.report.charts ?? []
  return (
    <ChartCard
      {...chartStateOf(daily)}
      model={model ?? null}
      action={spec && pinChart(spec, seen)}
      onPick={(mark) => onPick(mark, seen)}
    />
  )
}

/** The chart of the daily report. */
function historyOf({ report, result, state }: QueryResult) {
  const [spec] = report.charts
  return spec ? prepareChart(spec, report, result, state) : null
}

function nowInWords({ recentGreen, recentYellow, recentRed }: TotalOf<typeof engagement>): string {
  const [green, yellow, red] = [recentGreen, recentYellow, recentRed].map((value) => value ?? 0) as [
    number,
    number,
    number,
  ]
  const all = green + yellow + red
  if (all === 0) return 'No one is waiting: there are no active prospects'
  if (red === 0) return `No one is left waiting: ${pluralize(green, 'prospect is', 'prospects are')} looked after`
  return `${formatCell(red, 'integer')} of ${pluralize(all, 'active prospect')} ${red === 1 ? 'is' : 'are'} left waiting`
}
