import { on } from 'node:events'
import { untruths } from '@leaselight/charts/testing'
import { escapeFormula } from '@leaselight/files'
import { layoutFaults, linesOf, parseCsv, parsePdf, parseXlsx, pdfLines } from '@leaselight/files/testing'
import {
  applyFlags,
  type Cell,
  defaultOrder,
  dimension,
  formatRange,
  isRecordList,
  type Judgement,
  judgeTable,
  mainColumn,
  type ReportDefinition,
  type Row,
  reportParams,
  resultFrom,
  rowDimensions,
  shortStanding,
  sortRows,
  type TableModel,
  type TableRow,
  tiesOf,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { reportsOfRun } from '@leaselight/tests/seed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../server'
import { evaluate } from '../testing/formulas'
import { placeOf, placesInCsv, placesInXlsx } from '../testing/peersAnswers'
import { houses, PEERS_COMPANY, peersCompany } from '../testing/peersCompany'
import { bearer, type Subject, type TestServer, testServer, testSettings } from '../testing/server'
import { sheetOnScreen } from '../testing/sheets'
import { expectWorkbook, type Screen, screenOf, viewsOf } from '../testing/workbooks'

/** A user of the other company, most of whose flags are off. */
const olga: Partial<Subject> = { company_id: 2, user_id: 201, role: 'manager' }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = async (url: string, params: Record<string, string>, subject: Partial<Subject>) => {
  const response = await server.app.inject({
    url: `${url}?${new URLSearchParams(params)}`,
    headers: await bearer(subject),
  })
  expect(response.statusCode, `${url}: ${response.body.slice(0, 300)}`).toBe(200)
  return response
}

const fileOf = async (
  format: Record<string, string>,
  { report }: Screen,
  params: Record<string, string>,
  subject: Partial<Subject>,
) => (await ask(`/api/reports/${report.key}/export`, { ...params, ...format }, subject)).rawPayload

/**
 * The CSV begins with the screen's table, cell by cell, in raw values; what a spreadsheet could run has its guard. The
 * plain file is the same without the rows that hold others, and without what follows.
 */
function expectCsv(content: Buffer, plain: Buffer, { report, state, table }: Screen): void {
  const lines = parseCsv(content)
  const dimensions = rowDimensions(report, state).map((key) => dimension(key))
  const cells = (values: readonly Cell[], texts: readonly string[], row?: Row) =>
    values.map((value, index) => {
      const [format, of] = [table.columns[index]?.format, dimensions[index]]
      const cell = row && of?.isCalendar ? row[of.field] : value
      if (format === 'phone') return cell ? escapeFormula(texts[index] ?? '') : ''
      if (format === 'datetime') return timeOf(cell)
      return typeof cell === 'string' && format !== 'date' ? escapeFormula(cell) : String(cell ?? '')
    })
  const rows = table.rows.map(({ values, texts, row }) => cells(values, texts, row))
  const total = isRecordList(report) ? [] : [cells(table.total.values, table.total.texts)]
  const header = table.columns.map(({ label }) => label)
  const read = (line: readonly string[]) =>
    line.map((cell, index) => (table.columns[index]?.format === 'datetime' ? timeOf(cell) : cell))
  const end = lines.findIndex((line) => line.length === 1 && line[0] === '')
  const found = lines.slice(0, end)
  expect([found[0], ...found.slice(1).map(read)]).toEqual([header, ...rows, ...total])
  expect(lines[end + 1]).toEqual(['Report', report.title])
  const holders = new Set(table.rows.map(({ row }) => row.parent))
  const inner = rows.filter((_, index) => !holders.has(table.rows[index]?.row.key ?? ''))
  const [plainHeader, ...bare] = parseCsv(plain).slice(0, -1)
  expect([plainHeader, ...bare.map(read)]).toEqual([header, ...inner])
}

/** A time, however it is written. */
const timeOf = (cell: Cell | undefined): string => (cell ? new Date(String(cell)).toISOString() : '')

/**
 * The lines of the PDF contain the screen's rows in the screen's order, in each of its parts, followed by the total. The
 * change of a row's main number is at the end of its line.
 */
function expectPdf(lines: readonly string[], { report, state, result, table }: Screen): void {
  const names = rowDimensions(report, state).length || 1
  const isRecording = (key: string) => {
    const column = report.columns[key]
    return column?.kind === 'fact' && column.personalData === 'recording'
  }
  const places = table.columns.flatMap(({ key, optional }, index) =>
    index >= names && !optional && !isRecording(key) ? [index] : [],
  )
  const changes = changesOfRows({ report, state, result, table })
  const rows = [
    ...inScreenOrder({ report, state, result, table }).map(({ texts, depth, row }) => ({
      ...{ texts, depth, change: changes.get(row.key) },
    })),
    { ...table.total, depth: 0, change: undefined },
  ]
  const main = table.columns.findIndex(({ key }) => key === mainColumn(report, state))
  for (const columns of partsOf(lines, places, table)) {
    const find = rowFinder(lines)
    for (const { texts, depth, change } of rows) {
      const numbers = columns.map((index) => texts[index] ?? '')
      const beside = change && columns.includes(main) ? [change.change, change.words].filter(Boolean).join(', ') : ''
      const cells = [texts[depth] || texts[0] || '', ...numbers, beside]
      const said = `${report.key}: the PDF has no row "${cells.join(' | ')}" in its place`
      expect(find(cells), `${said}\n${lines.join('\n')}`).toBe(true)
    }
  }
}

/** A table's rows as its page shows them at first: each level by the column that sorts it, what is inside a row below it. */
function inScreenOrder({ report, state, table }: Screen): TableRow[] {
  const order = defaultOrder(report, state)
  const by = table.columns.findIndex(({ key }) => key === order?.column)
  const under = (parent: string | null, depth: number): TableRow[] => {
    const rows = table.rows.filter(({ row }) => row.parent === parent)
    const sorted = order?.levels[depth] ? sortRows(rows, by, 0, order.descending, tiesOf(table)) : rows
    return sorted.flatMap((one) => [one, ...(isRecordList(report) ? [] : under(one.row.key, depth + 1))])
  }
  return under(null, 0)
}

/** What the main number of each row changed by, where that is compared; a sheet leaves it out. */
function changesOfRows({ report, state, result, table }: Screen): Map<string, Judgement> {
  const main = table.columns.findIndex(({ key }) => key === mainColumn(report, state))
  if (report.sheet || table.columns[main]?.optional !== false) return new Map()
  const judged = judgeTable(report, result, state, table.columns)?.rows ?? new Map()
  return new Map([...judged].flatMap(([key, row]) => (row[main] && isCompared(row[main]) ? [[key, row[main]]] : [])))
}

/** Why nothing is compared is said once, in a note. */
const isCompared = ({ state }: Judgement): boolean => state !== 'incomparable' && state !== 'settling'

/**
 * The change of every number is worth the same on the screen, below the CSV, and in the PDF, which tells it of each
 * number under the total, and of the main one in the rows. A sheet leaves it out.
 */
function expectJudged(csv: Buffer, pdf: readonly string[], { report, state, result, table }: Screen): void {
  const judged = judgeTable(report, result, state, table.columns)
  const lines = parseCsv(csv)
  const terms = lines.slice(1 + lines.findIndex(([first, , , last]) => first === 'Column' && last !== undefined))
  const judgements = table.columns.map((_, index) => judged?.total[index] ?? null)
  expect(terms.slice(0, table.columns.length).map((term) => term[3])).toEqual(
    judgements.map((one) => (one ? [one.state, one.words, one.change].filter(Boolean).join(', ') : '')),
  )
  if (report.sheet) return
  const text = bare(pdf.join(''))
  const shown = (all: readonly (Judgement | null)[]) =>
    all.flatMap((one, index) => (one && table.columns[index]?.optional === false ? [one] : []))
  const inRows = changesOfRows({ report, state, result, table }).values()
  for (const { change, words } of [...shown(judgements), ...inRows])
    for (const part of [change, words]) expect(text, report.key).toContain(bare(part))
}

/** The columns side by side: all of them, or those of each part of a folded table, as its captions name them. */
function partsOf(lines: readonly string[], places: number[], { columns }: TableModel): number[][] {
  const captions = lines.flatMap((line) => /^(.*) to (.*) \(part \d+ of \d+\)/.exec(line)?.slice(1, 3) ?? [])
  if (captions.length === 0) return [places]
  const parts: number[][] = []
  for (let at = 0; at < captions.length; at += 2) {
    const ends = captions.slice(at, at + 2).map((label) => places.findIndex((place) => columns[place]?.label === label))
    parts.push(places.slice(ends[0], (ends[1] ?? 0) + 1))
  }
  expect(parts.flat(), 'The parts of a folded table hold every column once.').toEqual(places)
  return parts
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '')

/** Finds rows in a PDF's text in order; each uses whole lines, several where its text wraps. */
function rowFinder(lines: readonly string[]): (cells: readonly string[]) => boolean {
  const ends = new Set<number>([0])
  let text = ''
  for (const line of lines) {
    text += bare(line)
    ends.add(text.length)
  }
  let from = 0
  return (cells) => {
    const row = bare(cells.join(''))
    for (let at = text.indexOf(row, from); at >= 0; at = text.indexOf(row, at + 1)) {
      if (!ends.has(at) || !ends.has(at + row.length)) continue
      from = at + row.length
      return true
    }
    return false
  }
}

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
    await compare(applyFlags(report, {}), { start_date: '2026-03-08', end_date: '2026-03-14' }, olga)
  })
})

test('the PDF of a sheet has every number of its screen, on one page', async () => {
  const properties = [{ name: 'Harbor Point', address: '12 Wharf Street, Boston, MA 02110' }]
  const sheets = reports.filter(({ sheet }) => sheet)
  expect(sheets.map(({ key }) => key)).toEqual(['boxscore'])
  for (const report of sheets) {
    const params = { property: '11', start_date: '2026-03-08', end_date: '2026-03-14', show_applications: 'true' }
    const read = async (url: string, asked: Record<string, string>) => (await ask(url, asked, {})).json()
    const { sheet, lines } = await sheetOnScreen(report, params, properties, read)
    const { rawPayload } = await ask(`/api/reports/${report.key}/export`, { ...params, format: 'pdf' }, {})
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

describe('ranks among peers', () => {
  /** The rank, number of peers, and quartile of *Within 30 min %*, by hand: ranked are 90%, 75%, 75%, 50%, 20%. */
  const inEast: Record<string, [string, number | null, number, number | null]> = {
    'House 1': ['RANKED', 1, 5, 1],
    'House 2': ['RANKED', 2, 5, 2],
    'House 3': ['RANKED', 2, 5, 2],
    'House 4': ['RANKED', 4, 5, 3],
    'House 5': ['RANKED', 5, 5, 4],
    // 19 of 19, where a percentage needs 20.
    'House 6': ['THIN', null, 5, null],
  }
  const labels = {
    within30Ratio: 'Within 30 min %',
    within120Ratio: '30 – 120 min %',
    over120Ratio: 'Over 120 min %',
    neverRatio: 'Never answered',
    average: 'Average',
    median: 'Median',
    p90: '90th percentile',
  }
  const rita = { company_id: PEERS_COMPANY, user_id: 901 }
  const nameOf = (key: string) => houses.find(({ id }) => key === `property:${id}`)?.name ?? key
  const fields = 'state rank tied of quartile median words'
  const query = `query($peers: String!) { responseTimeReport(input: { peers: $peers }) { peers { by rows { key group
    standings { ${Object.keys(labels).map((key) => `${key} { ${fields} }`)} } } } } }`
  const fileOfPeers = async (format: string, peers: string) =>
    (await ask('/api/reports/response-time/export', { peers, format }, rita)).rawPayload

  beforeAll(async () => {
    await server.store.load(peersCompany(), {})
  })

  test.each(['Region', 'portfolio'])('by %s are the same over REST and GraphQL and in every file', async (by) => {
    const { peers } = resultFrom((await ask('/api/reports/response-time', { peers: by }, rita)).json())
    const answered = await server.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: await bearer(rita),
      payload: { query, variables: { peers: by } },
    })
    const upper = peers?.rows.map((row) => ({
      ...row,
      standings: Object.fromEntries(
        Object.entries(row.standings).map(([key, one]) => [key, { ...one, state: one.state.toUpperCase() }]),
      ),
    }))
    expect(answered.json().data.responseTimeReport.peers).toEqual({ by, rows: upper })

    const places = new Map(
      peers?.rows.map(({ key, group, standings }) => [
        nameOf(key),
        {
          // A region that a spreadsheet could run has its guard in the CSV.
          group: by === 'portfolio' ? '' : (group ?? ''),
          places: Object.fromEntries(
            Object.entries(labels).map(([of, label]) => [label, placeOf(standings[of] ?? none)]),
          ),
        },
      ]),
    )
    const guarded = new Map(
      [...places].map(([name, { group, ...rest }]) => [name, { group: escapeFormula(group), ...rest }]),
    )
    const [csv, xlsx, pdf] = await Promise.all(['csv', 'xlsx', 'pdf'].map((format) => fileOfPeers(format, by)))
    if (!csv || !xlsx || !pdf) throw new Error('All files were requested.')
    const names = Object.values(labels)
    expect(placesInCsv(csv, names)).toEqual(guarded)
    expect(placesInXlsx(xlsx, names, ['Average', 'Median', '90th percentile'])).toEqual(places)

    const parsed = parsePdf(pdf)
    expect(layoutFaults(parsed)).toEqual([])
    const lines = linesOf(parsed).map((line) => line.filter((text) => text.trim() !== ''))
    for (const { key, standings } of peers?.rows ?? []) {
      const shown = Object.keys(labels).flatMap((of) => standings[of] ?? [])
      // The brief of the first page has no ranks, so the table's row is the last one of that name.
      const at = lines.findLastIndex(([name]) => name === nameOf(key))
      const ranks = shown.map((one) => shortStanding(one, by)).filter(Boolean)
      if (ranks.length > 0) expect(lines[at + 1]?.slice(-ranks.length)).toEqual(ranks)
      const medians = shown.flatMap(({ state, median }) => (state === 'missing' || median === null ? [] : [median]))
      const isMedian = (text: string) => text.startsWith('median ')
      expect(lines[at + (medians.length > 0 ? 2 : 1)]?.filter(isMedian) ?? []).toHaveLength(medians.length)
      if (medians.length > 0)
        expect(lines[at + 2]?.filter(isMedian)[0]).toBe(`median ${Math.round((medians[0] ?? 0) * 100)}%`)
    }
    expect(lines.flat().join(' ')).toContain('Four bars before a rank mean the best quarter, one bar the last.')
  })
  const none = { state: 'absent', rank: null, of: 0, quartile: null, median: null }

  test('are exact', async () => {
    const variables = { peers: 'Region' }
    const headers = await bearer(rita)
    const { rows } = (
      await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query, variables } })
    ).json().data.responseTimeReport.peers
    const found = new Map(
      rows.map(({ key, group, standings: { within30Ratio: one } }: PeerAnswer) => [
        nameOf(key),
        [group, one.state, one.rank, one.of, one.quartile, one.median],
      ]),
    )
    for (const [name, [state, rank, of, quartile]] of Object.entries(inEast))
      expect([name, found.get(name)]).toEqual([name, ['East', state, rank, of, quartile, 0.75]])
    for (const name of ['House 7', 'House 8', 'House 9'])
      expect([name, found.get(name)]).toEqual([name, ['West', 'FEWPEERS', null, 3, null, null]])
    for (const name of ['House 10', 'House 12'])
      expect([name, found.get(name)]).toEqual([name, [null, 'NOGROUP', null, 0, null, null]])
    expect(found.get('House 11')).toEqual(['=South', 'FEWPEERS', null, 1, null, null])
  })
  interface PeerAnswer {
    key: string
    group: string | null
    standings: Record<'within30Ratio', { state: string; rank: number; of: number; quartile: number; median: number }>
  }
})

describe('the file of a list', () => {
  test('has the rows of its list, and no formula', async () => {
    const number = { start_date: '2026-03-08', end_date: '2026-03-14', column: 'leads' }
    const list = (await ask('/api/reports/activity/members', number, {})).json()
    const file = await ask('/api/reports/activity/members/export', number, {})
    const [header, ...rows] = parseCsv(file.rawPayload).filter((line) => line.length > 1)
    expect(header).toEqual(list.columns.map(({ label }: { label: string }) => label))
    expect(rows.map(([name]) => name)).toEqual(list.rows.map(({ name }: { name: string }) => name))
    expect(rows.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
    expect(file.headers['content-disposition']).toContain('activity-leads.csv')
  })

  test('says below its rows what evidence they are', async () => {
    const list = (await ask('/api/reports/forecast/members', { column: 'leads_needed' }, {})).json()
    const file = await ask('/api/reports/forecast/members/export', { column: 'leads_needed' }, {})
    expect(list.about).toMatch(/^Leads of the year/)
    expect(parseCsv(file.rawPayload).findLast((line) => line.length > 1)).toEqual(['Note', list.about])
  })
})

describe('the picture of a PDF’s first page', () => {
  const pageOf = async (report: string, query: string, subject: Partial<Subject> = {}) =>
    server.app.inject({ url: `/api/reports/${report}/first-page?${query}`, headers: await bearer(subject) })

  test('is a PNG of the same document, under the same rights', async () => {
    const drawn = await pageOf('boxscore', 'property=11')
    expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'no-store',
    ])
    const [width, height] = [drawn.rawPayload.readUInt32BE(16), drawn.rawPayload.readUInt32BE(20)]
    expect([width, height / width]).toEqual([560, expect.closeTo(22 / 17, 2)])
    const cover = await pageOf('boxscore', 'property=11&property_pages=all')
    expect(cover.rawPayload.equals(drawn.rawPayload)).toBe(false)
    // Another company's property looks like one that does not exist.
    const [foreign, absent] = [
      await pageOf('boxscore', 'property=11', olga),
      await pageOf('boxscore', 'property=99', olga),
    ]
    expect(foreign.rawPayload.equals(absent.rawPayload)).toBe(true)
    expect(foreign.rawPayload.equals(drawn.rawPayload)).toBe(false)
    expect((await pageOf('no-such', '')).statusCode).toBe(404)
    expect((await pageOf('boxscore', 'preset=never')).statusCode).toBe(400)
  })
})

describe('an export in hand when the server is stopped', () => {
  const start = () => startServer(testSettings({ PORT: '0' }), { facts: server.store.facts, state: server.state })

  /** Asks for files; resolves when the server works on all of them. */
  async function askFor(running: RunningServer, formats: readonly string[]) {
    const headers = await bearer()
    const arriving = on(running.app.server, 'request')
    const answers = formats.map(async (format) => {
      const response = await fetch(`${running.localUrl}/api/reports/activity/export?format=${format}`, { headers })
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
    })
    for (const _ of formats) await arriving.next()
    // The request's first hooks have run then.
    await new Promise(setImmediate)
    return answers
  }

  test('ends whole, and the stop doesn’t wait for clients that keep their connection', async () => {
    const running = await start()
    const [answer] = await askFor(running, ['pdf'])
    expect(await running.stop({ delaySeconds: 0, limitSeconds: 10 })).toBe(true)
    const file = await answer
    expect(file?.status).toBe(200)
    expect(file?.headers.get('connection')).toBe('close')
    expect(file?.body.subarray(-6).toString()).toContain('%%EOF')
  })

  test('is told so when there is no time left', async () => {
    const running = await start()
    const answers = await askFor(running, ['pdf', 'pdf', 'csv', 'pdf'])
    expect(await running.stop({ delaySeconds: 0, limitSeconds: 0 })).toBe(false)
    for (const { status, headers, body } of await Promise.all(answers))
      if (status === 200) expect(body.length).toBe(Number(headers.get('content-length') ?? body.length))
      else expect([status, JSON.parse(body.toString()).error.code]).toEqual([503, 'stopping'])
    expect((await Promise.all(answers)).map(({ status }) => status)).toContain(503)
  })
})
