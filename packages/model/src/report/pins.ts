import { bars, type ChartSpec, chartColumns, chartKey } from './chartSpec'
import { columnByName } from './columnNames'
import type { ReportDefinition } from './definition'

/** What of a report can be pinned to one's own page. */
export const pinKinds = ['number', 'chart', 'finding'] as const
export type PinKind = (typeof pinKinds)[number]

/** One's own page where a report's key, title and address are named: in what is sent and scheduled. No report has its key. */
export const MY_PAGE = { key: 'my-page', title: 'My page', address: '/my-page' } as const

/** The most pins on one's own page. */
export const MAX_PINS = 12

/** What is pinned of a report: the column of a number, the key of a chart, or the key of a finding. */
export interface PinnedItem {
  kind: PinKind
  item: string
}

type Charted = Pick<ReportDefinition, 'charts' | 'columns'>

/** The chart of a report with that key; undefined where it has none such any more. */
export const chartWithKey = (report: Charted, key: string): ChartSpec | undefined =>
  report.charts.find((spec) => chartKey(spec) === key) ?? chosenBars(report, key)

/** Bars of one or two of a report's columns, which a view draws as its reader chooses; the definition has no such chart. */
function chosenBars({ columns }: Charted, key: string): ChartSpec | undefined {
  const [column = '', beside] = key.slice(key.indexOf(':') + 1).split(',')
  const spec = bars(column, undefined, beside)
  const isKnown = [column, beside ?? column].every(
    (name) => Object.hasOwn(columns, name) && columns[name]?.kind !== 'fact',
  )
  return isKnown && chartKey(spec) === key ? spec : undefined
}

/** What is pinned under the report's names of now: a number may be pinned under a former name. */
export const currentItem = (report: ReportDefinition, { kind, item }: PinnedItem): string =>
  (kind === 'number' ? columnByName(report, item) : undefined) ?? item

/** What a report calls a number or a chart of its own; null where it has none such. A finding is named by its subject. */
export function pinLabel(report: ReportDefinition, { kind, item }: PinnedItem): string | null {
  if (kind === 'number') {
    const column = report.columns[columnByName(report, item) ?? '']
    return column && column.kind !== 'fact' ? column.label : null
  }
  const spec = kind === 'chart' ? chartWithKey(report, item) : undefined
  if (!spec) return null
  // Of an outlook the other columns are its limits and lines.
  const columns = spec.kind === 'outlook' ? [spec.column] : chartColumns(spec)
  const labels = columns.flatMap((key) => report.columns[key]?.label ?? [])
  return `Chart of ${[...new Set(labels)].join(', ').toLowerCase()}`
}
