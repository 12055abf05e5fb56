import type { Dimension } from '@leaselight/model'
import { expect, test } from 'vitest'
import { carry, property, source } from '../records/carries'
import { fromSelect } from '../records/definition'
import { countingOnce } from './counting'
import { measureOf } from './measures'
import { raw, render, type Sql, sql } from './sql'

const touches = measureOf(
  fromSelect({
    label: 'Prospect',
    since: ['prospects'],
    prospect: 'id',
    isPeople: true,
    peopleOnce: { by: 'source', isFirst: raw('place = 1') },
    ...carry(property('property_id'), source('source')),
    select: raw('SELECT 1'),
  }),
)
const people = touches.byProspect()

function counted(
  measure: typeof people,
  rows: Dimension[],
  { under = [], filters = [] }: { under?: string[]; filters?: Sql[] } = {},
) {
  const grouping = { depths: [rows.length], byDay: false, under, beside: [] }
  const once = countingOnce(measure, rows, grouping, { filter: () => ({ conditions: filters, lazy: false }) })
  return once && render(once(raw('here'))((condition) => sql`countIf(${condition})`)).text
}

test('people are counted as records in rows by their value, and once in all', () => {
  expect(counted(people, ['source'])).toBe('if(grouping(k0) = 0, countIf(here), countIf(((here) AND (place = 1))))')
  expect(counted(people, [])).toBe('countIf(((here) AND (place = 1)))')
})

test('below one of these rows everyone is there once', () => {
  expect(counted(people, ['source'], { under: ['Zillow'] })).toBe('countIf(here)')
})

test('people are told apart where a filter or other rows may depend on the value', () => {
  expect(counted(people, ['source'], { filters: [raw(`source = 'Zillow'`)] })).toBeNull()
  expect(counted(people, ['source-parent'])).toBeNull()
  expect(counted(people, ['property', 'source'])).toBeNull()
})

test('records are counted as records', () => {
  expect(counted(touches, ['source'])).toBeNull()
})
