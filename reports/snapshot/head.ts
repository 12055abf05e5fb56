import { formatShortDay, pluralize, type ReportResult, weekdayOf, weekdays } from '@leaselight/model'

/** By the reader's own clock. */
export function greetingAt(now: number): string {
  const hour = new Date(now).getHours()
  return hour < 12 ? 'Good morning.' : hour < 18 ? 'Good afternoon.' : 'Good evening.'
}

/** `Sunday, Nov 22`, `22 properties` */
export function headFacts({ coverage }: ReportResult, today: string): string[] {
  const weekday = Object.values(weekdays)[weekdayOf(today) - 1]
  return [`${weekday}, ${formatShortDay(today)}`, pluralize(coverage.properties.length, 'property')]
}
