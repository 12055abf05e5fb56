import { initialState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { expect, test } from 'vitest'
import { addressParams, linkFault, readAddress } from './address'
import { brushedWithin, brushParams, brushTo, withoutBrush } from './brush'

const report = reportByKey('call-log')
if (!report) throw new Error('The register lacks the list that these tests are about.')
const days = { start: '2026-03-10', end: '2026-03-11' }

test('a brush chooses days, and its address has the dates around them', () => {
  const state = initialState(report)
  const whole = { ...state.filters.dateRange, compareWith: 'year_before' as const }
  const { dateRange, params } = brushTo(days, whole)
  expect(dateRange).toEqual({ preset: 'custom', ...days, compareWith: 'year_before' })
  const brushed = { ...state, filters: { ...state.filters, dateRange } }
  const search = { ...addressParams(report, brushed), ...params }
  expect(search).toMatchObject({
    ...{ start_date: '2026-03-10', end_date: '2026-03-11', compare_with: 'year_before' },
    ...{ within_preset: 'last_7_days', within_compare_with: 'year_before' },
  })
  expect(linkFault(report, search)).toBe('')
  expect(brushParams(search)).toEqual(params)
  const within = brushedWithin(report, search)
  expect(within).toEqual(whole)
  const read = readAddress(report, search)
  expect(read.filters.dateRange).toEqual(dateRange)
  expect(withoutBrush(read, within).filters.dateRange).toEqual(whole)
})

test('a part of an address that can’t be read is no brush', () => {
  expect(brushedWithin(report, {})).toBeUndefined()
  expect(brushedWithin(report, { preset: 'last_7_days' })).toBeUndefined()
  expect(brushedWithin(report, { within_preset: 'ever' })).toBeUndefined()
  expect(brushedWithin(report, { within_start_date: '2026-03-10' })).toBeUndefined()
  const state = initialState(report)
  expect(withoutBrush(state, undefined)).toBe(state)
})
