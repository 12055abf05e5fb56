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
const set = initialState(snapshot)
const state = { ...set, filters: { ...set.filters, propertyIds: [12], groupBy: 'agent' as const } }

test('applies the reader’s filters to another report as far as it allows them, with its own switches', () => {
  const { report: seen, state: applied } = applyOverride(snapshot, state, { report: 'sessions' })
  expect(seen.key).toBe('sessions')
  expect(applied.filters.propertyIds).toEqual([12])
  const plain = applyOverride(snapshot, state, { report: 'engagement' }).state
  expect(plain.filters.propertyIds).toEqual([])
  // Each report decides what its rows are.
  expect(applied.filters.groupBy).toBe(initialState(seen).filters.groupBy)
})

test('changes nothing of the same report but what the override sets', () => {
  const waits = report('response-time')
  const waiting = { ...initialState(waits), switches: { by: 'agent' } }
  const { state: applied } = applyOverride(waits, waiting, {
    filters: { useBusinessHours: true },
    switches: { by: 'week' },
  })
  expect(applied).toEqual({ filters: { ...waiting.filters, useBusinessHours: true }, switches: { by: 'week' } })
  expect(applyOverride(waits, waiting, {}).state).toEqual(waiting)
})

test('rejects an override for a report that does not exist', () => {
  expect(() => applyOverride(snapshot, state, { report: 'nowhere' })).toThrow('There is no report nowhere.')
})
