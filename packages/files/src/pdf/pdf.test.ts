import { buffer } from 'node:stream/consumers'
import { calls, leads, testPoints, testResult, testRow, testState } from '@leaselight/charts/testing'
import {
  bars,
  buildTable,
  type Columns,
  count,
  defineReport,
  fact,
  judgeTable,
  type ReportDefinition,
  type Row,
  trend,
  withSwitches,
} from '@leaselight/model'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PDFParse } from 'pdf-parse'
import { describe, expect, test } from 'vitest'
import { reportCsv } from '../csv'
import type { ReportDocument } from '../document'
import { prepareFonts, runsOf } from '../fonts/fonts'
import { layoutFaults, linesOf, type ParsedPdf, parseCsv, parsePdf, pdfLines } from '../testing'
import { reportPdf } from '.'
import { extractUncoveredText } from './chart'
import { firstPagePng } from './firstPage'
import { MAX_PDF_ROWS } from './table'

const period = { start: '2026-03-02', end: '2026-03-08' }
const priorPeriod = { start: '2026-02-23', end: '2026-03-01' }

const many = (length: number) => Array.from({ length }, (_, index) => index)

/** More columns than any page is wide enough for. */
const wide = defineReport({
  ...leads,
  title: 'Wide',
  columns: Object.fromEntries(
    many(40).map((index) => [`c${index}`, count(`Column number ${index}`, `What column ${index} counts.`)]),
  ),
  tiles: ['c0', 'c1', 'c2', 'c3', 'c4'],
  charts: [trend('c0')],
})

/** Properties with two agents each. */
function rowsOf(columns: Columns, houses: number, name = (index: number) => `House ${index}`): Row[] {
  return many(houses).flatMap((index) => {
    const numbers = Object.fromEntries(Object.keys(columns).map((key, at) => [key, 1000 * index + at]))
    const house = testRow(columns, 'property', name(index), numbers)
    const agents = ['Ana Ruiz', 'Unassigned'].map((agent) => ({
      ...house,
      key: `${house.key}/${agent}`,
      depth: 1,
      parent: house.key,
      agent,
    }))
    return [house, ...agents]
  })
}

function documentOf(report: ReportDefinition, rows: Row[], parts: Partial<ReportDocument> = {}): ReportDocument {
  const keys = Object.keys(report.columns)
  return {
    report,
    state: testState(report),
    result: testResult(
      {
        period,
        priorPeriod,
        rows,
        total: Object.fromEntries(keys.map((key) => [key, 100])),
        priorTotal: Object.fromEntries(keys.map((key, index) => [key, 60 + 80 * (index % 2)])),
        series: testPoints(report.columns, period, (index) => Object.fromEntries(keys.map((key) => [key, index]))),
        priorSeries: testPoints(report.columns, priorPeriod, () => Object.fromEntries(keys.map((key) => [key, 2]))),
      },
      report,
    ),
    company: 'Harbor Homes',
    filterSummary: ['Properties: Harbor View'],
    generatedAt: '2026-03-09T14:05:00Z',
    ...parts,
  }
}

const read = async (document: ReportDocument): Promise<ParsedPdf> => parsePdf(await reportPdf(document))
const wordsOf = ({ texts }: ParsedPdf): string => texts.map(({ text }) => text).join('\n')

test('a chart from a side of its own is drawn from that answer, and from no other', async () => {
  const side = withSwitches({ by: 'house' }, bars('totalCalls'))
  const report: ReportDefinition = { ...calls, charts: [side] }
  const rows = [testRow(calls.columns, 'property', 'Elm', { totalCalls: 3 })]
  const seen = testResult({
    rows: [
      testRow(calls.columns, 'property', 'Oak', { totalCalls: 70 }),
      testRow(calls.columns, 'property', 'Fir', { totalCalls: 7 }),
    ],
    total: { totalCalls: 77 },
  })
  const drawn = wordsOf(await read(documentOf(report, rows, { variantResults: new Map([[side, seen]]) })))
  expect(drawn).toContain('Oak has the most calls: 70')
  expect(wordsOf(await read(documentOf(report, rows)))).not.toContain('has most calls')
})

/** Texts must stay within the margins and must not overlap. */
const expectClean = (file: ParsedPdf): void => expect(layoutFaults(file)).toEqual([])

describe('the page', () => {
  test('holds the cells of the screen, row by row', async () => {
    const document = documentOf(leads, rowsOf(leads.columns, 4), { columns: Object.keys(leads.columns) })
    const lines = linesOf(await read(document))
    const table = buildTable(leads, document.result, document.state)
    for (const { texts, depth } of table.rows) expect(lines).toContainEqual([texts[depth], ...texts.slice(2)])
    expect(lines).toContainEqual(['Total', ...table.total.texts.slice(2)])
  })

  test('reads the same for any other program', async () => {
    const parser = new PDFParse({ data: new Uint8Array(await reportPdf(documentOf(leads, rowsOf(leads.columns, 2)))) })
    const { text } = await parser.getText()
    await parser.destroy()
    for (const part of ['Harbor Homes', 'Mar 2 – 8, 2026', 'Feb 23 – Mar 1, 2026', 'Mountain Time', 'Page 1 of'])
      expect(text).toContain(part)
    expect(text).toMatch(/House 1\s+1,000\s+1,001\s+1,002/)
  })

  test('shows company, question, filters, freshness, definitions, and page number', async () => {
    const words = wordsOf(await read(documentOf(leads, rowsOf(leads.columns, 1))))
    for (const part of [
      'What came in?',
      'Properties: Harbor View',
      'None yet',
      'People who got in touch.',
      'Harbor Homes · Leads · Mar 2 – 8, 2026 · Created Mon, Mar 9, 2026, 8:05 AM',
    ])
      expect(words).toContain(part)
  })

  test('keeps within its margins, however many columns there are', async () => {
    for (const report of [leads, calls, wide]) expectClean(await read(documentOf(report, rowsOf(report.columns, 5))))
  })

  test('has a first page complete in itself: the answer, the numbers, a chart, and a dozen rows with the total', async () => {
    const document = documentOf(leads, rowsOf(leads.columns, 30))
    const file = await read(document)
    expectClean(file)
    const front = linesOf({ ...file, texts: file.texts.filter(({ page }) => page === 0) })
    const names = front.flatMap(([name = '']) => (/^(?:House \d+|Total)$/.test(name) ? [name] : []))
    expect(names).toEqual([...many(12).map((index) => `House ${29 - index}`), 'Total'])
    expect(front.flat().join(' ')).toContain('The first 12 of 30 rows')
    // Below it everything, with the agents.
    const rest = linesOf({ ...file, texts: file.texts.filter(({ page }) => page > 0) })
    expect(rest.filter(([name]) => name === 'Ana Ruiz')).toHaveLength(30)
  })

  test('folds a wide table into parts that each name their rows', async () => {
    const file = await read(documentOf(wide, rowsOf(wide.columns, 5)))
    const names = file.texts.filter(({ text }) => text === 'House 3')
    const parts = file.texts.filter(({ text }) => /^Column number \d+ to .* \(part \d of \d\)/.test(text))
    expect(parts.length).toBeGreaterThan(1)
    // The first page has the first part of it, too.
    expect(names).toHaveLength(parts.length + 1)
    expect(wordsOf(file).match(/4,039/g)).toHaveLength(3)
  })

  test('names groups of columns above the header of every page and of every part of a wide table', async () => {
    const grouped = (report: ReportDefinition, columnGroups: Record<string, string>) =>
      defineReport({ ...report, columnGroups })
    const long = grouped(leads, { prospects: 'Coming in', shows: 'Going on' })
    const file = await read(documentOf(long, rowsOf(long.columns, 60)))
    expectClean(file)
    const tables = new Set(file.texts.filter(({ text }) => text === 'Property / Agent').map(({ page }) => page))
    expect(tables.size).toBeGreaterThan(2)
    for (const page of tables) {
      const texts = file.texts.filter((text) => text.page === page)
      const named = (name: string) => texts.find(({ text }) => text === name)
      const [header, first, second] = [named('Property / Agent'), named('Coming in'), named('Going on')]
      if (!header || !first || !second) throw new Error(`Page ${page} does not name its groups.`)
      expect(first.baseline).toBeLessThan(header.baseline)
      expect(second.baseline).toBe(first.baseline)
      // A name begins where its first column does.
      const labels = texts.filter(({ baseline }) => baseline === header.baseline)
      expect(labels.find(({ text }) => text === 'Visits')?.right).toBeLessThan(second.left)
      expect(labels.find(({ text }) => text === 'Shows')?.left).toBeGreaterThanOrEqual(second.left)
    }
    const wider = grouped(wide, { c0: 'The first', c2: 'The many', c39: 'Immeasurableness' })
    const parts = await read(documentOf(wider, rowsOf(wider.columns, 5)))
    expectClean(parts)
    const named = (name: string) => parts.texts.filter(({ text }) => text === name)
    expect(named('Column number 0').length).toBeLessThan(named('Property / Agent').length)
    expect(named('The first')).toHaveLength(named('Column number 0').length)
    expect(named('The many')).toHaveLength(named('Property / Agent').length)
    // A name is as wide as it needs, also over a single column.
    expect(named('Immeasurableness').length).toBeGreaterThan(0)
  })

  test('has no sheet with nothing but definitions, however many rows there are', async () => {
    const defined = defineReport({
      ...leads,
      notes: many(6).map((index) => `A note that says what number ${index} is.`),
    })
    for (let houses = 3; houses <= 40; houses++) {
      const file = await read(documentOf(defined, rowsOf(defined.columns, houses)))
      const last = linesOf({ ...file, texts: file.texts.filter(({ page }) => page === file.pages.length - 1) })
      expect(last.flat(), `${houses} houses`).toContain('What the numbers mean')
      const rows = last.filter(([name = '']) => /^(?:House \d+|Ana Ruiz|Unassigned)$/.test(name))
      expect(rows.length, `${houses} houses`).toBeGreaterThanOrEqual(4)
      expect(
        last.map(([name]) => name),
        `${houses} houses`,
      ).toContain('Total')
    }
  })

  test('begins a long list of records on its first sheet, which has no shorter one', async () => {
    const list = defineReport({
      ...leads,
      rows: [],
      columns: { caller: fact('Caller', 'Who called.'), calls: count('Calls', 'Calls in the period.') },
      tiles: ['calls'],
      charts: [],
    })
    const rows: Row[] = many(90).map((index) => ({
      key: `${index}`,
      depth: 0,
      parent: null,
      caller: `Caller ${index}`,
    }))
    const file = await read(documentOf(list, rows, { columns: ['caller', 'calls'] }))
    expectClean(file)
    const names = file.texts.filter(({ text }) => /^Caller \d+$/.test(text))
    expect(names.slice(0, 10).map(({ text, page }) => [text, page])).toEqual(
      many(10).map((index) => [`Caller ${index}`, 0]),
    )
    expect(names).toHaveLength(90)
  })

  test('repeats the header, names the parent again and counts its pages', async () => {
    const file = await read(documentOf(leads, rowsOf(leads.columns, 60)))
    expectClean(file)
    const count = file.pages.length
    expect(count).toBeGreaterThan(3)
    expect(file.texts.filter(({ text }) => text.startsWith('Page '))).toHaveLength(count)
    expect(wordsOf(file)).toContain(`Page ${count} of ${count}`)
    for (let page = 1; page < count - 1; page++) {
      const [header, second] = linesOf({ ...file, texts: file.texts.filter((text) => text.page === page) }).slice(0, 2)
      expect(header?.[0]).toBe('Property / Agent')
      expect(second?.[0]).toMatch(/^House \d+(, continued)?$/)
    }
  })

  test('prints the maximum of five thousand rows in order with a note; the CSV file has them all', async () => {
    const rows = rowsOf(leads.columns, 5000)
      .filter(({ depth }) => depth === 0)
      .map((row) => ({ ...row, agent: '' }))
    const document = documentOf(leads, rows, { columns: Object.keys(leads.columns) })
    const file = await read(document)
    expectClean(file)
    expect(wordsOf(file)).toContain(
      'The first 3,000 of 5,000 rows. The CSV file has all of them, and the total counts them.',
    )
    const table = buildTable(leads, document.result, document.state)
    const shown = table.rows.slice(0, MAX_PDF_ROWS)
    const printed = linesOf(file).filter(([name]) => /^House \d+$/.test(name ?? ''))
    // The first page stands for the whole: a dozen rows, with the total of all.
    expect(printed.slice(0, 12).map(([name]) => name)).toEqual(many(12).map((index) => `House ${4999 - index}`))
    expect(printed.slice(12)).toEqual(shown.map(({ texts: [name, , ...cells] }) => [name, ...cells]))
    const lines = parseCsv(await buffer(reportCsv(document)))
    const first = lines.findIndex(([name]) => name === 'House 0')
    expect(lines.slice(first, first + 5_001)).toEqual(
      [...table.rows, table.total].map(({ values }) => values.map((value) => String(value ?? ''))),
    )
  })

  test('notes that there are no rows', async () => {
    expect(wordsOf(await read(documentOf(leads, [])))).toContain('No rows for this selection.')
  })
})

describe('what ink shows', () => {
  test('draws arrows for changes, in the good or bad color', async () => {
    const file = await read(documentOf(calls, rowsOf(calls.columns, 2)))
    const arrows = file.shapes.filter(({ points }) => points.length === 3 && points.every(([x, y]) => x > 0 && y > 0))
    const pointsUp = ({ points: [a, b] }: (typeof arrows)[number]) => (b?.[1] ?? 0) < (a?.[1] ?? 0)
    // Total calls and missed calls both went from 60 to 100: the first is good, the second bad. In the tiles, then in the
    // table's total, where answered calls went from 140 to 100.
    const tone = (color: string) => (color === '0.08 0.50 0.24' ? 'good' : color === '0.71 0.14 0.09' ? 'bad' : color)
    const drawn = arrows.map((arrow) => `${pointsUp(arrow) ? 'up' : 'down'} ${tone(arrow.color)}`)
    expect(drawn).toEqual(['up good', 'up bad', 'up good', 'down bad', 'up bad'])
  })

  test('puts the change and the prior number under each number of the table, as it was judged', async () => {
    const rows = rowsOf(calls.columns, 2)
    const judgedRow = rows[3]
    const document = documentOf(calls, rows)
    const priorRows = rows.map((row) => ({ ...row, totalCalls: 700, missed: 4 }))
    const states = { totalCalls: 'signal', missed: 'thin' } as const
    const judged = {
      ...document.result,
      priorRows,
      rowJudgements: [{ key: judgedRow?.key ?? '', states, usual: null }],
    }
    const file = await read({ ...document, result: judged })
    const table = buildTable(calls, judged, document.state)
    const own = judgeTable(calls, judged, document.state, table.columns)?.rows.get(judgedRow?.key ?? '') ?? []
    const at = (key: string) => table.columns.findIndex((column) => column.key === key)
    const [signal, thin] = [own[at('totalCalls')], own[at('missed')]]
    expect([signal?.state, signal?.words, thin?.words]).toEqual(['signal', 'was 700', 'was 4'])
    const numbers = file.texts.filter(({ text }) => text === table.rows[3]?.texts[at('totalCalls')])
    for (const text of [signal?.change ?? '', 'was 700']) {
      const below = file.texts.find((one) => one.text === text)
      const above = numbers.find(({ right }) => Math.abs(right - (below?.right ?? 0)) < 0.1)
      expect(below?.baseline, text).toBeGreaterThan(above?.baseline ?? Number.NaN)
    }
    // The other row was not judged.
    expect(file.texts.filter(({ text }) => text === 'was 700')).toHaveLength(1)
    expectClean(file)
  })

  test('no text is white on the white page', async () => {
    const { texts } = await read(documentOf(leads, rowsOf(leads.columns, 3)))
    expect(texts.filter(({ color }) => color === '1.00 1.00 1.00')).toEqual([])
  })

  test('figures of a column end at the same place', async () => {
    const { texts } = await read(documentOf(leads, rowsOf(leads.columns, 9)))
    const ends = texts.filter(({ text }) => /^\d,000$/.test(text)).map(({ right }) => right.toFixed(1))
    expect(ends.length).toBeGreaterThan(10)
    expect(new Set(ends).size).toBe(1)
  })
})

describe('names of the whole world', () => {
  const names = [
    'Łódź Lofts',
    'Санкт-Петербург',
    'Ελλάδα',
    'Hà Nội',
    'नगर हवेली',
    '東京タワー',
    '北京花园',
    '한국 아파트',
    'บ้านสวน',
    'برج العرب',
    'Harbor سكن شمال East',
    'בית הים',
    '🌞 Place',
    '\u202Eevil',
    'a\u0000b\nc',
    '𒀀 Ur',
  ]
  /** In reading order, without spaces. */
  const shown = (name: string) =>
    name
      .replace('\u202E', '')
      .replaceAll(/[\s\p{Cc}]/gu, '')
      .replace('𒀀', '�')

  test('are printed in table and chart, read from either side, and are marks with a word about it where no face has them', async () => {
    const rows = rowsOf(calls.columns, names.length, (index) => names[index] ?? '').filter(({ depth }) => depth === 0)
    const report: ReportDefinition = { ...calls, charts: [bars('totalCalls')] }
    const pdf = await reportPdf(documentOf(report, rows, { company: '東京 Homes' }))
    expectClean(parsePdf(pdf))
    // The dots of an Arabic letter are glyphs without a letter, which some readers copy as control characters.
    const text = (await pdfLines(pdf)).map((line) => line.replaceAll(/[\s\p{Cc}]+/gu, ''))
    for (const name of names)
      expect(
        text.some((line) => line.startsWith(shown(name))),
        name,
      ).toBe(true)
    // Once in the chart, once in the table.
    for (const name of ['บ้านสวน', 'برج العرب', '🌞 Place', '𒀀 Ur'])
      expect(text.filter((line) => line.includes(shown(name))).length, name).toBeGreaterThanOrEqual(2)
    expect(text).toContain('東京Homes')
    expect(text).toContain('LettersthatthisPDFcan’tshowappearas�.TheCSVfilehasthem.')
  })

  test('keep the reading order of each of their parts', async () => {
    await prepareFonts(['בית'])
    const runs = runsOf('Lot 5: בית (צפון) 7', 'text').map(({ text }) => text)
    // From left to right on the page: the number at the end of the name is on the left, and its brackets enclose the
    // same word.
    expect(runs).toEqual(['Lot 5: ', '7', ' (', 'צפון', ')', 'בית '])
  })

  test('wrap rather than run over, and give up only at a length no name has', async () => {
    const rows = rowsOf(calls.columns, 2, (index) =>
      index ? 'x'.repeat(10_000) : 'Lakeside Terrace at Northgate Commons '.repeat(4),
    )
    expectClean(await read(documentOf(calls, rows)))
  })

  test('leave a chart whose own face lacks their letters, and are written where they stood', () => {
    const own = '<text style="font-size:9px;font-family:Figtree;">7</text>'
    const foreign =
      '<text dominant-baseline="central" text-anchor="end" style="font-size:9px;font-family:Poppins;" y="2" transform="translate(38 20.5)" fill="#5B6273">A &amp; Я</text>'
    expect(extractUncoveredText(`<svg>${own}${foreign}</svg>`)).toEqual({
      picture: `<svg>${own}</svg>`,
      texts: [{ words: 'A & Я', style: { face: 'text', size: 9, color: '#5B6273' }, x: 38, y: 22.5, anchor: 'end' }],
    })
  })
})

test('renders two hundred rows in less than a second of CPU time', async () => {
  const document = documentOf(leads, rowsOf(leads.columns, 67))
  const spent: number[] = []
  for (const _ of many(3)) {
    const before = process.cpuUsage()
    await reportPdf(document)
    const { user, system } = process.cpuUsage(before)
    spent.push((user + system) / 1000)
  }
  expect(Math.min(...spent)).toBeLessThan(1000)
})

describe('the picture of the first page', () => {
  /** The darkest line of a picture's upper third: how many of its pixels are ink. */
  async function inkOf(png: Buffer): Promise<{ width: number; height: number; ink: number }> {
    const image = await loadImage(png)
    const pen = createCanvas(image.width, image.height).getContext('2d')
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, image.width, Math.round(image.height / 3))
    let ink = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink++
    return { width: image.width, height: image.height, ink }
  }

  test('has the page’s shape, and its title in ink', async () => {
    const pdf = await reportPdf(documentOf(leads, rowsOf(leads.columns, 2)))
    const [page] = parsePdf(pdf).pages
    const { width, height, ink } = await inkOf(await firstPagePng(pdf, 300))
    expect(width).toBe(300)
    expect(height / width).toBeCloseTo((page?.height ?? 0) / (page?.width ?? 1), 1)
    expect(ink).toBeGreaterThan(300)
  })

  test('fails for what is no PDF, and draws the next one', async () => {
    await expect(firstPagePng(Buffer.from('no PDF'), 300)).rejects.toThrow('could not be drawn')
    expect((await firstPagePng(await reportPdf(documentOf(leads, [])), 120)).subarray(1, 4).toString()).toBe('PNG')
  })
})
