import { expect, test } from 'vitest'
import { resultWith } from '../testing'
import { count } from './columns'
import { dataNotes } from './dataNotes'
import { defineReport } from './definition'
import type { ReportResult } from './result'
import { initialState } from './state'
import { buildTable } from './table'

const report = defineReport({
  key: 'visits',
  apiKey: 'VisitsReport',
  title: 'Visits',
  path: '/visits',
  section: 'Visitors',
  gate: 'general',
  question: 'Who came?',
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: [],
  groupByOptions: ['source', 'agent'],
  rows: ['groupBy'],
  columns: { visits: count('Visits', 'All.') },
  tiles: ['visits'],
  charts: [],
})
const state = initialState(report)
const bySource = { ...state, filters: { ...state.filters, groupBy: 'source' as const } }

const resultOf = (unknown: number): ReportResult =>
  resultWith({
    report: 'visits',
    period: { start: '2026-03-08', end: '2026-03-14' },
    rows: [
      { key: 'source:', depth: 0, parent: null, source: 'Unknown', visits: unknown },
      { key: 'source:Zillow', depth: 0, parent: null, source: 'Zillow', visits: 1_200 },
    ],
    total: { visits: 1_200 + unknown },
  })

test('what is unknown is a note with the list that shows it, and a row without rank', () => {
  expect(dataNotes(report, bySource, resultOf(46))).toEqual([
    { text: 'Visits: 46 of 1,246 have no source.', row: 'source:', column: 'visits', name: 'Unknown' },
  ])
  expect(dataNotes(report, bySource, resultOf(1))[0]?.text).toBe('Visits: 1 of 1,201 has no source.')
  expect(dataNotes(report, bySource, resultOf(0))).toEqual([])
  expect(buildTable(report, resultOf(46), bySource).rows.map(({ isMissing = false }) => isMissing)).toEqual([
    true,
    false,
  ])
})
