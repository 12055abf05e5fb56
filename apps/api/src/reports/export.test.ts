import { untruths } from '@leaselight/charts/testing'
import { layoutFaults, linesOf, parsePdf, parseXlsx, pdfLines } from '@leaselight/files/testing'
import { applyFlags, formatRange, type ReportDefinition, reportParams } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { reportsOfRun } from '@leaselight/tests/seed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate } from '../testing/formulas'
import { getFrom } from '../testing/requests'
import { expectCsv } from '../testing/screenCsv'
import { expectJudged, expectPdf } from '../testing/screenPdf'
import { OTHER_MANAGER, type Subject, type TestServer, testServer } from '../testing/server'
import { sheetOnScreen } from '../testing/sheets'
import { expectWorkbook, type Screen, screenOf, viewsOf } from '../testing/workbooks'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = getFrom(() => server)

const fileOf = async (
  format: Record<string, string>,
  { report }: Screen,
  params: Record<string, string>,
  subject: Partial<Subject>,
) => (await get(`/api/reports/${report.key}/export`, { ...params, ...format }, subject)).rawPayload

/** As long as no row is opened, the PDF has the outermost rows of the screen, and says where the others are. */
async function expectClosedPdf(screen: Screen, params: Record<string, string>, subject: Partial<Subject>) {
  const closed = await screenOf(server.app, screen.report, params, subject, 'top')
  expect(closed.table.rows.every(({ depth }) => depth === 0)).toBe(true)
  const pdf = await fileOf({ format: 'pdf' }, closed, params, subject)
  expect(layoutFaults(parsePdf(pdf)), `${screen.report.key}: pictures and table stay within the page`).toEqual([])
  const lines = await pdfLines(pdf)
  expectPdf(lines, closed)
  expect(lines.join(' ')).toMatch(/Rows by [^.]+ are in the CSV file\./)
  const inner = new Set(screen.table.rows.flatMap(({ texts, depth }) => (depth > 0 ? [texts[depth] ?? ''] : [])))
  const outer = closed.table.rows.map(({ texts }) => texts[0] ?? '')
  for (const name of inner)
    if (!outer.includes(name)) expect(lines.filter((line) => line.startsWith(`${name} `))).toEqual([])
}

/** Compares one report's screen with its files. */
async function compare(report: ReportDefinition, params: Record<string, string>, subject: Partial<Subject> = {}) {
  const screen = await screenOf(server.app, report, params, subject)
  const opened = [...new Set(screen.result.rows.map(({ parent }) => parent))].filter((key) => key !== null)
  const formats: Record<string, string>[] = [
    { format: 'csv' },
    { format: 'csv', plain: '1' },
    { format: 'xlsx' },
    { format: 'pdf', ...(opened.length > 0 && { opened: opened.join(',') }) },
  ]
  const [csv, plain, xlsx, pdf] = await Promise.all(formats.map((format) => fileOf(format, screen, params, subject)))
  if (!csv || !plain || !pdf || !xlsx) throw new Error('All files were requested.')
  expectCsv(csv, plain, screen)
  expectWorkbook(parseXlsx(xlsx), screen, evaluate)
  expect(layoutFaults(parsePdf(pdf)), `${report.key}: pictures and table stay within the page`).toEqual([])
  const lines = await pdfLines(pdf)
  expectPdf(lines, screen)
  expectJudged(csv, lines, screen)
  if (opened.length > 0) await expectClosedPdf(screen, params, subject)
  expect(untruths(screen.report, screen.state, screen.result)).toEqual([])
  const { period, priorPeriod } = screen.result
  const said = [report.title, ...[period, priorPeriod].flatMap((range) => (range ? [formatRange(range, null)] : []))]
  for (const words of said) expect(lines.join(' ')).toContain(words)
}

describe('the screen’s cells are those of the CSV, of the workbook, and of the PDF', () => {
  test.each(reportsOfRun())('%s', async (_, report) => {
    const property: Record<string, string> = 'property' in reportParams(report) ? { property: '11' } : {}
    for (const view of viewsOf(report)) await compare(report, { ...property, ...view })
  })

  test('also where a company’s flags take away the rows within rows', async () => {
    const report = reports.find(({ innerRowsFlag }) => innerRowsFlag !== undefined)
    if (!report) throw new Error('No report has rows under a flag.')
    await compare(applyFlags(report, {}), { start_date: '2026-03-08', end_date: '2026-03-14' }, OTHER_MANAGER)
  })
})

test('the PDF of a sheet has every number of its screen, on one page', async () => {
  const properties = [{ name: 'Harbor Point', address: '12 Wharf Street, Boston, MA 02110' }]
  const sheets = reports.filter(({ sheet }) => sheet)
  expect(sheets.map(({ key }) => key)).toEqual(['boxscore'])
  for (const report of sheets) {
    const params = { property: '11', start_date: '2026-03-08', end_date: '2026-03-14', show_applications: 'true' }
    const read = async (url: string, asked: Record<string, string>) => (await get(url, asked)).json()
    const { sheet, lines } = await sheetOnScreen(report, params, properties, read)
    const { rawPayload } = await get(`/api/reports/${report.key}/export`, { ...params, format: 'pdf' })
    const parsed = parsePdf(rawPayload)
    expect([parsed.pages.length, layoutFaults(parsed)]).toEqual([1, []])
    const printed = linesOf(parsed).map((line) => line.filter((text) => text.trim() !== '').join(' '))
    expect(printed.join('\n')).toContain(`Harbor Point\n12 Wharf Street, Boston, MA 02110 · 6 units`)
    expect(lines.length).toBeGreaterThan(20)
    for (const { label, text, usual, toDate } of lines) {
      const row = [label, text, usual, toDate].filter(Boolean).join(' ')
      expect(
        printed.some((line) => line.includes(row)),
        `${row}\n${printed.join('\n')}`,
      ).toBe(true)
    }
    for (const { label, text, share } of sheet?.blocks.flatMap(({ strip }) => strip) ?? [])
      expect(printed.join('\n')).toContain(`${label} ${text} ${share}`)
  }
})
