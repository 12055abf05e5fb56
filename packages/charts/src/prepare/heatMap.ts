import {
  type Column,
  dimensions,
  drawnNumber,
  formatCell,
  hourLabel,
  isAdditive,
  isTelling,
  judge,
  type ReportDefinition,
  type ReportResult,
  type Row,
  weekdays,
} from '@leaselight/model'
import { columnColor } from '../colors'
import { rowMarks } from './marks'
import { type Answer, columnNoun, titleFrom } from './sentences'
import { columnOf, type Prepare } from './types'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
const LAST_HOUR = 23

/** A column by weekday and hour: one series per weekday, its values by hour, without hours in which nothing happens. */
export const prepareHeatMap: Prepare<'heatMap'> = (spec, report, result) => {
  const column = columnOf(report, spec.column)
  const adds = isAdditive(report.columns, spec.column)
  const cells = new Map(result.rows.flatMap((row) => cellOf(report, row, spec.column)))
  const keys = new Map(result.rows.flatMap((row) => placeOf(row).map((place) => [place, row.key] as const)))
  const values = [...cells.values()].filter((value) => value !== null)
  const most = Math.max(0, ...values)
  if (most === 0) return null
  // Without records a count is 0, but an average is null.
  const hours = hoursAround([...cells].flatMap(([place, value]) => (value ? [hourOf(place)] : [])))
  const closed = closedCells(result)
  const valueAt = (day: number, hour: number) => cells.get(cellKey(day, hour)) ?? (adds ? 0 : null)
  return {
    kind: 'heatMap',
    ...titleFrom(
      [adds ? peak(column, columnNoun(report, spec.column), cells) : null],
      `${column.label} by weekday and hour`,
    ),
    categoryLabel: 'Hour',
    categories: hours.map(hourLabel),
    series: DAYS.map((day) => ({
      key: String(day),
      label: weekdays[day],
      color: columnColor(report, spec.column),
      values: hours.map((hour) => valueAt(day, hour)),
      ...(closed && {
        shaded: hours.map((hour) => closed.cells.has(cellKey(day, hour))),
        annotations: hours.map((hour) => closed.cells.get(cellKey(day, hour)) ?? null),
      }),
      marks: rowMarks(
        report,
        spec.column,
        hours.map((hour) => ({
          key: keys.get(cellKey(day, hour)) ?? null,
          label: `${weekdays[day]}, ${hourLabel(hour)}`,
          numbers: { [spec.column]: cells.get(cellKey(day, hour)) ?? null },
        })),
      ),
    })),
    format: column.format,
    unit: `${column.label} by weekday and hour`,
    layout: 'columns',
    max: most,
    ...(closed && { shading: closed.label }),
    note: 'Hours are in each property’s local time.',
  }
}

/** The cells in which offices are closed for more than half of the time, with what is so there; null where unknown. */
function closedCells({ officeHours, coverage }: ReportResult): { cells: Map<string, string>; label: string } | null {
  if (!officeHours) return null
  const isOne = coverage.properties.length === 1
  const most = isOne ? 'office mostly closed' : 'most offices closed'
  const all = isOne ? 'office closed' : 'offices closed'
  const closed = officeHours.filter(({ open }) => open < 0.5)
  const cells = new Map(closed.map(({ weekday, hour, open }) => [cellKey(weekday, hour), open > 0 ? most : all]))
  return { cells, label: isOne || !closed.some(({ open }) => open > 0) ? all : most }
}

/** The hours in which there is something, with one before and after. */
function hoursAround(filled: readonly number[]): number[] {
  const first = Math.max(0, Math.min(...filled) - 1)
  const last = Math.min(LAST_HOUR, Math.max(...filled) + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const hourOf = (place: string): number => Number(place.split(':')[1])

const cellKey = (day: number, hour: number): string => `${day}:${hour}`

// Rows for whole weekdays have no hour.
function placeOf(row: Row): string[] {
  const [day, hour] = [row[dimensions.day.field], row[dimensions.hour.field]].map(Number)
  if (row[dimensions.hour.field] === undefined || row[dimensions.hour.field] === null) return []
  return day && hour !== undefined ? [cellKey(day, hour)] : []
}

const cellOf = ({ columns }: ReportDefinition, row: Row, column: string): [string, number | null][] =>
  placeOf(row).map((place) => [place, drawnNumber(columns, column, row)])

/** `most calls on Mondays at 10 AM: 24`, when no other hour comes near. */
function peak(column: Column, noun: string, cells: ReadonlyMap<string, number | null>): Answer | null {
  const [first, second] = [...cells].sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
  if (!first || !second) return null
  const counted = (value: number | null) => ({ kind: 'count' as const, value: value ?? 0, events: value ?? 0 })
  const { state } = judge({ current: counted(first[1]), prior: counted(second[1]) })
  if (!isTelling({ state })) return null
  const most = `most ${noun} ${describeCell(first[0])}: ${formatCell(first[1], column.format)}`
  return { state: 'signal', text: most }
}

/** `on Mondays at 10 AM`. */
function describeCell(cell: string): string {
  const [day, hour] = cell.split(':').map(Number)
  const name = DAYS.find((one) => one === day)
  return `on ${name ? weekdays[name] : ''}s at ${hourLabel(hour ?? 0)}`
}
