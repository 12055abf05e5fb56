import { expect, it } from 'vitest'
import { count, fact } from './columns'
import { defineReport } from './definition'
import { initialState } from './state'
import { buildTable } from './table'

const base = {
  apiKey: 'LogReport',
  title: 'Log',
  path: '/log',
  section: 'Leads',
  gate: 'general',
  question: 'What happened, one by one?',
  defaultFilters: ['dateRange'],
  additionalFilters: [],
  tiles: ['calls'],
  charts: [],
} as const

it('shows each record of a list in its own zone, and how many there are', () => {
  const log = defineReport({
    ...base,
    key: 'log',
    rows: [],
    columns: {
      calls: count('Calls', 'Calls.'),
      when: fact('When', 'When it was.', 'datetime'),
      caller: fact('Caller', 'Who.'),
    },
  })
  const record = (key: string, timeZone: string) => ({
    key,
    depth: 0,
    parent: null,
    when: '2026-03-08T12:05:00Z',
    caller: null,
    timeZone,
  })
  const rows = [record('record:1', 'America/New_York'), record('record:2', 'Asia/Kathmandu')]
  const table = buildTable(log, { rows, total: { calls: 2 }, timeZone: 'UTC' }, initialState(log))
  expect(table.columns.map(({ label, align }) => [label, align])).toEqual([
    ['When', 'left'],
    ['Caller', 'left'],
  ])
  expect(table.rows.map((row) => row.texts)).toEqual([
    ['Mar 8, 2026, 8:05 AM', '—'],
    ['Mar 8, 2026, 5:50 PM', '—'],
  ])
  expect(table.total.texts).toEqual(['2 records', ''])
  // With several zones each time shows its own; with one, the page shows it once.
  const named = (propertyTimeZones: string[]) =>
    buildTable(log, { rows, total: { calls: 2 }, timeZone: 'UTC', propertyTimeZones }, initialState(log)).rows.map(
      ({ texts }) => texts[0],
    )
  expect(named(['America/New_York', 'Asia/Kathmandu'])).toEqual([
    'Mar 8, 2026, 8:05 AM ET',
    'Mar 8, 2026, 5:50 PM Kathmandu',
  ])
  expect(named(['America/New_York'])[0]).toBe('Mar 8, 2026, 8:05 AM')
})
