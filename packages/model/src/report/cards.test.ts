import { describe, expect, it } from 'vitest'
import { cardLayout, cardMeta, cardTitle, unitOf } from './cards'
import { checkDefinition } from './checkDefinition'
import { count, fact, measure, ratio } from './columns'
import { defineReport, type ReportDefinition } from './definition'
import { howToRead } from './reading'
import { initialState } from './state'
import { buildTable } from './table'
import type { Judged } from './usualCell'

const base = {
  key: 'waits',
  apiKey: 'WaitsReport',
  title: 'Waits',
  path: '/waits',
  section: 'Leads',
  gate: 'general',
  question: 'Who waits?',
  defaultFilters: [],
  additionalFilters: [],
  charts: [],
} as const
const columns = {
  asked: count('Asked', 'People who asked.'),
  never: count('Never', 'Without an answer.', { better: 'lower' }),
  within30: ratio('never', 'asked', 'Within 30 min %', 'Of all.', { format: 'percent' }),
  median: measure('Median', 'Half waited no longer.', { format: 'duration' }),
}
const ranked = defineReport({ ...base, sortBy: 'never', rows: ['property'], columns, tiles: ['asked', 'median'] })

const row = { key: 'property:1', parent: null, depth: 0, property: 'Oak Court', propertyId: 1 }
const numbers = { asked: 40, never: 4, within30: 0.1, median: 120 }
const tableOf = (report: ReportDefinition, cells: Record<string, string | number | null> = numbers) =>
  buildTable(
    report,
    { rows: [{ ...row, ...cells }], total: numbers, timeZone: 'UTC', today: '2026-03-15' },
    initialState(report),
  )

/** A layout by the columns' names, with the line of the first row. */
function shown(report: ReportDefinition, cells?: Record<string, string | number | null>) {
  const table = tableOf(report, cells)
  const layout = cardLayout(report, initialState(report), table)
  const key = (index: number | null) => (index === null ? null : table.columns[index]?.key)
  const [first] = table.rows
  if (!first) throw new Error('There is no row.')
  const { title, meta, trailing, opens } = layout
  return {
    title: key(title),
    meta: meta.map(key),
    trailing: key(trailing),
    opens: opens.map(key),
    line: cardMeta(layout, table, first).join(' · '),
  }
}

describe('a row as a card', () => {
  it('has the number that sorts the page, and the tiles’ numbers in its line', () => {
    expect(shown(ranked)).toEqual({
      title: null,
      meta: ['asked', 'median'],
      trailing: 'never',
      opens: ['never', 'asked'],
      line: '40 asked · 2.0 min median',
    })
  })

  it('follows the report’s declaration, and leaves out what has no value', () => {
    const declared = { ...ranked, card: { meta: ['within30', 'median'], trailing: 'asked' } }
    expect(shown(declared, { ...numbers, median: null })).toMatchObject({
      trailing: 'asked',
      opens: ['asked', 'never'],
      line: '10% within 30 min',
    })
    // A rate or a score is no noun that something could be counted by.
    const renewal = ratio('never', 'asked', 'Renewal rate', 'Of all.', { format: 'percent' })
    const named = defineReport({ ...ranked, columns: { ...columns, renewal }, card: { meta: ['renewal'] } })
    expect(shown(named, { ...numbers, renewal: 0.1 }).line).toBe('renewal rate 10%')
  })

  it('of a list is named by its first text, and its facts stand by themselves', () => {
    const list = defineReport({
      ...base,
      shape: 'list',
      rows: [],
      columns: {
        calls: count('Calls', 'Calls.'),
        caller: fact('Caller', 'Who called.'),
        office: fact('Office', 'Where.'),
      },
      tiles: ['calls'],
    })
    expect(shown(list, { calls: 1, caller: 'Ann Abbott', office: 'Oak Court' })).toEqual({
      title: 'caller',
      meta: ['office'],
      trailing: null,
      opens: [],
      line: 'Oak Court',
    })
  })

  it('says how its number compares with what is usual, where it changed', () => {
    const table = tableOf(ranked)
    const [first] = table.rows
    if (!first) throw new Error('There is no row.')
    const line = (judged: Judged) => cardMeta(cardLayout(ranked, initialState(ranked), table), table, first, judged)
    expect(line({ state: 'signal', deviations: 4, low: 0, high: 2 })).toEqual([
      ...['40 asked', '2.0 min median', 'higher than usual'],
    ])
    expect(line({ state: 'thin', deviations: 0, low: null, high: null })).toEqual(['40 asked', '2.0 min median'])
  })

  it('of a record without a name is called by its phone number, else by what is unknown', () => {
    const calls = defineReport({
      ...base,
      shape: 'list',
      rows: [],
      columns: { caller: fact('Caller', 'Who called.'), phone: fact('Phone', 'From where.', 'phone') },
      tiles: [],
      card: { title: 'caller', contact: ['phone'] },
    })
    const title = (cells: Record<string, string | null>, list: ReportDefinition = calls) => {
      const table = tableOf(list, cells)
      const [first] = table.rows
      return first && cardTitle(cardLayout(list, initialState(list), table), table, first, 0)
    }
    expect(title({ caller: 'Ann Abbott', phone: '+19235550119' })).toBe('Ann Abbott')
    expect(title({ caller: null, phone: '+19235550119' })).toBe('(923) 555-0119')
    expect(title({ caller: null, phone: null })).toBe('Unknown caller')
    const kinds = defineReport({
      ...calls,
      columns: { ...calls.columns, kind: fact('Caller status', 'Who calls.') },
      card: { ...calls.card, otherwise: 'kind' },
    })
    expect(title({ caller: null, phone: null, kind: 'Resident' }, kinds)).toBe('Resident')
  })

  it('can’t be declared with a column that the report doesn’t have', () => {
    expect(() => checkDefinition({ ...ranked, card: { meta: ['late'] } })).toThrow(/no column "late"/)
  })
})

it('names a number by its column, after it', () => {
  expect(['Within 30 min %', 'AI calls', 'Off hours'].map((label) => unitOf({ label }))).toEqual([
    'within 30 min',
    'AI calls',
    'off hours',
  ])
  const ofOne = ['Leases', 'Properties', 'Follow-ups', 'Never', 'Status', 'In progress']
  expect(ofOne.map((label) => unitOf({ label }, '1'))).toEqual([
    ...['lease', 'property', 'follow-up', 'never', 'status', 'in progress'],
  ])
  expect(unitOf({ label: 'Leases' }, '0')).toBe('leases')
  expect(unitOf({ label: 'Visits with scan' }, '1')).toBe('visit with scan')
  expect(unitOf({ label: 'Prospects, with AI' }, '5')).toBe('prospects with AI')
})

it('explains a report by the number of its first row that has one, and by its columns', () => {
  const result = {
    rows: [
      { ...row, ...numbers, never: 0 },
      { ...row, property: 'Elm Court', ...numbers },
    ],
    total: numbers,
  }
  const { example, definitions } = howToRead(ranked, initialState(ranked), {
    ...result,
    timeZone: 'UTC',
    today: '2026-03-15',
  })
  expect(example).toBe('Elm Court, Never: 4. Without an answer.')
  expect(definitions[0]).toEqual({ label: 'Asked', definition: 'People who asked.' })
  expect(
    howToRead(ranked, initialState(ranked), { ...result, rows: [], timeZone: 'UTC', today: '2026-03-15' }).example,
  ).toBe('')
})
