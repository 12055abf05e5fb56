import { FINDING_TREND } from '@leaselight/charts/sparkline'
import { calls, leads, testResult, testRow } from '@leaselight/charts/testing'
import { bars, type ReportDefinition, waterfall, withSwitches } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { linesOf, type Shape } from '../testing'
import { documentOf, expectClean, many, read, rowsOf, wordsOf } from './testing'

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

describe('the page', () => {
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
})

const isAsWideAs = ({ points }: Shape, width: number): boolean => {
  const across = points.map(([x]) => x)
  return Math.abs(Math.max(...across) - Math.min(...across) - width) < 0.5
}
