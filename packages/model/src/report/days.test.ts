import { expect, it } from 'vitest'
import { count } from './columns'
import { daysOfResult, daysOfState } from './days'
import { defineReport } from './definition'
import { initialState, stateOfDays } from './state'

const TODAY = '2026-03-15'

const report = defineReport({
  key: 'calls',
  apiKey: 'CallsReport',
  title: 'Calls',
  path: '/calls',
  section: 'Leads',
  gate: 'general',
  question: 'Who calls?',
  defaultFilters: ['dateRange'],
  additionalFilters: [],
  rows: ['property'],
  columns: { calls: count('Calls', 'Calls.') },
  tiles: ['calls'],
  charts: [],
})

it('names the days of a state, which may be others than those of the page it is opened from', () => {
  const state = initialState(report)
  expect(daysOfState(report, state, TODAY)).toBe('Mar 8 – 14')
  const week = { start: '2026-02-02', end: '2026-02-08' }
  expect(daysOfState(report, stateOfDays(report, state, week), TODAY)).toBe('Feb 2 – 8')
  expect(daysOfState({ ...report, asOf: true }, state, TODAY)).toBe('As of Mar 15')
})

it('names the days of a result as those of its state', () => {
  expect(daysOfResult({ period: { start: '2025-12-29', end: '2026-01-04' }, asOf: null, today: TODAY })).toBe(
    'Dec 29, 2025 – Jan 4, 2026',
  )
  expect(daysOfResult({ period: null, asOf: TODAY, today: TODAY })).toBe('As of Mar 15')
})
