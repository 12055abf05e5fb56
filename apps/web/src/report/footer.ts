import { formatDay, formatInstant, formatRange, type ReportDefinition, type ReportResult } from '@leaselight/model'

/** A zone's common name: `Pacific Time`. */
export function zoneLabel(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0)
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
  } catch {
    // A zone this browser does not know is shown by its own name.
    return zone
  }
}

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
      : `Days in ${zoneLabel(propertyTimeZones[0] ?? timeZone)}`,
    freshness.newestFactAt
      ? `Data up to ${formatInstant(freshness.newestFactAt, timeZone)} ${zoneLabel(timeZone)}`
      : 'No data has been imported yet',
    ...(freshness.importedAt ? [`imported ${formatInstant(freshness.importedAt, timeZone)}`] : []),
    ...freshness.notices,
    ...notes,
    ...(report.notes ?? []).filter((note) => !notes.includes(note)),
  ]
}
