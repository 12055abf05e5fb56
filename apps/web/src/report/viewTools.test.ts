import { initialState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { expect, test } from 'vitest'
import { applyOverride } from './viewTools'

const report = (key: string) => {
  const found = reportByKey(key)
  if (!found) throw new Error(`There is no report ${key}.`)
  return found
}

const snapshot = report('snapshot')
const set = initialState(snapshot, 'screen')
const state = { ...set, filters: { ...set.filters, propertyIds: [12], groupBy: 'agent' as const } }

test('another report takes over the reader’s filters as far as it allows them, and begins with its own switches', () => {
  const { report: seen, state: asked } = applyOverride(snapshot, state, { report: 'sessions' })
  expect(seen.key).toBe('sessions')
  expect(asked.filters.propertyIds).toEqual([12])
  const plain = applyOverride(snapshot, state, { report: 'engagement' }).state
  expect(plain.filters.propertyIds).toEqual([])
  // What rows stand for is each report's own.
  expect(asked.filters.groupBy).toBe(initialState(seen, 'screen').filters.groupBy)
})

test('the same report keeps everything but what the look sets', () => {
  const waits = report('response-time')
  const waiting = { ...initialState(waits, 'screen'), switches: { by: 'agent' } }
  const { state: asked } = applyOverride(waits, waiting, {
    filters: { useBusinessHours: true },
    switches: { by: 'week' },
  })
  expect(asked).toEqual({ filters: { ...waiting.filters, useBusinessHours: true }, switches: { by: 'week' } })
  expect(applyOverride(waits, waiting, {}).state).toEqual(waiting)
})

test('a look at a report that is not there is a mistake in the page', () => {
  expect(() => applyOverride(snapshot, state, { report: 'nowhere' })).toThrow('There is no report nowhere.')
})
