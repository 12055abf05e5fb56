import type { ReportDefinition, TableModel } from '@leaselight/model'

/** What a report's rows are, for screen readers: `Activity by property and agent`. */
export function captionOf(report: ReportDefinition, { columns }: TableModel, nameColumns: number): string {
  const by = columns.slice(0, nameColumns).map(({ label }) => label.toLowerCase())
  return [report.title, by.join(' and ')].filter(Boolean).join(' by ')
}
