import { lastWeeks } from '@leaselight/charts/weeks'
import {
  addTo,
  type ChangeExplanation as Changes,
  DAYS_IN_WEEK,
  dayCount,
  drawnNumber,
  formatMonth,
  formatRange,
  isDrillable,
  numberText,
  TREND_WEEKS,
  visibleTiles,
} from '@leaselight/model'
import { Card, type TrendRow, TrendTable } from '@leaselight/ui/views'
import { useMemo } from 'react'
import type { GoalsBeside, ReportViewProps } from '../views'

interface Props {
  view: ReportViewProps
  /** What explains the changes; undefined before it has come. */
  changes: Changes | undefined
  /** The goals of the month; null where there are none, undefined before they have come. */
  goals: GoalsBeside | null | undefined
}

/** How the period stands: each headline number, what it usually is, and its last eight weeks. */
export function WeekNumbers({ view, changes, goals }: Props) {
  const { report, state, result, stale, today, onDrillDown, pinNumber, useReport } = view
  const end = result.period?.end ?? today
  const weeks = useReport({
    filters: { dateRange: { preset: 'custom', start: addTo(end, 1 - TREND_WEEKS * DAYS_IN_WEEK), end } },
  })
  const trends = useMemo(() => {
    if (weeks.is !== 'here') return []
    const { series, coverage } = weeks.data.result
    return lastWeeks(report.columns, series, { end, weeks: TREND_WEEKS, first: coverage.first })
  }, [weeks, report, end])
  const isWeek = result.period !== null && dayCount(result.period) === DAYS_IN_WEEK
  const rows = visibleTiles(report, state).flatMap((key): TrendRow[] => {
    const column = report.columns[key]
    if (!column) return []
    return [
      {
        ...{ key, label: column.label, definition: column.definition, format: column.format },
        value: numberText(report.columns, key, result.total, { total: result.total }),
        judgement: result.judgement?.[key] ?? null,
        trend: trends.map((numbers) => numbers && drawnNumber(report.columns, key, numbers)),
        goal: goals?.goals[key],
        why: changes?.headlines.find((headline) => headline.column === key)?.explanation ?? undefined,
        action: pinNumber(key),
        onOpen: isDrillable(column) && result.total[key] ? () => onDrillDown(null, key) : undefined,
      },
    ]
  })
  const which = isWeek ? 'week' : 'period'
  return (
    <Card
      title={`How the ${which} stands`}
      description={
        result.period &&
        [
          formatRange(result.period, today),
          result.priorPeriod && `compared with ${formatRange(result.priorPeriod, today)}`,
        ]
          .filter(Boolean)
          .join(', ')
      }
      stale={stale}
    >
      <TrendTable
        caption={`How the ${which} stands`}
        headers={{
          value: `This ${which}`,
          trend: `${TREND_WEEKS} weeks`,
          goal: goals?.month && `Goal for ${formatMonth(`${goals.month}-01`, today)}`,
        }}
        rows={rows}
        isUsualOfTrend={isWeek}
      />
    </Card>
  )
}
