import {
  daysOfResult,
  formatMoment,
  formatRange,
  looksAhead,
  type ReportDefinition,
  type ReportResult,
  zoneName,
} from '@leaselight/model'

/** Where a page's numbers come from, for the line below its title: which days, by whose clock, how fresh, what is late. */
export function provenance(report: ReportDefinition, result: ReportResult): string[] {
  const { priorPeriod, today, timeZone, propertyTimeZones, freshness } = result
  const days = daysOfResult(result)
  const { newestFactAt, notices } = freshness
  return [
    priorPeriod && !looksAhead(report) ? `${days} vs ${formatRange(priorPeriod, today)}` : days,
    propertyTimeZones.length > 1 ? 'each property’s own time' : zoneName(propertyTimeZones[0] ?? timeZone),
    newestFactAt ? `data up to ${formatMoment(newestFactAt, timeZone, today)}` : 'no data imported yet',
    ...notices,
  ]
}

/** The notes below a page: when its data was imported, and what its numbers mean or leave out. */
export function footerNotes(report: ReportDefinition, { today, timeZone, freshness, notes }: ReportResult): string[] {
  const { importedAt } = freshness
  return [
    ...notes,
    ...(report.notes ?? []).filter((note) => !notes.includes(note)),
    ...(importedAt ? [`Imported ${formatMoment(importedAt, timeZone, today)}`] : []),
  ]
}
