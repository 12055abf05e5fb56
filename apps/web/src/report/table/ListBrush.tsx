import {
  columnOverTime,
  type DayRange,
  formatRange,
  periodsOf,
  type ReportDefinition,
  type ReportResult,
  rowsOverTime,
  type TimeBar,
} from '@leaselight/model'
import { type BarRange, TimeBrush } from '@leaselight/ui/brush'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { withoutBrush } from '../../state/brush'
import { reportQuery } from '../queries'
import type { ReportControls } from '../useReportState'

interface Props {
  report: ReportDefinition
  controls: ReportControls
  /** The result of the dates that the report shows. */
  result: ReportResult
}

/** The rows of a list over its period, to narrow it to some days. They stay as they are while it is narrowed. */
export default function ListBrush({ report, controls, result }: Props) {
  const { client } = useServices()
  const { today } = useGlobal()
  const { state, within, brush, update } = controls
  // What was shown before it was narrowed, and so mostly known.
  const whole = useQuery({
    ...reportQuery(client, report, withoutBrush(state, within), today),
    enabled: within !== undefined,
  })
  const shown = within ? whole.data?.result : result
  // Once, and not with every key in Find.
  const found = useMemo(() => shown && rowsOverTime(report, shown), [report, shown])
  const column = report.columns[columnOverTime(report) ?? '']
  if (!found || !shown?.period || !column) return null
  const { unit, bars, total } = found
  const days = within && periodsOf(report, state.filters, today).current
  const chosen = days ? barsAt(bars, days) : null
  const sum = chosen ? bars.slice(chosen.first, chosen.last + 1).reduce((all, { count }) => all + count, 0) : total
  const counts = chosen ? [sum, total] : [total]
  return (
    <TimeBrush
      label={`${column.label} by ${unit}`}
      bars={bars}
      chosen={chosen}
      summary={counts.map((count) => count.toLocaleString('en-US')).join(' of ')}
      {...(unit !== 'hour' && { onChoose: (range: BarRange) => brush(daysOf(bars, range)) })}
      clear={{
        label: `Show all of ${formatRange(shown.period, today)}`,
        onClear: () => within && update({ dateRange: within }),
      }}
    />
  )
}

/** The bars that have some of the days; null without any. */
function barsAt(bars: readonly TimeBar[], { start, end }: DayRange): BarRange | null {
  const has = ({ days }: TimeBar) => days.start <= end && days.end >= start
  const first = bars.findIndex(has)
  return first < 0 ? null : { first, last: bars.findLastIndex(has) }
}

const daysOf = (bars: readonly TimeBar[], { first, last }: BarRange): DayRange => {
  const [begin, close] = [bars[first], bars[last]]
  if (!begin || !close) throw new Error('A choice is of bars that are drawn.')
  return { start: begin.days.start, end: close.days.end }
}
