import {
  type Dimension,
  flagValue,
  type ReportDefinition,
  type ReportMetadata,
  type ReportResult,
  type Row,
} from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'

/** The report with rows of a single dimension: the whole selection, grouped by what is below its rows. */
export function groupedBy(report: ReportDefinition, of: Dimension): ReportDefinition {
  const { rowsBySwitch: _, expandsByContact: __, innerRowsFlag: ___, metadata: ____, explains: _____, ...rest } = report
  return { ...rest, rows: [of], charts: [] }
}

/**
 * A report's metadata besides rows and totals: without a whole result only its flags; null where the company's flags
 * don't allow it.
 */
export async function extrasOf(
  report: ReportDefinition,
  result: ReportResult | null,
  { company }: Pick<CompanyContext, 'company'>,
  marks: Readonly<Record<string, boolean>>,
  rowsBy: (of: Dimension) => Promise<Row[]>,
): Promise<ReportMetadata> {
  const said = Object.entries(report.metadata ?? {}).map(
    async ([name, extra]): Promise<[string, ReportMetadata[string]]> => {
      switch (extra.kind) {
        case 'rows':
          return [name, result && report.rows.includes(extra.of) ? await rowsBy(extra.of) : null]
        case 'mark':
          return [name, marks[name] ?? false]
        case 'sentences':
          return [
            name,
            result && (!extra.flag || flagValue(extra.flag, company.flags)) ? extra.summarize(result) : null,
          ]
      }
    },
  )
  return Object.fromEntries(await Promise.all(said))
}
