import { expect, it } from 'vitest'
import { count } from '../report/columns'
import { defineReport, type ReportDefinition } from '../report/definition'
import { initialState, neutralState, parseState } from '../report/state'
import { SAMPLE } from '../testing'
import type { NameLookup } from './kinds/filter'
import { emptyTitle, narrowingFilters } from './narrowing'

const calls = defineReport({
  ...SAMPLE,
  question: 'Who called?',
  answer: ['{calls:call} in this period.'],
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['callerTypes', 'sources', 'includeNonProspects'],
  groupByOptions: ['property', 'source'],
  defaults: { callerTypes: ['prospect-first-call'] },
  rows: ['groupBy'],
  columns: { calls: count('Calls', 'Calls.') },
  tiles: ['calls'],
  charts: [],
})
const names: NameLookup = { today: '2026-11-21', property: (id) => `Property ${id}`, agent: String, attribute: String }
const title = (raw: Record<string, string>, report: ReportDefinition = calls) =>
  emptyTitle(report, parseState(report, raw, 'screen'), names, 'Nov 14 – 20')

it('names what leaves everything out, a report’s own default too', () => {
  expect(title({ caller_types: 'resident' })).toBe('No calls match Caller types: Resident')
  expect(title({})).toBe('No calls match Caller types: First Call')
  expect(title({ caller_types: 'resident', property_ids: '7', sources: 'Zillow' })).toBe(
    'No calls match Properties: Property 7, Caller types: Resident and Sources: Zillow',
  )
})

it('leaves out what adds records or only lays them out', () => {
  const state = parseState(calls, { include_non_prospects: 'true', group_by: 'source', preset: 'today' }, 'screen')
  expect(narrowingFilters(calls, state)).toEqual(['callerTypes'])
  expect(narrowingFilters(calls, initialState(calls))).toEqual(['callerTypes'])
})

it('says the dates where no filter narrows the report, and counts nothing by a wrong name', () => {
  expect(emptyTitle(calls, neutralState(calls), names, 'Nov 14 – 20')).toBe('No calls for Nov 14 – 20')
  expect(emptyTitle(calls, neutralState(calls), names, '')).toBe('No calls')
  const { answer, ...silent } = calls
  expect(answer).toHaveLength(1)
  expect(title({ caller_types: 'resident' }, silent)).toBe('Nothing matches Caller types: Resident')
  expect(emptyTitle(silent, neutralState(silent), names, 'Nov 14 – 20')).toBe('Nothing to show for Nov 14 – 20')
})
