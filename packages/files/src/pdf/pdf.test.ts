import { leads } from '@leaselight/charts/testing'
import { buildTable, type Judgement } from '@leaselight/model'
import { PDFParse } from 'pdf-parse'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../testing'
import { reportPdf } from '.'
import { documentOf, expectClean, read, rowsOf, wordsOf } from './testing'
import { breakableParts } from './textWriter'

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

  test('notes that there are no rows', async () => {
    expect(wordsOf(await read(documentOf(leads, [])))).toContain('No rows for this selection.')
  })
})
