import {
  formatDay,
  formatInstant,
  formatRange,
  type ReportDefinition,
  type ReportResult,
  zoneName,
} from '@leaselight/model'

/** The footer of a report: which days, in which zone, how fresh, and the notes. */
export function footerNotes(report: ReportDefinition, result: ReportResult): string[] {
  const { period, priorPeriod, asOf, today, timeZone, propertyTimeZones, freshness, notes } = result
  const several = propertyTimeZones.length > 1
  return [
    ...(period
      ? [
          priorPeriod
            ? `${formatRange(period, today)}, compared with ${formatRange(priorPeriod, today)}`
            : formatRange(period, today),
        ]
      : []),
    ...(asOf ? [`As of ${formatDay(asOf, today)}`] : []),
    several
      ? `Days are each property’s own, in ${propertyTimeZones.length} time zones`
      : `Days in ${zoneName(propertyTimeZones[0] ?? timeZone)}`,
    freshness.newestFactAt
      ? `Data up to ${formatInstant(freshness.newestFactAt, timeZone, today)} ${zoneName(timeZone)}`
      : 'No data has been imported yet',
    ...(freshness.importedAt ? [`imported ${formatInstant(freshness.importedAt, timeZone, today)}`] : []),
    ...freshness.notices,
    ...notes,
    ...(report.notes ?? []).filter((note) => !notes.includes(note)),
  ]
}
