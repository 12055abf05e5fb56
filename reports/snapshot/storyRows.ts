import {
  buildTable,
  dimension,
  formatRange,
  largestParts,
  pluralize,
  type Row,
  rowDimensions,
  type TableRow,
  type Watch,
  type WordedFinding,
  watchedParts,
  waterfall,
  wordsOfWatch,
} from '@leaselight/model'
import type { WaterfallRow } from '@leaselight/ui/views'
import type { QueryResult } from '../views'

export interface Found {
  watch: Watch
  part: string
  whole: string | null
}

/** The watched number that a finding tells of: the one whose words its sentence has. */
export function watched({ report }: Pick<QueryResult, 'report'>, { topic, sentence }: WordedFinding): Found | null {
  const watch = report.watches?.find((one) => one.topic === topic && wordsOfWatch(one).test(sentence))
  const parts = watch && watchedParts(report.columns, watch)
  return watch && parts ? { watch, ...parts } : null
}

/** What a row is called among the names of its outer rows. */
export const nameOf = ({ texts }: TableRow, names: number): string =>
  texts.slice(0, Math.max(1, names)).findLast(Boolean) ?? ''

const MOST_PARTS = 5

/** The subject's own numbers and the rows inside it; null where the report has none. */
function insideOf({ report, state, result }: QueryResult, { subject }: WordedFinding) {
  const dimensions = rowDimensions(report, state)
  const { rows } = buildTable(report, result, state)
  const outer = rows.filter(({ row }) => row.depth === 0)
  const isCompany = subject.kind === 'company'
  const own = isCompany ? result.total : outer.find((one) => nameOf(one, dimensions.length) === subject.name)?.row
  const inner = dimensions[isCompany ? 0 : 1]
  const inside = isCompany ? outer : rows.filter(({ row }) => row.parent === own?.key)
  return own && inner !== undefined && inside.length > 1 ? { own, inner, inside } : null
}

/**
 * What each row inside a finding's subject adds to the number that would be usual of as many cases: five rows and the
 * rest, which sum exactly to the number that is. Null where there are no such rows, or where they don't add up to the
 * subject's own number, as people don't who are seen in several.
 */
export function partsOf(seen: QueryResult, finding: WordedFinding, level: number) {
  const { report, state, result } = seen
  const found = watched(seen, finding)
  const subject = insideOf(seen, finding)
  if (!subject || !found || found.whole === null) return null
  const { part, whole } = found
  const { own, inner, inside } = subject
  const number = (row: Row | QueryResult['result']['total'], key: string) => Number(row[key] ?? 0)
  const sumOf = (key: string) => inside.reduce((sum, { row }) => sum + number(row, key), 0)
  const [now, cases] = [number(own, part), number(own, whole)]
  if (cases === 0 || sumOf(part) !== now || sumOf(whole) !== cases) return null
  const names = rowDimensions(report, state).length
  const text = (value: number) => value.toLocaleString('en-US')
  const all = inside.map((one) => {
    const [count, of] = [number(one.row, part), number(one.row, whole)]
    const name = nameOf(one, names)
    return { key: one.row.key, name, change: count - level * of, sentence: `${name}: ${text(count)} of ${text(of)}` }
  })
  const { largest, rest } = largestParts(all, MOST_PARTS)
  const others = pluralize(rest.length, 'other')
  const remaining = {
    ...{ key: 'others', name: others, sentence: `${others} together`, isRest: true },
    change: rest.reduce((sum, { change }) => sum + change, 0),
  }
  const label = report.columns[part]?.label ?? ''
  return {
    about: [label, result.period && formatRange(result.period, result.today)].filter(Boolean).join(', '),
    by: dimension(inner).label.toLowerCase(),
    usual: level * cases,
    now,
    rows: waterfall(level * cases, [...largest, ...(rest.length > 0 ? [remaining] : [])]).map(
      (bar): WaterfallRow => ({ ...bar, sentence: `${bar.sentence}, ${againstUsual(bar.shown)}.` }),
    ),
  }
}

/** `4 more than usual` */
function againstUsual(change: number): string {
  if (change === 0) return 'as usual'
  return `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'} than usual`
}
