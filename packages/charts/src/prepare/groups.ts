import {
  type Cell,
  completeCells,
  type DayRange,
  type Dimension,
  dimension,
  displayColumn,
  drawnNumber,
  endOf,
  formatShortDay,
  isDay,
  isMissingRow,
  lowercaseLabel,
  pluralize,
  type ReportDefinition,
  type ReportResult,
  type ReportState,
  type Row,
  rowDimensions,
  singularOf,
} from '@leaselight/model'
import type { ChartModel } from '../model'

import { columnOf } from './types'
import { cutWeeks, sinceFirstData, withEmptyWeeks } from './weekGroups'

/** One bar: a row of the report, or a week without one. */
export interface Group {
  /** Of its row; null without one. */
  key: string | null
  label: string
  numbers: Record<string, number | null>
  /** Whether it stands for records without a value, such as Unknown: it comes last, and no title is about it. */
  isMissing: boolean
  /** Its days, where it stands for a day, a week or a month. */
  days?: DayRange
}

/** The bars with what is no subject last: records without a value. */
export const missingLast = <G extends Pick<Group, 'isMissing'>>(list: readonly G[]): G[] =>
  list.toSorted((a, b) => Number(a.isMissing) - Number(b.isMissing))

/** The numbers of the bars that are drawn in the pale role; none where every bar is a subject. */
export function paleCategories(list: readonly Group[]): { pale?: number[] } {
  const pale = list.flatMap((group, index) => (group.isMissing ? [index] : []))
  return pale.length > 0 ? { pale } : {}
}

/** The days of the categories, where all of them are days, weeks or months. */
export function calendarCategories(list: readonly Group[]): { days?: DayRange[] } {
  const days = list.flatMap((group) => group.days ?? [])
  return days.length > 0 && days.length === list.length ? { days } : {}
}

export interface Groups {
  list: Group[]
  /** The bars of all rows, drawn or not: whether one leads is judged among all of them. */
  all: readonly Group[]
  /** What users need to know about rows without a bar of their own. */
  note: string | null
  label: string
  layout: ChartModel['layout']
  /** The rows have an order of their own, in which a gap would mislead. */
  isOrdered: boolean
}

/** Names in the data itself that name nothing a reader can act on: an intent or a reason called Other. */
const NO_SUBJECT = /^(unknown|unassigned|other)$/i

/** Dimensions whose rows are a sequence in time, so their bars are vertical. */
const ORDERED_DIMENSIONS: readonly string[] = ['day', 'hour', 'week', 'date', 'month']

/**
 * The report's outermost rows as bars: largest first, or in their own order if they have one (weekdays, outcomes). Rows
 * beyond the limit are no bar, which would be about none of them: the note says how many they are. Records without a
 * value, such as Unknown, come last.
 * @param noun what is counted, where sizes add up; null where they don't
 */
export function groupRows(
  report: ReportDefinition,
  result: ReportResult,
  state: ReportState,
  sizeOf: (numbers: Group['numbers']) => number,
  limit: number,
  noun: string | null,
): Groups {
  const key = rowDimensions(report, state)[0] ?? 'property'
  const definition = dimension(key)
  const { label, nameField, order, sortByKey } = definition
  const layout = ORDERED_DIMENSIONS.includes(key) ? 'columns' : 'rows'
  const found = result.rows
    .filter((row) => row.depth === 0)
    .map(
      (row): Group => ({
        key: row.key,
        label: labelOf(key, row, nameField),
        numbers: rowNumbers(report, row),
        isMissing: isMissingRow(definition, row) || NO_SUBJECT.test(String(row[nameField])),
        ...daysOf(definition, key, row),
      }),
    )
  const weeks = key === 'week' ? result.period : null
  const emptyWeek = (days: DayRange): Group => ({
    key: null,
    label: definition.labelOf?.(days.start, result.today) ?? days.start,
    numbers: rowNumbers(report, completeCells(report.columns, {})),
    isMissing: false,
    days,
  })
  const all = weeks ? withEmptyWeeks(found, sinceFirstData(weeks, result), emptyWeek) : found
  // The data note tells of records without a value; a chart of nothing else compares nothing.
  if (all.every(({ isMissing }) => isMissing)) return { list: [], all, note: null, label, layout, isOrdered: false }
  if (order || sortByKey || layout === 'columns') {
    const note = weeks && cutWeeks(all, weeks, result.today)
    return { list: missingLast(all), all, note, label, layout, isOrdered: true }
  }
  // Array sort is stable, so rows of equal size keep the table's order.
  const sorted = all.filter(({ isMissing }) => !isMissing).sort((a, b) => sizeOf(b.numbers) - sizeOf(a.numbers))
  const missing = all.filter(({ isMissing }) => isMissing)
  const note = describeRest(sorted.slice(limit), label, sizeOf, noun)
  return { list: [...sorted.slice(0, limit), ...missing], all, note, label, layout, isOrdered: false }
}

/** `11 more properties, 35 calls.` */
function describeRest(
  rest: readonly Group[],
  label: string,
  sizeOf: (numbers: Group['numbers']) => number,
  noun: string | null,
): string | null {
  if (rest.length === 0) return null
  const rows = pluralize(rest.length, `more ${lowercaseLabel(label)}`)
  if (noun === null) return `${rows}.`
  const size = rest.reduce((sum, { numbers }) => sum + sizeOf(numbers), 0)
  return `${rows}, ${pluralize(size, singularOf(noun), noun)}.`
}

/** The days of a row that stands for some. */
function daysOf(
  { isCalendar, keyFormat, field }: ReturnType<typeof dimension>,
  key: Dimension,
  row: Row,
): Pick<Group, 'days'> {
  const start = row[field]
  if ((!isCalendar && keyFormat !== 'date') || typeof start !== 'string' || !isDay(start)) return {}
  const unit = key === 'week' || key === 'month' ? key : 'day'
  return { days: { start, end: endOf(start, unit) } }
}

/** Bars of zero length are only counted in the note. Rows are ranked, so any rows that were left out are zero as well. */
export function withoutZeros(
  { list, note }: Pick<Groups, 'list' | 'note'>,
  result: Pick<ReportResult, 'rows'>,
  sizeOf: (group: Pick<Group, 'numbers'>) => number | null,
): Pick<Groups, 'list' | 'note'> {
  const some = list.filter((group) => sizeOf(group) !== 0)
  // Records without a value alone would say less than the names that have none.
  if (some.length === list.length || some.every(({ isMissing }) => isMissing)) return { list, note }
  const whole = result.rows.filter(({ depth }) => depth === 0).length
  return { list: some, note: `Not shown: ${pluralize(whole - some.length, 'row')} of ${whole} with none.` }
}

// Days share one axis, where repeating the year on each would be noise.
function labelOf(key: Dimension, row: Record<string, Cell>, nameField: string): string {
  const day = key === 'date' || key === 'day-ahead' ? row[dimension(key).field] : undefined
  return typeof day === 'string' ? formatShortDay(day) : String(row[nameField] ?? '')
}

/** A row's or total's columns as numbers. */
export function rowNumbers(report: ReportDefinition, row: Record<string, Cell>): Group['numbers'] {
  return Object.fromEntries(Object.keys(report.columns).map((key) => [key, drawnNumber(report.columns, key, row)]))
}

/** A column's values as text, where it is a percentage; without `texts` a value is written by its format. */
export function percentTexts(
  report: ReportDefinition,
  key: string,
  state: ReportState,
  groups: readonly Pick<Group, 'numbers'>[],
  total: Group['numbers'],
): { texts?: string[] } {
  const { column, textOf } = displayColumn(report, key, columnOf(report, key), state)
  return column.format === 'percent' ? { texts: groups.map(({ numbers }) => textOf(numbers, { total })) } : {}
}

/** The cell as a number, or null if it isn't one. */
export function numberOf(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}
