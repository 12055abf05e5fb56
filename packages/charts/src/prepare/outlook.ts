import { addTo, type DayRange, lowercaseLabel } from '@leaselight/model'
import { columnColor, OTHER_COLOR } from '../colors'
import type { ChartSeries } from '../model'
import { calendarCategories, type Group, groupRows, numberOf } from './groups'

import { columnOf, type Prepare } from './types'

/** The axis begins at the fifth below everything drawn, so that quarters of the rest are round. */
const STEPS = 5

/** A share day by day, between its limits, with other shares as thin lines. */
export const prepareOutlook: Prepare<'outlook'> = (spec, report, result, state) => {
  const { list, label } = groupRows(report, result, state, () => 0, result.rows.length, null)
  const of = (key: string) => list.map(({ numbers }) => numberOf(numbers[key] ?? null))
  const values = of(spec.column)
  const [low, high] = [of(spec.low), of(spec.high)]
  const lines = spec.beside.map((key) => ({ key, label: columnOf(report, key).label, values: of(key) }))
  const drawn = [low, values, ...lines.map((line) => line.values)].flat().filter((value) => value !== null)
  if (!values.some((value) => value !== null)) return null
  const { label: name, format } = columnOf(report, spec.column)
  const series: ChartSeries[] = [
    { key: spec.column, label: name, color: columnColor(report, spec.column), values, usual: { low, high } },
    ...lines.map((line, index) => ({ ...line, color: OTHER_COLOR, priorOf: spec.column, dashed: index > 0 })),
  ]
  return {
    kind: 'outlook',
    title: `${name} by ${lowercaseLabel(label)}`,
    answers: [],
    categoryLabel: label,
    categories: list.map((group) => group.label),
    ...daysUntilNext(list),
    series,
    prior: lines.map((line, index) => (index === 0 ? line.label : lowercaseLabel(line.label))).join(', '),
    range: 'in 8 of 10 cases',
    format,
    unit: '',
    layout: 'columns',
    min: Math.floor(Math.min(...drawn) * STEPS) / STEPS,
    max: 1,
    note: null,
  }
}

/** The days of each step: from its own to the one before the next, so that what happens in between is at a step too. */
function daysUntilNext(list: readonly Group[]): { days?: DayRange[] } {
  const { days } = calendarCategories(list)
  if (!days) return {}
  return {
    days: days.map(({ start, end }, index) => ({ start, end: addTo(days[index + 1]?.start ?? addTo(end, 1), -1) })),
  }
}
