import { buffer } from 'node:stream/consumers'
import { calls, leads } from '@leaselight/charts/testing'
import { buildTable, count, defineReport, fact, type ReportDefinition, type Row, trend } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { reportCsv } from '../csv'
import { linesOf, parseCsv } from '../testing'
import { reportPdf } from '.'
import { FOOTER_HEIGHT, MARGIN } from './page'
import { MAX_PDF_ROWS } from './table'
import { documentOf, expectClean, many, read, rowsOf, wide, wordsOf } from './testing'

describe('the page', () => {
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
