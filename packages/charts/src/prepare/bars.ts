import { formatCell, isAdditive, listInWords, shownColumn } from '@leaselight/model'
import { colorOf } from '../colors'
import { inSentence, inTitle, roundShare, sentence } from '../words'
import { type Group, groupRows } from './rows'
import { columnOf, type Prepare } from './types'

const LIMIT = 10

/** Rows ranked by one column. */
export const prepareBars: Prepare<'bars'> = (spec, report, result, state) => {
  const { column, of } = shownColumn(report, spec.column, columnOf(report, spec.column), state)
  const measured = ({ numbers }: Pick<Group, 'numbers'>): number | null => {
    const value = of(numbers)
    return typeof value === 'number' ? value : null
  }
  const size = (numbers: Group['numbers']) => measured({ numbers }) ?? Number.NEGATIVE_INFINITY
  const { list, note, label, layout } = groupRows(
    report,
    result,
    state,
    [spec.column],
    size,
    spec.limit ?? LIMIT,
    column.format !== 'percent',
  )
  const values = list.map(measured)
  if (!values.some(Boolean)) return null
  const own = list.filter(({ gathered }) => !gathered)
  const best = Math.max(...own.map(({ numbers }) => size(numbers)))
  const leaders = own.filter((group) => measured(group) === best).map((group) => group.label)
  const whole = of(result.total)
  const adds = isAdditive(report.columns, spec.column) && column.format !== 'percent'
  return {
    kind: 'bars',
    title: titleOf(leaders, best, {
      label: inSentence(column.label),
      text: formatCell(best, column.format),
      share: adds && own.length > 1 && typeof whole === 'number' && whole > 0 ? best / whole : null,
      most: adds || column.format === 'integer',
    }),
    categoryLabel: label,
    categories: list.map((group) => group.label),
    series: [{ key: spec.column, label: column.label, color: colorOf(spec.column), values }],
    format: column.format,
    unit: column.label,
    layout,
    note,
  }
}

const MANY_LEADERS = 3

interface Said {
  label: string
  text: string
  share: number | null
  most: boolean
}

function titleOf(leaders: readonly string[], best: number, { label, text, share, most }: Said): string {
  if (best === 0) return sentence(`no ${label}`)
  if (leaders.length > MANY_LEADERS) return sentence(`${leaders.length} share the highest ${label}, ${text} each`)
  const names = listInWords(leaders.map(inTitle))
  if (leaders.length > 1) return `${names} have ${most ? 'most' : 'the highest'} ${label}, ${text} each`
  const part = share === null ? text : `${text}, ${roundShare(share)} of all`
  return `${names} has ${most ? 'most' : 'the highest'} ${label}: ${part}`
}
