import { leads, testResult, testRow, testState } from '@leaselight/charts/testing'
import { count, defineReport, distinct, measure, type ReportDefinition, ratio } from '@leaselight/model'
import { expect, test } from 'vitest'
import type { ReportDocument } from '../document'
import { numberFormat, valueCell } from './cells'
import { MAX_XLSX_ROWS, reportsXlsx, reportXlsx } from './index'
import { columnLetters, sheetNames } from './names'
import { parseXlsx } from './testing'

function documentOf(report: ReportDefinition, parts: Partial<ReportDocument> = {}): ReportDocument {
  const row = (name: string, values: Record<string, number>) => ({
    ...testRow(report.columns, 'property', name, values),
    propertyId: 11,
  })
  const harbor = row('Harbor View', { prospects: 1230, visits: 4, shows: 1 })
  return {
    report,
    state: testState(report),
    result: testResult({
      period: { start: '2026-03-02', end: '2026-03-08' },
      rows: [
        harbor,
        { ...harbor, key: 'agent:1', depth: 1, parent: harbor.key, agent: '=cmd|calc' },
        row('Sunset', { prospects: 4, visits: 0, shows: 0 }),
      ],
      total: { prospects: 1234, visits: 4, shows: 1, leases: null, showPerVisit: 0.25 },
      freshness: { newestFactAt: '2026-03-08T18:00:00Z', importedAt: null, notices: [] },
    }),
    company: 'North Homes',
    filterSummary: ['Properties: Harbor View'],
    generatedAt: '2026-03-09T14:05:00Z',
    ...parts,
  }
}

const read = async (document: ReportDocument) => parseXlsx(await reportXlsx(document))

test('a workbook has a cover and a table with typed cells, frozen headings, and totals as formulas', async () => {
  const [about, table] = await read(documentOf(leads))
  expect([about?.name, table?.name]).toEqual(['About', 'Leads'])
  const lines = about?.rows.map((row) => row.map((cell) => cell?.value).join(' | ')) ?? []
  expect(lines).toEqual(
    expect.arrayContaining(['Company | North Homes', 'Period | Mar 2 – 8, 2026', 'Filters | Properties: Harbor View']),
  )
  expect(lines.find((line) => line.startsWith('Prospects | '))).toMatch(/Prospects \| \w+/)
  expect(table?.frozen).toEqual({ rows: 1, columns: 2 })
  const values = table?.rows.map((row) => row.map((cell) => cell?.value ?? null))
  expect(values?.[0]?.slice(0, 4)).toEqual(['Property', 'Agent', 'Prospects', 'Visits'])
  expect(values?.[1]?.slice(0, 4)).toEqual(['Harbor View', null, 1230, 4])
  // A text that looks like a formula stays text.
  expect(table?.rows[2]?.[1]).toMatchObject({ value: '=cmd|calc', isFormula: false })
  const total = table?.rows[4] ?? []
  expect(total[0]?.value).toBe('Total')
  // Rows within others count once.
  expect(total[2]).toEqual({ value: '=SUMPRODUCT((B2:B4="")*1,C2:C4)', isFormula: true, format: '#,##0' })
})

test('totals that are no sum of rows stay numbers, and ratios divide two totals', async () => {
  const report = defineReport({
    ...leads,
    rows: ['property'],
    columns: {
      visits: count('Visits', 'Visits that took place.'),
      people: distinct('People', 'People who came, each once.'),
      perVisit: ratio('people', 'visits', 'Per visit', 'People divided by visits.'),
      talk: measure('Talk time', 'How long they talked.', { format: 'duration', additive: true }),
    },
    tiles: ['visits'],
    charts: [],
  })
  const row = (name: string, visits: number, people: number, talk: number) => ({
    ...testRow(report.columns, 'property', name, { visits, people, talk }),
    perVisit: people / visits,
  })
  const [, table] = await read(
    documentOf(report, {
      state: testState(report),
      result: testResult({
        period: { start: '2026-03-02', end: '2026-03-08' },
        rows: [row('A', 40, 20, 5400), row('B', 20, 10, 60)],
        // One person was at both.
        total: { visits: 60, people: 29, perVisit: 29 / 60, talk: 5460 },
      }),
    }),
  )
  const total = table?.rows[3]?.slice(1).map((cell) => cell?.value)
  expect(total).toEqual(['=SUM(B2:B3)', 29, '=IF(B4=0,"",C4/B4)', '=SUM(E2:E3)'])
  expect(table?.rows[1]?.[4]).toMatchObject({ value: 1.5, format: '#,##0.0" h"' })
})

test('more rows than a workbook takes are cut, which the cover says, and no sum pretends to be the total', async () => {
  const rows = Array.from({ length: MAX_XLSX_ROWS + 1 }, (_, index) => ({
    ...testRow(leads.columns, 'property', `Home ${index}`, { prospects: 1, visits: 1 }),
    key: `property:${index}`,
  }))
  const result = testResult({ rows, total: { prospects: rows.length, visits: rows.length } })
  const [about, table] = await read(documentOf(leads, { result }))
  expect(table?.rows.length).toBe(MAX_XLSX_ROWS + 2)
  expect(table?.rows.at(-1)?.[2]).toMatchObject({ value: rows.length, isFormula: false })
  expect(about?.rows.flat().map((cell) => cell?.value)).toContain(
    'Only the first 10,000 rows of 10,001 are here. The CSV file has all of them.',
  )
})

test.each([
  ['integer', '1,234', '#,##0'],
  ['decimal', '4.25', '#,##0.00'],
  ['tenths', '73.3', '#,##0.0'],
  ['money', '$1,059,896', '$#,##0'],
  ['money', '$4.20', '$#,##0.00'],
  ['percent', '68.5%', '0.0%'],
  ['percent', '68%', '0%'],
  ['percent', '3 of 4', '"3 of 4"'],
  ['duration', '2 h 32 m', '[h]:mm:ss'],
  ['duration', '2.5 h', '#,##0.0" h"'],
] as const)('a %s shown as %s has the format %s', (format, text, expected) => {
  expect(numberFormat(format, text)).toBe(expected)
})

test('dates are dates, times are those of the row’s zone, and texts lose what a workbook can’t hold', () => {
  expect(valueCell('2026-03-08', 'Mar 8', 'date', 'UTC')).toMatchObject({ value: new Date('2026-03-08') })
  expect(valueCell('2026-03-08T18:05:09Z', '', 'datetime', 'America/Denver')).toMatchObject({
    value: new Date('2026-03-08T12:05:09Z'),
  })
  expect(valueCell('a\u0000b\uFFFFc\uD800\nd', 'a\u0000b\uFFFFc\uD800\nd', 'text', 'UTC')).toMatchObject({
    value: 'abc\nd',
  })
  expect(valueCell(9120, '2 h 32 m', 'duration', 'UTC')).toMatchObject({ value: 9120 / 86_400 })
  expect(valueCell(9000, '2.5 h', 'duration', 'UTC')).toMatchObject({ value: 2.5 })
  expect(valueCell(null, '—', 'percent', 'UTC')).toBeNull()
})

test('worksheets have short, valid, different names', () => {
  const long = 'The Residences at Old Harbor Point South'
  expect(sheetNames(['A/B: [1]', long, long, 'History', "'"])).toEqual([
    'A B 1',
    'The Residences at Old Harbor Po',
    'The Residences at Old Harbo (2)',
    'History (2)',
    'Sheet',
  ])
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

test('a workbook of several reports has a cover of all, and a worksheet for each under its own name', async () => {
  const documents = ['Monday call', 'Monday call', 'Owners: Q1/Q2'].map((name) => ({
    name,
    document: documentOf(leads),
  }))
  const sheets = parseXlsx(await reportsXlsx('North Homes', documents, ['1 report is left out.']))
  expect(sheets.map(({ name }) => name)).toEqual(['About', 'Monday call', 'Monday call (2)', 'Owners Q1 Q2'])
  const lines = sheets[0]?.rows.map((row) => row.map((cell) => cell?.value).join(' | ')) ?? []
  expect(lines.slice(0, 3)).toEqual(['North Homes', '3 reports', 'Note | 1 report is left out.'])
  expect(lines).toEqual(expect.arrayContaining(['Worksheet | Monday call (2)', 'Filters | Properties: Harbor View']))
  expect(lines.filter((line) => line === 'Period | Mar 2 – 8, 2026')).toHaveLength(3)
  for (const { rows } of sheets.slice(1)) expect(rows).toEqual(parseXlsx(await reportXlsx(documentOf(leads)))[1]?.rows)
})
