import {
  type Column,
  displayColumn,
  lowercaseLabel,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
} from '@leaselight/model'
import { columnColor, OTHER_COLOR } from '../colors'
import {
  calendarCategories,
  type Group,
  type Groups,
  groupRows,
  numberOf,
  paleCategories,
  percentTexts,
  withoutZeros,
} from './groups'
import { casesIn, highestRate, isCounted, mostOf } from './leading'
import { rowMarks } from './marks'
import { type Answer, columnNoun, nameInTitle, roundShare, titleFrom, withoutArticle } from './sentences'
import { columnOf, type Prepare } from './types'

const LIMIT = 10

/** Rows ranked by a column. */
export const prepareBars: Prepare<'bars'> = (spec, report, result, state) => {
  const { column, of } = displayColumn(report, spec.column, columnOf(report, spec.column), state)
  const measured = ({ numbers }: Pick<Group, 'numbers'>): number | null => {
    const value = of(numbers)
    return typeof value === 'number' ? value : null
  }
  const size = (numbers: Group['numbers']) => measured({ numbers }) ?? Number.NEGATIVE_INFINITY
  const isCount = column.format === 'integer' && isCounted(report, spec.column)
  const noun = isCount ? columnNoun(report, spec.column) : null
  const grouped = groupRows(report, result, state, size, spec.limit ?? LIMIT, noun)
  const { label, layout } = grouped
  const { total } = result
  const { list, note } = layout === 'rows' && !spec.beside ? withoutZeros(grouped, result, measured) : grouped
  const values = list.map(measured)
  const color = columnColor(report, spec.column)
  const beside = spec.beside ? comparisonColumn(spec.beside, report, state, list) : null
  // What isn't known is no chart of its own; a data note names it.
  if (!list.some(({ isMissing }, index) => !isMissing && values[index])) return null
  return {
    kind: 'bars',
    ...titleFrom([beside ? null : leader(spec.column, report, state, grouped, result)], nameOf(column, beside, label)),
    categoryLabel: label,
    categories: list.map((group) => group.label),
    ...calendarCategories(list),
    ...paleCategories(list),
    series: [
      {
        key: spec.column,
        label: column.label,
        color,
        values,
        marks: rowMarks(report, spec.column, list),
        ...percentTexts(report, spec.column, state, list, total),
      },
      ...(beside && spec.beside
        ? [
            {
              key: spec.beside,
              label: beside.column.label,
              color: OTHER_COLOR,
              values: beside.values,
              marks: rowMarks(report, spec.beside, list),
            },
          ]
        : []),
    ],
    format: column.format,
    unit: beside ? '' : column.label,
    layout,
    note,
  }
}

function comparisonColumn(key: string, report: ReportDefinition, state: ReportState, list: readonly Group[]) {
  const { column, of } = displayColumn(report, key, columnOf(report, key), state)
  return { column, values: list.map(({ numbers }) => numberOf(of(numbers))) }
}

/** `Leads by source`, `Linear and time decay by source` */
function nameOf({ label }: Column, beside: { column: Column } | null, by: string): string {
  const what = beside ? `${label} and ${lowercaseLabel(beside.column.label)}` : label
  return `${what} by ${lowercaseLabel(by)}`
}

/** Who has most, or the highest rate, where that is more than chance. */
function leader(
  key: string,
  report: ReportDefinition,
  state: ReportState,
  { list, all }: Groups,
  { total }: ReportResult,
): Answer | null {
  const { column } = displayColumn(report, key, columnOf(report, key), state)
  if (column.format === 'integer' && isCounted(report, key))
    return mostOf(all, ({ numbers }) => numbers[key] ?? 0, columnNoun(report, key))
  const found = highestRate(all, [key], (group) => casesIn(report, key, state, group, total))
  // A title is about what is drawn.
  if (!found || !list.includes(found.group)) return null
  const what = withoutArticle(columnNoun(report, key))
  const text = `${nameInTitle(found.group.label)} has the highest ${what}: ${roundShare(found.part / found.whole)}`
  return { state: 'signal', text }
}
