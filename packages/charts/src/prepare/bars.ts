import {
  displayColumn,
  type Format,
  formatCell,
  isAdditive,
  joinWithAnd,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
} from '@leaselight/model'
import { columnColors } from '../colors'
import { type Group, type Groups, groupRows, numberOf } from './groups'
import { capitalize, lowercaseLabel, roundShare, truncateName } from './sentences'
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
  const grouped = groupRows(
    report,
    result,
    state,
    [spec.column],
    size,
    spec.limit ?? LIMIT,
    column.format !== 'percent',
  )
  const { label, layout } = grouped
  const { list, note } = withoutZeros(grouped, result, measured, layout === 'rows' && !spec.beside)
  const values = list.map(measured)
  const [color = 0, other = 0] = columnColors(report, [spec.column, ...(spec.beside ? [spec.beside] : [])])
  const beside = spec.beside ? comparisonColumn(spec.beside, report, state, list) : null
  if (!values.some(Boolean)) return null
  const own = list.filter(({ isOther }) => !isOther)
  const best = Math.max(...own.map(({ numbers }) => size(numbers)))
  const leaders = own.filter((group) => measured(group) === best).map((group) => group.label)
  const whole = of(result.total)
  const adds = isAdditive(report.columns, spec.column) && column.format !== 'percent'
  return {
    kind: 'bars',
    title: beside
      ? comparison(column.label, beside.column.label, own, values, beside.values, column.format)
      : titleOf(leaders, best, {
          label: lowercaseLabel(column.label),
          text: formatCell(best, column.format),
          share: adds && own.length > 1 && typeof whole === 'number' && whole > 0 ? best / whole : null,
          most: adds || column.format === 'integer',
        }),
    categoryLabel: label,
    categories: list.map((group) => group.label),
    series: [
      { key: spec.column, label: column.label, color, values },
      ...(beside && spec.beside
        ? [{ key: spec.beside, label: beside.column.label, color: other, values: beside.values }]
        : []),
    ],
    format: column.format,
    unit: beside ? '' : column.label,
    layout,
    note,
  }
}

// Bars of zero length are only counted in the note. Rows are ranked, so any rows that were left out are zero as well.
function withoutZeros(
  { list, note }: Groups,
  result: ReportResult,
  measured: (row: Pick<Group, 'numbers'>) => number | null,
  ranked: boolean,
): Pick<Groups, 'list' | 'note'> {
  const some = list.filter((group) => measured(group) !== 0)
  if (!ranked || some.length === list.length || some.length === 0) return { list, note }
  const whole = result.rows.filter(({ depth }) => depth === 0).length
  return { list: some, note: `Not drawn: ${pluralize(whole - some.length, 'row')} of ${whole} with none.` }
}

function comparisonColumn(key: string, report: ReportDefinition, state: ReportState, list: readonly Group[]) {
  const { column, of } = displayColumn(report, key, columnOf(report, key), state)
  return { column, values: list.map(({ numbers }) => numberOf(of(numbers))) }
}

/** `Zillow gains most from linear to time decay: 12.00, not 8.40`: the row where the two columns differ most. */
function comparison(
  label: string,
  other: string,
  groups: readonly Group[],
  values: readonly (number | null)[],
  others: readonly (number | null)[],
  format: Format,
): string {
  const apart = groups
    .map((group, index) => ({ name: group.label, one: values[index] ?? 0, two: others[index] ?? 0 }))
    .sort((a, b) => Math.abs(b.one - b.two) - Math.abs(a.one - a.two))[0]
  const [one, two] = [apart?.one ?? 0, apart?.two ?? 0].map((value) => formatCell(value, format))
  if (!apart || one === two) return `${label} and ${lowercaseLabel(other)} agree`
  return `${truncateName(apart.name)} differs most: ${lowercaseLabel(label)} ${one}, ${lowercaseLabel(other)} ${two}`
}

const MAX_LEADERS = 3

interface TitleParts {
  label: string
  text: string
  share: number | null
  most: boolean
}

function titleOf(leaders: readonly string[], best: number, { label, text, share, most }: TitleParts): string {
  if (best === 0) return capitalize(`no ${label}`)
  if (leaders.length > MAX_LEADERS) return capitalize(`${leaders.length} share the highest ${label}, ${text} each`)
  const names = joinWithAnd(leaders.map(truncateName))
  if (leaders.length > 1) return `${names} have ${most ? 'most' : 'the highest'} ${label}, ${text} each`
  const part = share === null ? text : `${text}, ${roundShare(share)} of all`
  return `${names} has ${most ? 'most' : 'the highest'} ${label}: ${part}`
}
