import { expect, it } from 'vitest'
import { count } from './columns'
import { defineReport } from './definition'
import { totalOfRows } from './foundRows'
import { initialState } from './state'
import { buildTable } from './table'
import { usualCell } from './usualCell'

const report = defineReport({
  key: 'missed',
  apiKey: 'MissedReport',
  title: 'Missed',
  path: '/missed',
  section: 'Leads',
  gate: 'general',
  question: 'What was missed?',
  defaultFilters: ['dateRange'],
  additionalFilters: [],
  rows: ['property'],
  tiles: ['missed', 'calls'],
  columns: {
    calls: count('Calls', 'Calls.'),
    missed: count('Missed', 'Missed calls.', { better: 'lower' }),
  },
  charts: [],
})
const state = initialState(report)

const row = (id: number, missed: number) => ({
  ...{ key: `property:${id}`, depth: 0, parent: null, property: `House ${id}`, propertyId: id },
  ...{ calls: 100, missed },
})
const judged = (id: number, missed: 'usual' | 'signal' | 'thin', deviations: number | null) => ({
  key: `property:${id}`,
  states: { calls: 'usual' as const, missed },
  usual: deviations === null ? null : { column: 'missed', deviations, low: 20, high: 46 },
})
const total = {
  ...{ state: 'signal' as const, tone: 'bad' as const, direction: 'up' as const, deviations: 5.2 },
  ...{ low: 60, high: 90, change: '+40%', words: 'was 70' },
}
const result = {
  rows: [row(1, 12), row(2, 40), row(3, 3)],
  total: { calls: 300, missed: 98 },
  timeZone: 'UTC',
  today: '2026-03-15',
  judgement: { missed: total, calls: total },
  rowJudgements: [judged(1, 'signal', -2.7), judged(2, 'usual', 1.1), judged(3, 'thin', null)],
}

it('tells right of the main number how each row compares with its usual range', () => {
  const table = buildTable(report, result, state)
  expect(table.columns.map(({ label }) => label)).toEqual(['Property', 'Calls', 'Missed', 'vs usual'])
  expect(table.rows.map(({ texts, values }) => [texts[3], values[3]])).toEqual([
    ['lower than usual', -2.7],
    ['as usual', 1.1],
    ['', null],
  ])
  // Fewer missed calls are better; a usual number is neither, and of three calls nothing can be said.
  expect(table.rows.map(({ usual }) => usual?.tone)).toEqual(['good', 'neutral', 'neutral'])
  expect(table.rows.map(({ usual }) => usual?.detail)).toEqual([
    '12, usual 20 – 46',
    '40, usual 20 – 46',
    'too few to compare',
  ])
  expect(table.total.usual).toEqual({
    ...{ deviations: 3, tone: 'bad', words: 'higher than usual', detail: '98, usual 60 – 90' },
  })
  // Some rows' total was never judged.
  const found = totalOfRows(report, result, state, table.rows.slice(0, 1))
  expect([found.texts, found.usual]).toEqual([['Total', '100', '12', ''], undefined])
})

it('colors the three rows that are farthest from usual, and says the words of all', () => {
  const many = [-2.7, 3.1, 5.8, 2.2, 4.4]
  const table = buildTable(
    report,
    {
      ...result,
      rows: many.map((_, id) => row(id, 12)),
      rowJudgements: many.map((deviations, id) => judged(id, 'signal', deviations)),
    },
    state,
  )
  expect(table.rows.map(({ usual }) => usual?.tone)).toEqual(['neutral', 'bad', 'bad', 'neutral', 'bad'])
  expect(table.rows.map(({ usual }) => usual?.words)).toEqual(
    ['lower', 'higher', 'higher', 'higher', 'higher'].map((one) => `${one} than usual`),
  )
})

it('leaves the column to be chosen where fewer than three of more rows are judged, without counting those inside', () => {
  const chosen = (...judgements: ReturnType<typeof judged>[]) =>
    buildTable(report, { ...result, rowJudgements: judgements }, state).columns.at(-1)?.optional
  const [one, two, three] = [1, 2, 3].map((id) => judged(id, 'usual', 1))
  if (!one || !two || !three) throw new Error('Three are judged.')
  const thin = [4, 5].map((id) => judged(id, 'thin', null))
  const inside = ['a', 'b', 'c'].map((agent) => ({ ...one, key: `${one.key}/agent:${agent}` }))
  expect(chosen(one, two, ...thin, ...inside)).toBe(true)
  expect(chosen(one, two, three, ...thin)).toBe(false)
  // All rows that there are.
  expect(chosen(one, two)).toBe(false)
})

it('has no such column where nothing can be said of any row', () => {
  const unsaid = { ...result, rowJudgements: [judged(1, 'thin', null)] }
  expect(buildTable(report, unsaid, state).columns.map(({ key }) => key)).toEqual(['property', 'calls', 'missed'])
  expect(buildTable(report, { ...unsaid, outer: result }, state).rows[0]?.texts).toHaveLength(4)
})

it('says of a time that it is longer, and why nothing is said', () => {
  const time = { format: 'duration' as const, better: 'lower' as const }
  const cell = (state: 'signal' | 'usual' | 'incomparable', low: number | null) =>
    usualCell({ state, deviations: 4, low, high: low && 2 * low }, time, '2.0 h', 'no data before Mar 5, 2026')
  expect(cell('signal', 1800)).toMatchObject({ words: 'longer than usual', detail: '2.0 h, usual 0.5 h – 1.0 h' })
  expect(cell('usual', null)).toMatchObject({ deviations: null, detail: 'its usual range is not known' })
  expect(cell('incomparable', null)).toMatchObject({ deviations: null, detail: 'no data before Mar 5, 2026' })
})
