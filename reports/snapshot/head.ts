import { formatInstant, formatShortDay, pluralize, type ReportResult, weekdayOf, weekdays } from '@leaselight/model'

/** By the reader's own clock. */
export function greetingAt(now: number): string {
  const hour = new Date(now).getHours()
  return hour < 12 ? 'Good morning.' : hour < 18 ? 'Good afternoon.' : 'Good evening.'
}

/** `Sunday, Nov 22`, `22 properties`, `data to Nov 21, 11:57 PM` */
export function headFacts({ coverage, freshness, timeZone }: ReportResult, today: string): string[] {
  const weekday = Object.values(weekdays)[weekdayOf(today) - 1]
  return [
    `${weekday}, ${formatShortDay(today)}`,
    pluralize(coverage.properties.length, 'property'),
    freshness.newestFactAt ? `data to ${formatInstant(freshness.newestFactAt, timeZone, today)}` : 'no data yet',
    ...freshness.notices,
  ]
}
