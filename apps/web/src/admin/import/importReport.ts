import { pluralize } from '@leaselight/model'

const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** What became of the records of one entity; `read` is the sum of the others. */
export interface RecordCounts {
  entity: string
  read: number
  new: number
  changed: number
  unchanged: number
  removed: number
  rejected: number
}

/** What a source file held; `read` is the sum of the others. */
export interface SourceCounts {
  item: string
  read: number
  records: number
  merged: number
  skipped: number
  rejected: number
}

/** The report of an import, with the names that the server sends. */
export interface ImportReport {
  kind: 'contract' | 'mits' | 'csv'
  dry_run: boolean
  too_many_rejected: boolean
  source: SourceCounts[]
  records: RecordCounts[]
  rejected: number
  notes: { item: string; field: string; reason: string; count: number }[]
  more_notes: number
  unused: { item: string; names: string[]; more: boolean }[]
  stopped: string | null
  first: { entity: string; line: number; record: Record<string, unknown> }[]
  seconds: number
}

/** A record or row that was rejected. */
export interface Rejection {
  entity: string
  line: number
  id: number | string | null
  field: string
  reason: string
}

/** How many records of a report did one thing. */
export const totalOf = ({ records }: ImportReport, field: Exclude<keyof RecordCounts, 'entity'>): number =>
  records.reduce((sum, counts) => sum + counts[field], 0)

/** The report in a sentence or two. */
export function summarize(report: ImportReport): string {
  const { dry_run: isDryRun, too_many_rejected: isTooMany, rejected, stopped } = report
  if (isTooMany)
    return stopped
      ? 'Nothing was imported, because the file could not be read to its end.'
      : `Nothing was imported: ${formatNumber(rejected)} were rejected, more than allowed.`
  const parts = (['new', 'changed', 'unchanged', 'removed'] as const).flatMap((field) => {
    const count = totalOf(report, field)
    return count > 0 ? [`${formatNumber(count)} ${field}`] : []
  })
  const records = parts.length > 0 ? parts.join(', ') : 'no records'
  const start = isDryRun ? 'Would be imported:' : 'Imported:'
  const end = rejected > 0 ? ` ${pluralize(rejected, 'rejection')}.` : ''
  return `${start} ${records}.${end}`
}
