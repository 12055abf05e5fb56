import { buffer } from 'node:stream/consumers'
import { FINDING_TREND } from '@leaselight/charts/sparkline'
import { calls, leads, testResult, testRow } from '@leaselight/charts/testing'
import {
  bars,
  buildTable,
  count,
  defineReport,
  fact,
  type Judgement,
  type ReportDefinition,
  type Row,
  trend,
  waterfall,
  withSwitches,
} from '@leaselight/model'
import { PDFParse } from 'pdf-parse'
import { describe, expect, test } from 'vitest'
import { reportCsv } from '../csv'
import { linesOf, parseCsv, type Shape } from '../testing'
import { reportPdf } from '.'
import { FOOTER_HEIGHT, MARGIN } from './page'
import { MAX_PDF_ROWS } from './table'
import { documentOf, expectClean, many, read, rowsOf, wide, wordsOf } from './testing'
import { breakableParts } from './textWriter'

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

test('bars beside each other have room for a number each', async () => {
  const report: ReportDefinition = { ...calls, charts: [bars('totalCalls', 10, 'missed')] }
  const rows = many(3).map((index) =>
    testRow(calls.columns, 'property', `House ${index}`, { totalCalls: 61 - index, missed: 51 - index }),
  )
  const { texts } = await read(documentOf(report, rows))
  // The table's are smaller.
  const numbers = texts.filter(({ text, size }) => /^[56]\d$/.test(text) && size > 8)
  const baselines = [...new Set(numbers.map(({ baseline }) => Math.round(baseline)))].toSorted((a, b) => a - b)
  const gaps = baselines.slice(1).map((baseline, index) => baseline - (baselines[index] ?? 0))
  expect(baselines.length).toBeGreaterThanOrEqual(6)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(11)
})

test('a reason that has no room beside a number is short there, and whole below the table', async () => {
  const document = documentOf(leads, rowsOf(leads.columns, 20))
  const why = (state: 'settling' | 'incomparable', words: string): Judgement => ({
    ...{ state, words, tone: 'neutral', direction: 'flat', deviations: 0, low: null, high: null, change: '' },
  })
  const filling = 'still filling: half take 11 days, one in ten over 31'
  const late = '14 of the properties that you chose without data before Sep 24'
  const judgement = {
    ...document.result.judgement,
    prospects: why('incomparable', late),
    leases: why('settling', filling),
  }
  const file = await read({ ...document, result: { ...document.result, judgement } })
  expectClean(file)
  const lines = linesOf(file).flat()
  for (const text of ['still filling', 'not compared']) expect(lines).toContain(text)
  for (const reason of [filling, late]) expect(wordsOf(file)).toContain(`: ${reason}.`)
})

test('no line begins with the sign of a percentage, or the dash of a range', () => {
  expect(['Rent change %', 'Mar 2 – 8'].map(breakableParts)).toEqual([
    ['Rent ', 'change %'],
    ['Mar ', '2 – ', '8'],
  ])
})

describe('the page', () => {
  test('holds the cells of the screen, row by row', async () => {
    const document = documentOf(leads, rowsOf(leads.columns, 4), { columns: Object.keys(leads.columns) })
    const lines = linesOf(await read(document))
    const table = buildTable(leads, document.result, document.state)
    for (const { texts, depth } of table.rows) expect(lines).toContainEqual([texts[depth], ...texts.slice(2)])
    expect(lines).toContainEqual(['Total', ...table.total.texts.slice(2)])
  })

  test('has the rows inside opened rows alone, and says where the others are', async () => {
    const rows = rowsOf(leads.columns, 3)
    const names = async (opened: string[]) => {
      const lines = linesOf(await read(documentOf(leads, rows, { opened })))
      return lines.flatMap(([name = '']) => (/^(House \d|Ana Ruiz|Unassigned|Rows by)/.test(name) ? [name] : []))
    }
    const note = 'Rows by agent are in the CSV file.'
    // The largest first, as on the screen, inside a row as well.
    expect(await names([])).toEqual(['House 2', 'House 1', 'House 0', note])
    expect(await names(['property:House 1', 'property:House 7'])).toEqual([
      ...['House 2', 'House 1', 'Ana Ruiz', 'Unassigned', 'House 0', note],
    ])
    expect(await names(rows.map(({ key }) => key))).toHaveLength(9)
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

  test('has what its numbers are about on one line below the title, and the rest with the notes', async () => {
    const filterSummary = ['Properties: Harbor View', 'Agents: Ana Ruiz']
    const file = await read(documentOf(leads, rowsOf(leads.columns, 2), { filterSummary }))
    const lines = linesOf(file).map((line) => line.join(' '))
    expect(lines).toContain('Period Compared with Filters Newest record')
    expect(lines.some((line) => line.startsWith('Time zone: '))).toBe(true)
    expect(lines.join(' ')).toContain('Last import: None yet.')
  })

  test('keeps within its margins, however many columns there are', async () => {
    for (const report of [leads, calls, wide]) expectClean(await read(documentOf(report, rowsOf(report.columns, 5))))
  })

  test('has a first page complete in itself: the answer, the numbers, a chart, and the rows that fit, with the total', async () => {
    const document = documentOf(leads, rowsOf(leads.columns, 30))
    const file = await read(document)
    expectClean(file)
    const front = linesOf({ ...file, texts: file.texts.filter(({ page }) => page === 0) })
    const names = front.flatMap(([name = '']) => (/^(?:House \d+|Total)$/.test(name) ? [name] : []))
    const count = names.length - 1
    expect(count).toBeGreaterThanOrEqual(12)
    expect(names).toEqual([...many(count).map((index) => `House ${29 - index}`), 'Total'])
    expect(front.flat().join(' ')).toContain(`The first ${count} of 30 rows`)
    // One more would not fit.
    const places = file.texts.filter(({ page, text }) => page === 0 && /^(?:House \d+|Total)$/.test(text))
    const [last, total] = places.slice(-2).map(({ baseline }) => baseline)
    const end = (file.pages[0]?.height ?? 0) - MARGIN - FOOTER_HEIGHT
    expect(end - (total ?? 0)).toBeLessThan(1.6 * ((total ?? 0) - (last ?? 0)))
    // Below it everything, with the agents.
    const rest = linesOf({ ...file, texts: file.texts.filter(({ page }) => page > 0) })
    expect(rest.filter(([name]) => name === 'Ana Ruiz')).toHaveLength(30)
    const houses = rest.flatMap(([name = '']) => (/^House \d+$/.test(name) ? [name] : []))
    expect(houses).toEqual(many(30).map((index) => `House ${29 - index}`))
  })

  test('has the finding that its numbers show below the answer, with its course and what is usual', async () => {
    const finding = {
      sentence: 'House 3 misses 4 of 9 calls.',
      details: 'Since about Feb 15.',
      usual: { low: 2, high: 5 },
    }
    const report = { ...leads, answer: ['{prospects:prospect}.'] }
    const [drawn, told] = await Promise.all(
      [[3, 4, 9, 8], []].map((trend) =>
        read(documentOf(report, rowsOf(report.columns, 3), { finding: { ...finding, trend } })),
      ),
    )
    for (const file of [drawn, told]) {
      if (!file) throw new Error('Both are read.')
      expectClean(file)
      expect(wordsOf(file)).toMatch(/prospects\..*House 3 misses 4 of 9 calls\.\sSince about Feb 15\./s)
    }
    const bands = (file: typeof drawn) => file?.shapes.filter((shape) => isAsWideAs(shape, FINDING_TREND.width)).length
    expect([bands(drawn), bands(told)]).toEqual([1, 0])
  })

  test('of a page of its own has its weeks and what is ahead instead of charts', async () => {
    const document = documentOf(leads, rowsOf(leads.columns, 30))
    const weeks = { ...document.result, period: { start: '2026-01-12', end: '2026-03-08' } }
    const ahead = [
      { value: '10', label: 'appointments today and tomorrow' },
      { value: '1,210', label: 'active prospects not contacted for 48 hours' },
    ]
    const [plain, own] = await Promise.all([document, { ...document, weeks, ahead }].map(read))
    if (!plain || !own) throw new Error('Both are read.')
    expectClean(own)
    const chart = /pale line/
    expect([chart.test(wordsOf(plain)), chart.test(wordsOf(own))]).toEqual([true, false])
    const front = wordsOf({ ...own, texts: own.texts.filter(({ page }) => page === 0) })
    for (const words of ['How the week stands', 'Usual', '8 weeks', 'Today and tomorrow', '1,210', 'House 29'])
      expect(front).toContain(words)
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

  test('draws what changed as the way from the number before to the one now', async () => {
    const part = (name: string, change: number, isRest = false) => ({ key: name, name, change, sentence: name, isRest })
    const bars = waterfall(47, [part('Prairie Crossing', -9), part('Bayfront Towers', 4), part('17 others', -29, true)])
    const changes = [
      {
        ...{ sentence: 'Applications fell from 47 to 13 (−72.3%).', explanation: 'Prairie Crossing accounts for 9.' },
        parts: { by: 'Property', prior: 47, current: 13, bars },
      },
      { sentence: 'Leases stopped: none, 12 before.', explanation: null, parts: null },
    ]
    const pdf = documentOf(leads, rowsOf(leads.columns, 3), { changes })
    const file = await read(pdf)
    expectClean(file)
    const lines = linesOf(file).map((line) => line.join(' '))
    const at = lines.indexOf('What changed, and why')
    expect(lines.slice(at, at + 10)).toEqual([
      'What changed, and why',
      'Applications fell from 47 to 13 (−72.3%).',
      'Prairie Crossing accounts for 9.',
      'By property',
      'Before 47',
      'Prairie Crossing −9',
      'Bayfront Towers +4',
      '17 others −29',
      'Now 13',
      'Leases stopped: none, 12 before.',
    ])
    // One picture: it stays on one sheet.
    const pages = new Set(
      file.texts.filter(({ text }) => /^(?:What changed|17 others)/.test(text)).map(({ page }) => page),
    )
    expect(pages.size).toBe(1)
  })

  const NOTE = {
    ...{ id: 'a', text: 'The phones were down', startDate: '2026-03-03', endDate: '2026-03-03' },
    ...{ propertyIds: null, attribute: null, value: null, place: '', by: null, mayChange: false },
    ...{ createdAt: '2026-03-10T12:00:00.000Z', updatedAt: '2026-03-10T12:00:00.000Z' },
  }

  test('has no sheet with nothing but definitions, however many rows there are', async () => {
    const defined = defineReport({
      ...leads,
      notes: many(6).map((index) => `A note that says what number ${index} is.`),
    })
    const cases = many(38).flatMap((index) => [false, true].map((isNoted) => ({ houses: index + 3, isNoted })))
    for (const { houses, isNoted } of cases) {
      const plain = documentOf(defined, rowsOf(defined.columns, houses))
      // A note on the timeline is listed beneath the chart, which is lower for it.
      const noted = { ...plain, result: { ...plain.result, timelineNotes: [NOTE] }, opened: [] }
      const file = await read(isNoted ? noted : plain)
      const last = linesOf({ ...file, texts: file.texts.filter(({ page }) => page === file.pages.length - 1) })
      expect(last.flat(), `${houses} houses`).toContain('What the numbers mean')
      const rows = last.filter(([name = '']) => /^(?:House \d+|Ana Ruiz|Unassigned)$/.test(name))
      expect(rows.length, `${houses} houses`).toBeGreaterThanOrEqual(Math.min(4, houses))
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
      columns: {
        caller: fact('Caller', 'Who called.'),
        said: fact('Excerpt', 'What was said.'),
        calls: count('Calls', 'Calls in the period.'),
      },
      tiles: ['calls', 'calls', 'calls', 'calls', 'calls'],
      charts: [trend('calls')],
    })
    const namesIn = async (said: string) => {
      const rows: Row[] = many(90).map((index) => ({
        ...{ key: `${index}`, depth: 0, parent: null, caller: `Caller ${index}`, said },
      }))
      const file = await read(documentOf(list, rows, { columns: ['caller', 'said', 'calls'] }))
      expectClean(file)
      return file.texts.filter(({ text }) => /^Caller \d+$/.test(text))
    }
    const names = await namesIn('')
    expect(names.slice(0, 10).map(({ text, page }) => [text, page])).toEqual(
      many(10).map((index) => [`Caller ${index}`, 0]),
    )
    expect(names).toHaveLength(90)
    // Of high rows there are fewer, and the chart leaves them room.
    const high = await namesIn('Somebody said a great deal about everything, and then again. '.repeat(9))
    expect(high.filter(({ page }) => page === 0).length).toBe(5)
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
    const shown = table.rows.toReversed().slice(0, MAX_PDF_ROWS)
    const printed = linesOf(file).filter(([name]) => /^House \d+$/.test(name ?? ''))
    // The first page stands for the whole: its first rows, with the total of all.
    const front = file.texts.filter(({ page, text }) => page === 0 && /^House \d+$/.test(text)).length
    expect(front).toBeGreaterThanOrEqual(12)
    expect(printed.slice(0, front).map(([name]) => name)).toEqual(many(front).map((index) => `House ${4999 - index}`))
    expect(printed.slice(front)).toEqual(shown.map(({ texts: [name, , ...cells] }) => [name, ...cells]))
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

const isAsWideAs = ({ points }: Shape, width: number): boolean => {
  const across = points.map(([x]) => x)
  return Math.abs(Math.max(...across) - Math.min(...across) - width) < 0.5
}
