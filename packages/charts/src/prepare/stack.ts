import {
  casesText,
  lowercaseLabel,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  titleColumns,
} from '@leaselight/model'
import { type ChartColor, columnColors } from '../colors'
import type { ChartSeries } from '../model'
import {
  calendarCategories,
  type Group,
  type Groups,
  groupRows,
  missingLast,
  paleCategories,
  percentTexts,
  rowNumbers,
  withoutZeros,
} from './groups'
import { highestRate, isCounted, mostOf } from './leading'
import { rowMarks } from './marks'
import { type Answer, type ChartTitle, columnNoun, nameInTitle, roundShare, titleFrom, totalChanges } from './sentences'
import { columnOf, type Prepare, type SpecOf } from './types'

const LIMIT = 12

type Numbers = Group['numbers']

/** Columns as the parts of each row, as counts or as shares of their whole. */
export const prepareStack: Prepare<'stack'> = (spec, report, result, state) => {
  const total = (numbers: Numbers) => spec.columns.reduce((sum, key) => sum + (numbers[key] ?? 0), 0)
  const shares = isShare(spec, report, state)
  const columns = spec.columns.map((key) => columnOf(report, key))
  const rows = result.rows.filter(({ depth }) => depth === 0).map((row) => rowNumbers(report, row))
  const wholeKey = wholeKeyOf(spec, report, [...rows, rowNumbers(report, result.total)])
  const noun = wholeKey !== null && isCounted(report, wholeKey) ? columnNoun(report, wholeKey) : null
  const grouped = groupRows(report, result, state, total, spec.limit ?? LIMIT, noun)
  const { label, layout, isOrdered } = grouped
  const { list, note } = isOrdered ? grouped : withoutZeros(grouped, result, ({ numbers }) => total(numbers))
  const whole = wholeOf(spec, report, state)
  if (shares && layout === 'rows') rankByFirst(list, spec, whole)
  const colors = columnColors(report, [...spec.columns, ...(spec.line === undefined ? [] : [spec.line])])
  const series = spec.columns.map((key, index) => ({
    key,
    label: columns[index]?.label ?? key,
    color: colors[index] ?? 'ink',
    marks: rowMarks(report, key, list),
    values: list.map(({ numbers }) => (shares ? ratio(numbers[key], whole(numbers)) : (numbers[key] ?? null))),
    ...(shares && { texts: list.map(({ numbers }) => shareText(numbers[key], whole(numbers))) }),
  }))
  if (!list.some(({ numbers }) => total(numbers) > 0)) return null
  const line =
    spec.line === undefined ? [] : [lineSeries(spec.line, report, state, list, colors.at(-1) ?? 'ink', result.total)]
  const wholeLabel = wholeKey && columnOf(report, wholeKey).label
  return {
    kind: 'stack',
    ...titleOf(spec, report, grouped, result, { whole, wholeKey, by: label }),
    categoryLabel: label,
    categories: list.map((group) => group.label),
    ...calendarCategories(list),
    ...paleCategories(list),
    series: [...series, ...line],
    format: shares ? 'percent' : (columns[0]?.format ?? 'integer'),
    unit: shares ? `Share of ${lowercaseLabel(wholeLabel ?? 'the row')}` : (wholeLabel ?? columns[0]?.label ?? ''),
    layout,
    ...(shares && { max: 1 }),
    note,
  }
}

// A ratio of the same rows on the same scale, in a color that no part has.
function lineSeries(
  key: string,
  report: ReportDefinition,
  state: ReportState,
  list: readonly Group[],
  color: ChartColor,
  total: Numbers,
): ChartSeries {
  return {
    key,
    label: columnOf(report, key).label,
    color,
    values: list.map(({ numbers }) => numbers[key] ?? null),
    ...percentTexts(report, key, state, list, total),
    asLine: true,
  }
}

// Shares are sorted by their first part; what is no subject stays last.
function rankByFirst(list: Group[], spec: SpecOf<'stack'>, whole: (numbers: Numbers) => number): void {
  const share = ({ numbers }: Group) => ratio(numbers[spec.columns[0] ?? ''], whole(numbers)) ?? 0
  list.splice(0, list.length, ...missingLast(list.toSorted((a, b) => share(b) - share(a))))
}

function isShare(spec: SpecOf<'stack'>, report: ReportDefinition, state: ReportState): boolean {
  return spec.share === true || (state.filters.viewAs === 'PERCENTAGE' && report.shareOf !== undefined)
}

// Where the table shows shares too, both divide by the same whole, so that chart and cell agree.
function wholeOf(spec: SpecOf<'stack'>, report: ReportDefinition, state: ReportState): (numbers: Numbers) => number {
  const shared = state.filters.viewAs === 'PERCENTAGE' ? report.shareOf : undefined
  if (shared && spec.columns.every((key) => shared.columns.includes(key)))
    return (numbers) => numbers[shared.whole] ?? 0
  return (numbers) => spec.columns.reduce((sum, key) => sum + (numbers[key] ?? 0), 0)
}

function ratio(part: number | null | undefined, whole: number): number | null {
  return typeof part === 'number' && whole !== 0 ? part / whole : null
}

/**
 * The whole that the parts add up to: the base of the report's shares, or the column that equals their sum in every
 * row. Because the numbers are equal, the sentence is true under any column label. Null where no column equals it.
 */
function wholeKeyOf(spec: SpecOf<'stack'>, report: ReportDefinition, all: readonly Numbers[]): string | null {
  if (report.shareOf) return report.shareOf.whole
  const sum = (numbers: Numbers) => spec.columns.reduce((total, key) => total + (numbers[key] ?? 0), 0)
  const found = Object.entries(report.columns).find(
    ([key, { kind }]) =>
      (kind === 'count' || kind === 'sum') &&
      !spec.columns.includes(key) &&
      all.every((numbers) => (numbers[key] ?? 0) === sum(numbers)),
  )
  return found ? found[0] : null
}

const shareText = (part: number | null | undefined, whole: number): string =>
  casesText(ratio(part, whole), 'percent', typeof part === 'number' ? { part, whole } : null)

interface TitleOptions {
  whole: (numbers: Numbers) => number
  wholeKey: string | null
  by: string
}

/** What changed, who has most, and where an unwelcome part is too large; each only where it was judged so. */
function titleOf(
  spec: SpecOf<'stack'>,
  report: ReportDefinition,
  groups: Groups,
  result: ReportResult,
  { whole, wholeKey, by }: TitleOptions,
): ChartTitle {
  const parts = [spec.columns[0], spec.columns.at(-1)].map((key) => columnOf(report, key ?? '').label)
  const named = spec.line ?? wholeKey
  const what = named === null ? parts.join(' to ') : columnOf(report, named).label
  const name = `${what} by ${lowercaseLabel(by)}`
  if (spec.line) return titleFrom(totalChanges(report, titleColumns(spec, report.columns), result), name)
  const counts = spec.columns.every((key) => isCounted(report, key))
  const most = counts && !spec.share && !spec.variant
  return titleFrom(
    [
      most && wholeKey !== null
        ? mostOf(groups.all, ({ numbers }) => whole(numbers), columnNoun(report, wholeKey))
        : null,
      counts ? worst(spec, report, groups, whole) : null,
    ],
    name,
  )
}

/** `Oak Court has the highest share of missed calls: 33%`: the unwelcome part that is too large by more than chance. */
function worst(
  spec: SpecOf<'stack'>,
  report: ReportDefinition,
  { list, all }: Groups,
  whole: (numbers: Numbers) => number,
): Answer | null {
  // Rows that are the parts themselves (calls by status) have nothing to compare.
  const apart = all.every(({ numbers }) => spec.columns.filter((key) => (numbers[key] ?? 0) > 0).length <= 1)
  if (apart) return null
  const keys = spec.columns.filter((key) => columnOf(report, key).better === 'lower')
  const found = highestRate(all, keys, ({ numbers }, key) => ({ part: numbers[key] ?? 0, whole: whole(numbers) }))
  // A title is about what is drawn.
  if (!found || !list.includes(found.group)) return null
  const what = columnNoun(report, found.key)
  return {
    state: 'signal',
    text: `${nameInTitle(found.group.label)} has the highest share of ${what}: ${roundShare(found.part / found.whole)}`,
  }
}
