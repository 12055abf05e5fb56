import type { Dimension } from '@leaselight/model'
import { expect, it } from 'vitest'
import { columnsCountedBy } from './countedByColumns'
import { appointments, type Measure, prospects, visits } from './measures'
import type { Grouping } from './scanGroupings'
import { planScans } from './scanQuery'

const grouping: Grouping = { depths: [0, 1], byDay: false, under: [], beside: [] }

function columnsFor(
  measure: Measure,
  dimensions: Dimension[],
  by: Partial<Grouping> = {},
  day: string | null = null,
): string[] | null {
  const [scan] = planScans({ all: visits(), measure }, { byCreated: false }).filter(
    ({ kind }) => kind === measure.spec.kind,
  )
  if (!scan) throw new Error('There is no scan.')
  return columnsCountedBy(scan, dimensions, { ...grouping, ...by }, day)
}

it('counts by the source of prospects, and another column at most, before its text is looked up', () => {
  expect(columnsFor(visits(), ['source-parent'])).toEqual(['prospect_source'])
  expect(columnsFor(visits(), ['source-attribute', 'property'])).toEqual(['prospect_source', 'property_id'])
  expect(columnsFor(appointments(), ['source'], {}, 'starts_day')).toEqual(['starts_day', 'prospect_source'])
})

it.each<[string, () => string[] | null]>([
  ['no text is looked up', () => columnsFor(visits(), ['property'])],
  ['the text is one of the records themselves', () => columnsFor(prospects(), ['source-parent'])],
  ['there would be a count for nearly each', () => columnsFor(visits(), ['source', 'property'], {}, 'visited_day')],
  ['a row is made of more than a column', () => columnsFor(visits(), ['source', 'month'])],
  ['a number is of distinct people', () => columnsFor(visits().byProspect(), ['source'])],
  ['a number is a sum', () => columnsFor(visits().sum('unit_shown'), ['source'])],
  ['only rows below one are wanted', () => columnsFor(visits(), ['source', 'property'], { under: ['Google'] })],
  ['rows are split into spans', () => columnsFor(visits(), ['source'], { slices: { end: '2026-06-07', days: 7 } })],
])('counts records as they are where %s', (_name, columns) => {
  expect(columns()).toBeNull()
})
