import {
  type Dimension,
  flagValue,
  type MetadataDefinition,
  type ReportDefinition,
  type ReportMetadata,
  type ReportResult,
  type Row,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'

/** The dimensions that a report's metadata groups the whole selection by. */
export const extraDimensions = ({ rows, metadata = {} }: ReportDefinition): Dimension[] => [
  ...new Set(
    Object.values(metadata).flatMap((extra) => (extra.kind === 'rows' && rows.includes(extra.of) ? [extra.of] : [])),
  ),
]

/**
 * A report's metadata besides rows and totals: without a whole result only its flags; null where the company's flags
 * don't allow it.
 * @param rowsBeside the rows by each of `extraDimensions`
 */
export function extrasOf(
  report: ReportDefinition,
  result: ReportResult | null,
  { company }: Pick<CompanyContext, 'company'>,
  marks: Readonly<Record<string, boolean>>,
  rowsBeside: ReadonlyMap<Dimension, Row[]>,
): ReportMetadata {
  const read = (name: string, extra: MetadataDefinition): ReportMetadata[string] => {
    switch (extra.kind) {
      case 'rows':
        return (result && rowsBeside.get(extra.of)) ?? null
      case 'mark':
        return marks[name] ?? false
      case 'sentences':
        return result && (!extra.flag || flagValue(extra.flag, company.flags)) ? extra.summarize(result) : null
    }
  }
  const extras = Object.entries(report.metadata ?? {})
  return Object.fromEntries(extras.map(([name, extra]) => [name, read(name, extra)]))
}
