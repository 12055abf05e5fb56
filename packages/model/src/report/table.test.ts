import { expect, it } from 'vitest'
import { count, distinct, fact, measure, ratio, shareOfTotal } from './columns'
import { defineReport } from './definition'
import { totalOfRows } from './foundRows'
import { initialState } from './state'
import { buildTable, displayColumn } from './table'

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
      duration: fact('Duration', 'How long it took.', 'duration'),
    },
  })
  const record = (key: string, timeZone: string) => ({
    key,
    depth: 0,
    parent: null,
    when: '2026-03-08T12:05:00Z',
    caller: null,
    duration: key === 'record:1' ? 22 : 3909,
    timeZone,
  })
  const rows = [record('record:1', 'America/New_York'), record('record:2', 'Asia/Kathmandu')]
  const table = buildTable(log, { rows, total: { calls: 2 }, timeZone: 'UTC', today: '2026-03-15' }, initialState(log))
  expect(table.columns.map(({ label, align }) => [label, align])).toEqual([
    ['When', 'left'],
    ['Caller', 'left'],
    ['Duration', 'right'],
  ])
  expect(table.rows.map((row) => row.texts)).toEqual([
    // Durations below each other are written alike.
    ['Sun, Mar 8, 8:05 AM', '—', '0:22'],
    ['Sun, Mar 8, 5:50 PM', '—', '1:05:09'],
  ])
  expect(table.total.texts).toEqual(['2 records', '', ''])
  // With several zones each time shows its own; with one, the page shows it once.
  const named = (propertyTimeZones: string[]) =>
    buildTable(
      log,
      { rows, total: { calls: 2 }, timeZone: 'UTC', today: '2026-03-15', propertyTimeZones },
      initialState(log),
    ).rows.map(({ texts }) => texts[0])
  expect(named(['America/New_York', 'Asia/Kathmandu'])).toEqual([
    'Sun, Mar 8, 8:05 AM ET',
    'Sun, Mar 8, 5:50 PM Kathmandu',
  ])
  expect(named(['America/New_York'])[0]).toBe('Sun, Mar 8, 8:05 AM')
})

it('adds up the rows that a search found, and nothing that does not add up', () => {
  const visits = defineReport({
    ...base,
    key: 'visits',
    rows: ['property'],
    tiles: ['calls'],
    columns: {
      calls: count('Calls', 'Calls.'),
      answered: count('Answered', 'Answered calls.'),
      people: distinct('People', 'Who called, each once.'),
      rate: ratio('answered', 'calls', 'Answered %', 'Answered of all.', { format: 'percent' }),
      wait: measure('Wait', 'Half waited no longer.', { format: 'duration' }),
      share: shareOfTotal('calls', 'Share', 'Of all calls.'),
    },
  })
  const row = (id: number, calls: number, answered: number) => ({
    ...{ key: `property:${id}`, depth: 0, parent: null, property: `House ${id}`, propertyId: id },
    ...{ calls, answered, people: calls - 1, rate: answered / calls, wait: 60, share: calls / 200 },
  })
  const rows = [row(1, 60, 30), row(2, 40, 10), row(3, 100, 100)]
  const total = { calls: 200, answered: 140, people: 150, rate: 0.7, wait: 7200, share: 1 }
  const result = { rows, total, timeZone: 'UTC', today: '2026-03-15' }
  const table = buildTable(visits, result, initialState(visits))
  const found = totalOfRows(visits, result, initialState(visits), table.rows.slice(0, 2))
  // What doesn't add up has no total, which is not a missing number.
  expect(found.texts).toEqual(['Total', '100', '40', '', '40%', '', ''])
  expect(found.values.slice(1)).toEqual([100, 40, null, 0.4, null, null])
  // A single row needs no sum.
  const [first] = table.rows
  const alone = totalOfRows(visits, result, initialState(visits), table.rows.slice(0, 1))
  expect([alone.texts.slice(1), alone.values.slice(1)]).toEqual([first?.texts.slice(1), first?.values.slice(1)])
})

it('calls a row silent in which nothing happened, unless that is news or rows have an order of their own', () => {
  const definition = { ...base, tiles: ['calls'], columns: { calls: count('Calls', 'Calls.') } }
  const row = (id: number, calls: number) => ({ key: `${id}`, depth: 0, parent: null, property: `House ${id}`, calls })
  const result = {
    ...{ rows: [row(1, 3), row(2, 0), row(3, 0)], total: { calls: 3 }, timeZone: 'UTC', today: '2026-03-15' },
    rowJudgements: [
      { key: '2', states: { calls: 'gone' as const }, usual: null },
      { key: '3', states: { calls: 'thin' as const }, usual: null },
    ],
  }
  const silent = (by: 'property' | 'hour') => {
    const report = defineReport({ ...definition, key: by, rows: [by] })
    return buildTable(report, result, initialState(report)).rows.map(({ isSilent }) => isSilent ?? false)
  }
  expect(silent('property')).toEqual([false, false, true])
  expect(silent('hour')).toEqual([false, false, false])
})

it('calls a row thin that has too few cases, where rows are read worst first and nothing is news', () => {
  const definition = {
    ...base,
    tiles: ['answered'],
    columns: {
      asked: count('Asked', 'People who asked.'),
      answered: count('Answered', 'Those with an answer.'),
      rate: ratio('answered', 'asked', 'Answered %', 'Of all who asked.', { format: 'percent' }),
    },
  }
  const row = (id: number, asked: number) => ({
    ...{ key: `${id}`, depth: 0, parent: null, property: `House ${id}` },
    ...{ asked, answered: asked, rate: asked ? 1 : null },
  })
  const result = {
    ...{ rows: [row(1, 20), row(2, 19), row(3, 5), row(4, 0)], total: { asked: 44, answered: 44, rate: 1 } },
    ...{ timeZone: 'UTC', today: '2026-03-15' },
    rowJudgements: [{ key: '3', states: { rate: 'signal' as const }, usual: null }],
  }
  const seen = (shape: 'service' | 'rank', by: 'property' | 'hour' = 'property') => {
    const report = defineReport({ ...definition, key: by, shape, rows: [by] })
    const { rows, thinBy } = buildTable(report, result, initialState(report))
    return { thin: rows.map(({ isThin }) => isThin ?? false), thinBy }
  }
  expect(seen('service')).toEqual({ thin: [false, true, false, false], thinBy: 'fewer than 20 asked' })
  expect(seen('rank').thin).not.toContain(true)
  expect(seen('service', 'hour').thin).not.toContain(true)
})

it('draws a share without cases nowhere, and keeps what its definition gives', () => {
  const columns = {
    green: count('Green', ''),
    all: count('All', ''),
    score: ratio('green', 'all', 'Score', '', { format: 'percent', whenEmpty: 1 }),
  }
  const report = defineReport({ ...base, key: 'care', rows: ['property'], columns, tiles: ['score'] })
  const { of, drawn, textOf } = displayColumn(report, 'score', columns.score, initialState(report))
  const shown = (values: { green: number; all: number; score: number }) => [of(values), drawn(values), textOf(values)]
  expect(shown({ green: 0, all: 0, score: 1 })).toEqual([1, null, '—'])
  expect(shown({ green: 30, all: 40, score: 0.75 })).toEqual([0.75, 0.75, '75%'])
})
