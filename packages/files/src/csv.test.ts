import { calls, leads, testResult, testRow, testState } from '@leaselight/charts/testing'
import { buildTable, count, defineReport, fact, type Judgement, type ReportDefinition } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { type CsvOptions, escapeFormula, reportCsv } from './csv'
import { fileName, type ReportDocument } from './document'

const drop: Judgement = {
  ...{ state: 'signal', tone: 'bad', direction: 'down', deviations: -3.84, low: 42, high: 86 },
  ...{ change: '−58.1%', words: 'was 62' },
}

function documentOf(report: ReportDefinition, parts: Partial<ReportDocument> = {}): ReportDocument {
  const named = testRow(leads.columns, 'property', 'Harbor View', { prospects: 1234, visits: 4, shows: 1 })
  const row = { ...named, propertyId: 11 }
  return {
    report,
    state: testState(report),
    result: testResult({
      period: { start: '2026-03-02', end: '2026-03-08' },
      priorPeriod: { start: '2026-02-23', end: '2026-03-01' },
      propertyTimeZones: ['America/Denver', 'America/Chicago'],
      rows: [row, { ...row, key: 'agent:1', depth: 1, parent: row.key, agent: '=cmd|calc' }],
      total: { prospects: 1234, visits: 4, shows: 1, leases: null, showPerVisit: 0.25 },
      notes: ['This cohort is still maturing.'],
      judgement: { prospects: drop },
      freshness: { newestFactAt: '2026-03-08T18:00:00Z', importedAt: null, notices: [] },
    }),
    company: '+Homes, "North"',
    filterSummary: ['Properties: Harbor View', 'Include non-prospects: Yes'],
    generatedAt: '2026-03-09T14:05:00Z',
    ...parts,
  }
}

async function textOf(document: ReportDocument, options: CsvOptions = {}): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of reportCsv(document, options)) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

const table = [
  'Property,Agent,Prospects,Visits,Shows,Leases,Shows per visit',
  'Harbor View,,1234,4,1,0,0.25',
  `Harbor View,'=cmd|calc,1234,4,1,0,0.25`,
]

test('says in words how the main number stands, and leaves that out where columns are added up', async () => {
  const document = documentOf(leads)
  const [row] = document.result.rows
  const usual = { column: 'prospects', deviations: -3.2, low: 1300, high: 1400 }
  const rowJudgements = [{ key: row?.key ?? '', states: { prospects: 'signal' as const }, usual }]
  const judged = { ...document, result: { ...document.result, rowJudgements } }
  const lines = async (options: CsvOptions) => (await textOf(judged, options)).slice(1).split('\r\n').slice(0, 2)
  expect(await lines({})).toEqual([
    'Property,Agent,Prospects,vs usual,Visits,Shows,Leases,Shows per visit',
    'Harbor View,,1234,lower than usual,4,1,0,0.25',
  ])
  expect(await lines({ plain: true })).toEqual([table[0], table[2]])
})

test('a file begins with its table, and facts and column definitions follow', async () => {
  const text = await textOf(documentOf(leads))
  expect(text.startsWith('\uFEFFProperty,')).toBe(true)
  expect(text.slice(1).split('\r\n')).toEqual([
    ...table,
    'Total,,1234,4,1,,0.25',
    '',
    'Report,Leads',
    `Company,"'+Homes, ""North"""`,
    'Period,"Mar 2 – 8, 2026"',
    'Compared with,"Feb 23 – Mar 1, 2026"',
    `Time zone,"Each property’s own (Mountain Time, Central Time). Times are in Mountain Time"`,
    'Filters,Properties: Harbor View; Include non-prospects: Yes',
    'Newest record,"Sun, Mar 8, 2026, 12:00 PM MT"',
    'Last import,None yet',
    'Created,"Mon, Mar 9, 2026, 8:05 AM MT"',
    'Note,This cohort is still maturing.',
    '',
    'Column,What it means,Unit,Change of the total',
    'Property,What the row stands for: property.,text,',
    'Agent,What the row stands for: agent.,text,',
    'Prospects,People who got in touch.,number,"signal, was 62, −58.1%"',
    'Visits,Visits that took place.,number,',
    'Shows,Visits on which a unit was shown.,number,',
    'Leases,New leases signed.,number,',
    'Shows per visit,Shows divided by visits.,"share, 0 to 1",',
    '',
  ])
})

test('a plain file is a table whose columns add up: no total, and no row that holds others', async () => {
  const plain = await textOf(documentOf(leads), { plain: true })
  expect(plain).toBe(`\uFEFF${[table[0], table[2]].join('\r\n')}\r\n`)
})

test('values are raw: seconds, dollars, fractions, days, and times with their offset', async () => {
  const report = defineReport({
    ...leads,
    columns: {
      net: count('Net', 'Leases less cancelled ones.'),
      at: fact('At', 'When.', 'datetime'),
      on: fact('On', 'The day.', 'date'),
      talk: fact('Talk', 'How long.', 'duration'),
      rent: fact('Rent', 'How much.', 'money'),
      rate: fact('Rate', 'How many of them.', 'percent'),
    },
    tiles: ['net'],
    charts: [],
  })
  const cells = { at: '2026-03-08T06:30:00Z', on: '2026-03-08', talk: 24_060, rent: 428_035.5, rate: 4 / 5, net: -5 }
  const row = { key: 'a', depth: 0, parent: null, property: 'A', agent: '', timeZone: 'America/New_York', ...cells }
  const text = await textOf(documentOf(report, { result: testResult({ rows: [row], total: { net: -5 } }) }))
  expect(text).toContain('\r\nA,,-5,2026-03-08T01:30:00-05:00,2026-03-08,24060,428035.5,0.8\r\n')
  expect(text).toContain('\r\nTotal,,-5,,,,,\r\n')
})

test('its cells are the values of the screen, as counts and as shares', async () => {
  for (const viewAs of ['COUNT', 'PERCENTAGE'] as const) {
    const rows = [testRow(calls.columns, 'property', 'A', { totalCalls: 3, answered: 2, missed: 1 })]
    const result = testResult({ rows, total: { totalCalls: 3, answered: 2, missed: 1 } })
    const state = testState(calls, { viewAs })
    const shown = buildTable(calls, result, state)
    const lines = (await textOf(documentOf(calls, { result, state }))).split('\r\n')
    for (const { values } of [...shown.rows, shown.total])
      expect(lines).toContain(values.map((value) => value ?? '').join(','))
  }
})

test('only the columns the reader chose, when she chose', async () => {
  expect(await textOf(documentOf(leads, { columns: ['visits'] }))).toContain('\uFEFFProperty,Agent,Visits\r\n')
})

describe('formulas', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is kept from running', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
  })

  test.each(['Harbor View', '−5', 'a=1', '', ' =1'])('%j stays as it is', (text) => {
    expect(escapeFormula(text)).toBe(text)
  })

  test('texts of people are guarded in every column, negative numbers are not', async () => {
    const report = defineReport({
      ...leads,
      columns: { note: fact('Note', 'What was said.'), net: count('Net', 'Leases less cancelled ones.') },
      tiles: ['net'],
      charts: [],
    })
    const rows = [{ key: 'a', depth: 0, parent: null, property: '-A\nB', note: '=x', net: -5 }]
    const text = await textOf(documentOf(report, { result: testResult({ rows, total: { net: -5 } }) }))
    expect(text).toContain(`"'-A\nB",,'=x,-5\r\n`)
    expect(text).toContain('Total,,,-5\r\n')
  })
})

test('rows that are read while the file is written pass through without standing in memory', async () => {
  const many = 60_000
  let read = 0
  async function* rows() {
    for (; read < many; read++)
      yield testRow(leads.columns, 'property', `House ${read} ${'x'.repeat(500)}`, { prospects: read })
  }
  const records = { total: many, rows, areStill: async () => false }
  const stream = reportCsv(documentOf(leads, { records, result: { ...documentOf(leads).result, rows: [] } }))
  let lines = 0
  let ahead = 0
  let end = ''
  for await (const part of stream) {
    const text = String(part)
    lines += text.split('\r\n').length - 1
    ahead = Math.max(ahead, read - lines)
    end = end.slice(-2_000) + text
  }
  expect(lines).toBe(many + 23)
  expect(ahead).toBeLessThan(2_000)
  expect(end).toContain(
    'Note,Records were imported while this file was being made. Some may be missing or appear twice.',
  )
})

test('a file is named after company, report and days', () => {
  expect(fileName(documentOf(leads), 'pdf')).toBe('homes-north-leads-2026-03-02-2026-03-08.pdf')
  const asOf = testResult({ asOf: '2026-03-09' })
  expect(fileName(documentOf(leads, { result: asOf, company: 'Łódź 東京 ../..' }), 'csv')).toBe(
    'odz-leads-2026-03-09.csv',
  )
})
