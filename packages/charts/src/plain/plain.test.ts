import { bars, stack, trend } from '@leaselight/model'
import { init, setPlatformAPI } from 'echarts/core'
import { describe, expect, test } from 'vitest'
import { toOption } from '../draw'
import type { drawBars } from '../draw/bars'
import type { drawTrend } from '../draw/trend'
import type { ChartModel } from '../model'
import { prepareChart } from '../prepare'
import { printTheme } from '../svg'
import { calls, leads, testPoints, testResult, testRow, testState } from '../testing'
import { drawingOf, isPlain, isPlainKind, plainOption } from './mount'
import type { Series } from './option'
import { categoryAt, pixelOf } from './panel'
import { numberOf } from './scale'
import type { Shape } from './shapes'
import { type Measure, truncated } from './text'
import { besidePoint } from './tooltip'

// Every letter has the same width, for the library and for us.
const LETTER = 0.6
const measure: Measure = (text, { fontSize }) => text.length * fontSize * LETTER

const period = { start: '2026-03-02', end: '2026-03-22' }
const names = ['Oak Court', 'A property with a name that goes on and on', 'A & B <script>']
const result = testResult({
  period,
  rows: names.map((name, at) =>
    testRow(calls.columns, 'property', name, {
      totalCalls: 9 * (at + 1),
      answered: 6 * (at + 1),
      missed: 3 * (at + 1),
    }),
  ),
  total: { prospects: 35, totalCalls: 54, answered: 36, missed: 18 },
  series: testPoints(leads.columns, period, (day) =>
    day === 2 ? null : { prospects: 5 + ((day * 7) % 11), leases: day % 4 },
  ),
})
const line = prepareChart(trend('prospects', 'leases'), leads, result, testState(leads))
const parts = prepareChart(stack(['answered', 'missed']), calls, result, testState(calls))
const rows = prepareChart(bars('totalCalls'), calls, result, testState(calls))
if (!line || !parts || !rows) throw new Error('All of them have something to show.')

const WIDE = { width: 900, height: 260 }
const theme = { ...printTheme, fontSize: 11 }
const draw = (model: ChartModel, size = WIDE, hidden = new Set<string>()) =>
  drawingOf(plainOption(model, theme, size, hidden), size, measure)
const textsOf = (shapes: readonly Shape[]) => shapes.flatMap(({ text }) => text ?? [])

/** The texts that the library draws. */
function libraryTexts(model: ChartModel, size = WIDE): string[] {
  setPlatformAPI({
    measureText: (text, font = '') => ({
      width: text.length * Number(/([\d.]+)px/.exec(font)?.[1] ?? 12) * LETTER,
    }),
  })
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption(toOption(model, theme, size))
  const svg = chart.renderToSVGString()
  chart.dispose()
  return [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = '']) =>
    text.replace('&amp;', '&').replace('&lt;', '<').replace('&gt;', '>'),
  )
}

/** Bars from the texts' ends, which each cuts in its own way. */
const whole = (texts: readonly string[]) => texts.filter((text) => !/(\.\.\.|…)$/.test(text)).sort()

type Drawn = ReturnType<typeof drawTrend | typeof drawBars>['series'][number]
type KeysOf<T> = T extends unknown ? keyof T : never
/** What only the library has a use for, and what notes are drawn with. */
type OfTheLibrary =
  | 'name'
  | 'connectNulls'
  | 'emphasis'
  | 'showSymbol'
  | 'showAllSymbol'
  | 'silent'
  | 'yAxisIndex'
  | 'animation'
  | 'markLine'
  | 'markPoint'
/** What the library would draw of a series, and we would not. */
type Undrawn = Exclude<KeysOf<Drawn>, keyof Series | OfTheLibrary>

describe('without the library', () => {
  test('everything that lines and bars have is drawn', () => {
    // A type error here names what `marks.ts` has to learn.
    const undrawn: [Undrawn] extends [never] ? [] : [Undrawn] = []
    expect(undrawn).toEqual([])
  })

  test('lines and bars are drawn, other kinds are not', () => {
    expect([line, parts, rows].map(isPlain)).toEqual([true, true, true])
    expect([isPlain({ ...line, kind: 'heatMap' }), isPlainKind('heatMap')]).toEqual([false, false])
    expect(isPlain({ ...line, notes: [{ number: 1, from: 0, to: 0, text: 'Mar 2: phones down' }] })).toBe(false)
    expect(() => plainOption({ ...line, kind: 'funnel' }, theme, WIDE, new Set())).toThrow('funnel')
  })

  test.each([
    ['lines', line],
    ['parts', parts],
    ['bars', rows],
  ])('%s have the ticks, names and numbers that the library draws', (_, model) => {
    for (const factor of [0.01, 0.3, 1, 7, 48, 1_300]) {
      const series = model.series.map((one) => ({
        ...one,
        values: one.values.map((value) => (value === null ? null : Math.round(value * factor * 100) / 100)),
      }))
      const scaled: ChartModel = { ...model, series, format: factor < 1 ? 'decimal' : model.format }
      expect([factor, whole(textsOf(draw(scaled).shapes))]).toEqual([factor, whole(libraryTexts(scaled))])
    }
  })

  test('a gap stays a gap, and a point of its own stays visible', () => {
    const only = {
      ...line,
      categories: ['a', 'b', 'c', 'd'],
      series: [{ key: 'x', label: 'X', color: 'ink' as const, values: [1, null, 3, 2] }],
    }
    const { shapes } = draw(only)
    const strokes = shapes.filter(({ tag, attributes }) => tag === 'path' && attributes['stroke-width'] === 1.75)
    expect(String(strokes[0]?.attributes.d).match(/M/g)).toHaveLength(2)
    expect(shapes.filter(({ tag }) => tag === 'circle')).toHaveLength(3)
  })

  test('parts of a bar follow each other, and hidden ones leave no room', () => {
    const widthsOf = (shapes: readonly Shape[]) =>
      shapes.filter(({ tag }) => tag === 'rect').map(({ attributes: { x, width } }) => [Number(x), Number(width)])
    const all = widthsOf(draw(parts).shapes)
    expect(all).toHaveLength(6)
    // Each is inset by half of its border on either side.
    const [first, , , second] = all
    expect((first?.[0] ?? 0) + (first?.[1] ?? 0) + 1).toBeCloseTo(second?.[0] ?? 0, 0)
    expect(widthsOf(draw(parts, WIDE, new Set(['missed'])).shapes)).toHaveLength(3)
  })

  test('names from imported data stay text', () => {
    expect(textsOf(draw(parts).shapes)).toContain('A & B <script>')
  })

  test('a number that does not fit its part is left out', () => {
    const long = {
      ...parts,
      series: parts.series.map((one) => ({ ...one, texts: one.values.map(() => '123,456,789') })),
    }
    expect(textsOf(draw(long, { width: 320, height: 260 }).shapes)).not.toContain('123,456,789')
  })

  test('a panel knows the category under the pointer and the place of each number', () => {
    const [panel, other] = draw(line).panels
    if (!panel || !other) throw new Error('There are two panels.')
    const [x, y] = pixelOf(panel, 4, 3)
    expect([categoryAt(panel, x + 2, y), categoryAt(panel, other.left + 5, y)]).toEqual([4, null])
    expect(pixelOf(panel, 4, 0)[1]).toBeCloseTo(panel.bottom)
    const [lying] = draw(rows).panels
    if (!lying) throw new Error('There is a panel.')
    const [left, top] = pixelOf(lying, 0, 0)
    expect([categoryAt(lying, left + 1, top), left]).toEqual([0, lying.left])
  })

  test('nothing is drawn outside the place of a phone', () => {
    const size = { width: 330, height: 220 }
    for (const model of [line, parts, rows])
      for (const { attributes, text, tag } of draw(model, size).shapes) {
        if (tag !== 'text') continue
        const [x, wide] = [Number(attributes.x), measure(text ?? '', { ...theme, color: '', fontFamily: '' })]
        const start = { start: 0, middle: 0.5, end: 1 }[String(attributes['text-anchor'])] ?? 0
        expect(x - start * wide, text).toBeGreaterThanOrEqual(0)
        expect(x + (1 - start) * wide, text).toBeLessThanOrEqual(size.width)
      }
  })

  test('a long name is cut with an ellipsis', () => {
    const style = { color: '', fontFamily: '', fontSize: 10 }
    expect([truncated('abcdef', style, 24, measure), truncated('abc', style, 24, measure)]).toEqual(['abc…', 'abc'])
  })

  test('the numbers beside the pointer stay within the chart', () => {
    expect([besidePoint(10, 50, 200), besidePoint(180, 50, 200), besidePoint(30, 190, 200)]).toEqual([30, 110, 0])
  })

  test('reads numbers with and without a style of their own', () => {
    expect([numberOf(3), numberOf({ value: 4 }), numberOf({ value: null }), numberOf(null)]).toEqual([3, 4, null, null])
  })
})
