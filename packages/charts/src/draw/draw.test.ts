import { stack, trend } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { colorsOf, OTHER_COLOR, prepareChart, toTable } from '..'
import { chartSvg, paperTheme } from '../svg'
import { calls, leads, pointsOf, resultOf, rowOf, stateOf } from '../testing'
import { readableOn, toOption } from '.'

const week = { start: '2026-03-02', end: '2026-03-08' }
const result = resultOf({
  period: week,
  rows: [rowOf(calls.columns, 'property', 'A & B <script>', { totalCalls: 9, answered: 6, missed: 3 })],
  total: { prospects: 35, totalCalls: 9, answered: 6, missed: 3 },
  series: pointsOf(leads.columns, week, (index) => (index === 2 ? null : { prospects: 5 })),
})
const line = prepareChart(trend('prospects', 'leases'), leads, result, stateOf(leads))
const parts = prepareChart(stack(['answered', 'missed']), calls, result, stateOf(calls))
if (!line || !parts) throw new Error('Both charts have something to show.')

describe('drawing', () => {
  test('hands the numbers over untouched, gaps too', () => {
    expect(toOption(line, paperTheme).series).toMatchObject([
      { id: 'prospects', data: [5, 5, null, 5, 5, 5, 5], connectNulls: false },
      { id: 'leases' },
    ])
  })

  test('leaves out what the reader switched off', () => {
    expect(toOption(line, paperTheme, new Set(['leases'])).series).toHaveLength(1)
  })

  test('labels read on their colour', () => {
    expect([readableOn('#0F766E'), readableOn('#F2B84B')]).toEqual(['#FFFFFF', '#000000'])
  })
})

describe('SVG for paper', () => {
  test('names its parts, escapes names and prints no halo', () => {
    const svg = chartSvg(parts, { width: 500, height: 120 })
    for (const text of ['Answered', 'Missed', 'A &amp; B &lt;script&gt;', '>6<', '>3<']) expect(svg).toContain(text)
    expect(svg).not.toMatch(/<text[^>]*stroke="(#fff|white|#FFFFFF)/)
  })

  test('asks how wide its texts are', () => {
    const asked = new Set<string>()
    chartSvg(line, {
      width: 500,
      height: 150,
      measureText: (text, family, size) => {
        asked.add(`${family} ${size}`)
        return text.length * size
      },
    })
    expect([...asked]).toContain('Poppins 9')
    expect([...asked]).toContain('Figtree 9')
  })
})

test('the table alternative says what the picture says', () => {
  expect(toTable(parts)).toEqual({
    header: ['Property', 'Answered', 'Missed'],
    rows: [['A & B <script>', '6', '3']],
  })
  expect(toTable(line).rows[2]).toEqual(['Mar 4', '—', '—'])
})

test('columns keep their colour, and two in one picture never share one', () => {
  expect(colorsOf(['answered', 'missed'])).toEqual(colorsOf(['missed', 'answered']).reverse())
  const crowd = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta']
  expect(new Set(colorsOf(crowd)).size).toBe(crowd.length)
  expect(colorsOf(crowd)).not.toContain(OTHER_COLOR)
})
