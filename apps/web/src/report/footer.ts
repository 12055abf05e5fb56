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
  const { period, priorPeriod, asOf, timeZone, propertyTimeZones, freshness, notes } = result
  const several = propertyTimeZones.length > 1
  return [
    ...(period
      ? [priorPeriod ? `${formatRange(period)}, compared with ${formatRange(priorPeriod)}` : formatRange(period)]
      : []),
    ...(asOf ? [`As of ${formatDay(asOf)}`] : []),
    several
      ? `Days are each property’s own, in ${propertyTimeZones.length} time zones`
      : `Days in ${zoneName(propertyTimeZones[0] ?? timeZone)}`,
    freshness.newestFactAt
      ? `Data up to ${formatInstant(freshness.newestFactAt, timeZone)} ${zoneName(timeZone)}`
      : 'No data has been imported yet',
    ...(freshness.importedAt ? [`imported ${formatInstant(freshness.importedAt, timeZone)}`] : []),
    ...freshness.notices,
    ...notes,
    ...(report.notes ?? []).filter((note) => !notes.includes(note)),
  ]
}
