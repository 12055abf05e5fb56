import {
  type Dimension,
  type Extras,
  flagValue,
  type ReportDefinition,
  type ReportResult,
  type Row,
} from '@leaselight/model'
import type { Directory } from './directory'

/** The report with rows of one dimension alone: the selection as a whole by what stands within its rows. */
export function rowsOf(report: ReportDefinition, of: Dimension): ReportDefinition {
  const { rowsBySwitch: _, opensByContact: __, innerRowsFlag: ___, extras: ____, explains: _____, ...rest } = report
  return { ...rest, rows: [of], charts: [] }
}

/** What a report's answer says besides its rows and totals, where there is no whole result its marks alone; null what the company's flags keep closed. */
export async function extrasOf(
  report: ReportDefinition,
  result: ReportResult | null,
  { company }: Pick<Directory, 'company'>,
  marks: Readonly<Record<string, boolean>>,
  rowsBy: (of: Dimension) => Promise<Row[]>,
): Promise<Extras> {
  const said = Object.entries(report.extras ?? {}).map(async ([name, extra]): Promise<[string, Extras[string]]> => {
    switch (extra.kind) {
      case 'rows':
        return [name, result && report.rows.includes(extra.of) ? await rowsBy(extra.of) : null]
      case 'mark':
        return [name, marks[name] ?? false]
      case 'sentences':
        return [name, result && (!extra.flag || flagValue(extra.flag, company.flags)) ? extra.say(result) : null]
    }
  })
  return Object.fromEntries(await Promise.all(said))
}
