import {
  daysOfResult,
  formatInstant,
  formatRange,
  type ReportDefinition,
  type ReportResult,
  zoneName,
} from '@leaselight/model'

/** The footer of a report: which days, in which zone, how fresh, and the notes. */
export function footerNotes(report: ReportDefinition, result: ReportResult): string[] {
  const { priorPeriod, today, timeZone, propertyTimeZones, freshness, notes } = result
  const days = daysOfResult(result)
  const several = propertyTimeZones.length > 1
  return [
    ...(days ? [priorPeriod ? `${days}, compared with ${formatRange(priorPeriod, today)}` : days] : []),
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
