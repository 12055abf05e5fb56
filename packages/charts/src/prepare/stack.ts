import { formatCell, type ReportDefinition, type ReportState } from '@leaselight/model'
import { columnColor, columnColors, OTHER_COLOR } from '../colors'
import type { ChartSeries } from '../model'
import { type Group, groupRows, numberOf, rowNumbers } from './groups'
import { capitalize, describeTotalChange, lowercaseLabel, roundShare, SMALL_COUNT, truncateName } from './sentences'
import { columnOf, type Prepare, type SpecOf } from './types'

const LIMIT = 12

/** A row's share is mentioned when it is this many times the overall share. */
const NOTEWORTHY = 1.25

type Numbers = Group['numbers']

/** Columns as the parts of each row, as counts or as shares of their whole. */
export const prepareStack: Prepare<'stack'> = (spec, report, result, state) => {
  const total = (numbers: Numbers) => spec.columns.reduce((sum, key) => sum + (numbers[key] ?? 0), 0)
  const shares = isShare(spec, report, state)
  const columns = spec.columns.map((key) => columnOf(report, key))
  const { list, note, label, layout } = groupRows(
    report,
    result,
    state,
    spec.columns,
    total,
    spec.limit ?? LIMIT,
    !shares,
  )
  const whole = wholeOf(spec, report, state)
  if (shares && layout === 'rows') rankByFirst(list, spec, whole)
  const colors = columnColors(report, spec.columns)
  const series = spec.columns.map((key, index) => ({
    key,
    label: columns[index]?.label ?? key,
    color: colors[index] ?? 0,
    values: list.map(({ numbers }) => (shares ? ratio(numbers[key], whole(numbers)) : (numbers[key] ?? null))),
  }))
  if (!list.some(({ numbers }) => total(numbers) > 0)) return null
  const line = spec.line === undefined ? [] : [lineSeries(spec.line, report, list, colors)]
  const wholeLabel = wholeLabelOf(spec, report, [
    ...list.map(({ numbers }) => numbers),
    rowNumbers(report, result.total),
  ])
  return {
    kind: 'stack',
    title: spec.line
      ? capitalize(describeTotalChange(report, spec.line, result))
      : `${spec.variant ? `By ${label.toLowerCase()}: ` : ''}${titleOf(spec, report, list, result.total, { shares, whole, wholeLabel })}`,
    categoryLabel: label,
    categories: list.map((group) => group.label),
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
  list: readonly Group[],
  usedColors: readonly number[],
): ChartSeries {
  const color = columnColor(report, key)
  return {
    key,
    label: columnOf(report, key).label,
    color: usedColors.includes(color) ? OTHER_COLOR : color,
    values: list.map(({ numbers }) => numbers[key] ?? null),
    asLine: true,
  }
}

// Shares are sorted by their first part; the "Other" group stays last.
function rankByFirst(list: Group[], spec: SpecOf<'stack'>, whole: (numbers: Numbers) => number): void {
  const share = ({ numbers }: Group) => ratio(numbers[spec.columns[0] ?? ''], whole(numbers)) ?? 0
  list.sort((a, b) => Number(a.isOther) - Number(b.isOther) || share(b) - share(a))
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
 * row. Because the numbers are equal, the sentence is true under any column label. Without such a column the whole has
 * no name.
 */
function wholeLabelOf(spec: SpecOf<'stack'>, report: ReportDefinition, all: readonly Numbers[]): string | null {
  if (report.shareOf) return columnOf(report, report.shareOf.whole).label
  const sum = (numbers: Numbers) => spec.columns.reduce((total, key) => total + (numbers[key] ?? 0), 0)
  const found = Object.entries(report.columns).find(
    ([key, { kind }]) =>
      (kind === 'count' || kind === 'sum') &&
      !spec.columns.includes(key) &&
      all.every((numbers) => (numbers[key] ?? 0) === sum(numbers)),
  )
  return found ? found[1].label : null
}

interface TitleOptions {
  shares: boolean
  whole: (numbers: Numbers) => number
  wholeLabel: string | null
}

function titleOf(
  spec: SpecOf<'stack'>,
  report: ReportDefinition,
  groups: readonly Group[],
  total: Numbers,
  { shares, whole, wholeLabel }: TitleOptions,
): string {
  const own = groups.filter(({ isOther }) => !isOther)
  const overall = shares ? shareOverall(spec, report, total, whole) : largest(own, total, whole, wholeLabel)
  return capitalize([overall, worst(spec, report, own, total, whole)].filter(Boolean).join('; '))
}

/** `occupied 93 % overall`: the first part, where the chart starts. */
function shareOverall(
  spec: SpecOf<'stack'>,
  report: ReportDefinition,
  total: Numbers,
  whole: (numbers: Numbers) => number,
): string {
  const first = spec.columns[0] ?? ''
  const share = ratio(numberOf(total[first]), whole(total))
  return share === null ? '' : `${lowercaseLabel(columnOf(report, first).label)} ${roundShare(share)} overall`
}

/** `Harbor View has most calls, 412 of 1,204`. */
function largest(
  groups: readonly Group[],
  total: Numbers,
  whole: (numbers: Numbers) => number,
  wholeLabel: string | null,
): string {
  const sizes = groups.map(({ numbers }) => whole(numbers))
  const best = Math.max(...sizes)
  const leaders = groups.filter((_, index) => sizes[index] === best)
  const what = wholeLabel ? ` ${lowercaseLabel(wholeLabel)}` : ''
  const name = truncateName(leaders[0]?.label ?? '')
  if (groups.length === 1) return `${name}: ${formatCell(best, 'integer')}${what}`
  if (leaders.length > 2) return `${leaders.length} share the lead with ${formatCell(best, 'integer')}${what} each`
  if (leaders.length === 2)
    return `${name} and ${truncateName(leaders[1]?.label ?? '')} have most${what}, ${formatCell(best, 'integer')} each`
  return `${name} has most${what}, ${formatCell(best, 'integer')} of ${formatCell(whole(total), 'integer')}`
}

/**
 * `missed is highest at Oak Court, 33 %`: the unwelcome part with the largest excess over its usual share, when there
 * are enough cases.
 */
function worst(
  spec: SpecOf<'stack'>,
  report: ReportDefinition,
  groups: readonly Group[],
  total: Numbers,
  whole: (numbers: Numbers) => number,
): string {
  const telling = groups.filter(({ numbers }) => whole(numbers) >= SMALL_COUNT)
  // Rows that are the parts themselves (calls by status) have nothing to compare.
  const apart = groups.every(({ numbers }) => spec.columns.filter((key) => (numbers[key] ?? 0) > 0).length <= 1)
  if (telling.length < 2 || apart) return ''
  const found = spec.columns
    .filter((key) => columnOf(report, key).better === 'lower')
    .flatMap((key) => {
      const usual = ratio(numberOf(total[key]), whole(total)) ?? 0
      return telling.map(({ label, numbers }) => {
        const share = ratio(numbers[key], whole(numbers)) ?? 0
        return { key, label, share, excess: usual > 0 ? share / usual : 0, above: share - usual }
      })
    })
    .filter(({ excess }) => excess >= NOTEWORTHY)
    .sort((a, b) => b.above - a.above)[0]
  return found
    ? `${lowercaseLabel(columnOf(report, found.key).label)} is highest at ${truncateName(found.label)}, ${roundShare(found.share)}`
    : ''
}
