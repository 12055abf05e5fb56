import { addTo, type Day, type DayRange, endOf, formatRange, type ReportResult, startOf } from '@leaselight/model'

interface OfDays {
  days?: DayRange
}

/** The part of a period since the first day with data: a week before it is unknown, not empty. */
export const sinceFirstData = ({ start, end }: DayRange, { coverage: { first } }: Pick<ReportResult, 'coverage'>) => ({
  start: first !== null && first > start ? first : start,
  end,
})

/** The weeks of a period in order, with those that have no row: a gap would make neighbors of weeks that aren't. */
export function withEmptyWeeks<G extends OfDays>(
  groups: readonly G[],
  period: DayRange,
  empty: (days: DayRange) => G,
): G[] {
  const known = new Set(groups.flatMap(({ days }) => days?.start ?? []))
  const without = weeksOf(period).filter(({ start }) => !known.has(start))
  const first = ({ days }: G): Day => days?.start ?? ''
  return [...groups, ...without.map(empty)].sort((a, b) => first(a).localeCompare(first(b)))
}

/** Which weeks have only some of their days in the period; null where none is cut. */
export function cutWeeks(groups: readonly OfDays[], period: DayRange, today: Day): string | null {
  const parts = groups.flatMap(({ days }) => {
    if (!days || (days.start >= period.start && days.end <= period.end)) return []
    const start = days.start < period.start ? period.start : days.start
    return [formatRange({ start, end: days.end > period.end ? period.end : days.end }, today)]
  })
  return parts.length > 0 ? `Partial week: ${parts.join(' and ')}.` : null
}

function weeksOf({ start, end }: DayRange): DayRange[] {
  const weeks: DayRange[] = []
  for (let day = startOf(start, 'week'); day <= end; day = addTo(day, 1, 'week'))
    weeks.push({ start: day, end: endOf(day, 'week') })
  return weeks
}
