import { prepareChart } from '@leaselight/charts'
import { formatCell, plural } from '@leaselight/model'
import { ChartCard } from '@leaselight/ui'
import { Card, PartsBar, Way } from '@leaselight/ui/views'
import { useMemo } from 'react'
import { partsOf } from '../parts'
import type { ReportViewProps, Seen } from '../views'

/** Who is being looked after right now, then how the days ended. */
export default function EngagementView(props: ReportViewProps) {
  const { report, result, stale, onOpen, tiles, charts, table, useAnswer, linkTo } = props
  const daily = useAnswer({ report: 'engagement-daily' })
  const way = linkTo({ report: 'engagement-daily' })
  const parts = partsOf(report, result, ['recentGreen', 'recentYellow', 'recentRed'], onOpen)
  return (
    <>
      {tiles}
      <Card title={nowInWords(result.total)} about="Active prospects as they stand now" stale={stale}>
        <PartsBar label="Active prospects now" parts={parts} />
      </Card>
      <div>
        <DailyHistory daily={daily} />
        {way && <Way {...way}>Every day with its properties and agents</Way>}
      </div>
      {charts}
      {table}
    </>
  )
}

function DailyHistory({ daily }: { daily: ReturnType<ReportViewProps['useAnswer']> }) {
  const model = useMemo(() => daily.data && historyOf(daily.data), [daily.data])
  return (
    <ChartCard
      model={model ?? null}
      loading={!daily.data}
      stale={daily.stale}
      {...(daily.error && { error: daily.error })}
    />
  )
}

/** The picture with which the daily report itself answers. */
function historyOf({ report, result, state }: Seen) {
  const [spec] = report.charts
  return spec ? prepareChart(spec, report, result, state) : null
}

function nowInWords({ recentGreen, recentYellow, recentRed }: Record<string, number | null>): string {
  const [green, yellow, red] = [recentGreen, recentYellow, recentRed].map((value) => value ?? 0) as [
    number,
    number,
    number,
  ]
  const all = green + yellow + red
  if (all === 0) return 'Nobody is waiting: there are no active prospects'
  if (red === 0) return `Nobody is left waiting: ${plural(green, 'prospect is', 'prospects are')} looked after`
  return `${formatCell(red, 'integer')} of ${plural(all, 'active prospect')} ${red === 1 ? 'is' : 'are'} left waiting`
}
