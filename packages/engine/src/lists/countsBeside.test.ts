import { expect, it } from 'vitest'
import type { PlanContext } from '../plan/joinedRecords'
import { type MeasuresByColumn, measureOf, withCounted } from '../plan/measures'
import { sql } from '../plan/sql'
import { fromSelect } from '../records/definition'
import { recordTypes } from '../records/recordTypes'
import { countsBeside } from './countsBeside'

const context: PlanContext = {
  companyId: 1,
  sources: [],
  sourceAttribute: { names: [], values: [] },
  propertyAttribute: { ids: [], values: [] },
  current: null,
  prior: null,
  propertyIds: [1],
  byCreated: false,
  nonProspects: false,
  filter: () => ({ conditions: [], lazy: false }),
  dimensions: [],
  peopleAtHand: null,
  derived: new Set(),
}
const grouping = { depths: [0], byDay: false, under: [], beside: [] }

const { when: _, ...visits } = recordTypes.visits
const waiting = measureOf(fromSelect({ ...visits, rows: 'waiting', select: sql`SELECT * FROM visits` }))
const lengthOf = (measures: MeasuresByColumn, listed = waiting) => {
  const list = withCounted({ measure: listed, countedBy: 'found', fields: {} }, measures)
  return countsBeside(list, measures, context, grouping)?.lengthOf({ rolled: 0, c0: 7 })
}

it('counts beside a list what is of its very records', () => {
  expect(lengthOf({ found: waiting })).toBe(7)
  expect(lengthOf({ found: waiting, shown: waiting.where`unit_shown` })).toBe(7)
})

it('counts nothing beside a list that leaves out some of whom the numbers count', () => {
  expect(lengthOf({ found: waiting.of('everyone') })).toBeUndefined()
  expect(lengthOf({ found: waiting }, waiting.where`unit_shown`)).toBeUndefined()
  expect(lengthOf({ found: waiting, others: measureOf(recordTypes.calls) })).toBeUndefined()
})

it('counts nothing beside a list whose records lack what the numbers read', () => {
  expect(lengthOf({ found: waiting.withProspect() })).toBeUndefined()
  expect(lengthOf({ found: waiting.byProspect() })).toBeUndefined()
})

it('counts nothing beside a list whose records come several times, nor beside one of a table', () => {
  const visited = measureOf(recordTypes.visits)
  expect(lengthOf({ found: visited }, visited)).toBeUndefined()
  const repeated = { by: 'agent' as const, isFirst: sql`place = 1` }
  const each = measureOf(fromSelect({ ...visits, rows: 'each', repeated, select: sql`SELECT * FROM visits` }))
  expect(lengthOf({ found: each }, each)).toBeUndefined()
})
