import { defineReport, distribution, funnel, heatMap, hourLabel, ratio, stack, trend } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { colorsOf, OTHER_COLOR, toTable } from '..'
import { lineColor } from '../colors'
import type { ChartModel } from '../model'
import { prepareChart } from '../prepare'
import { chartSvg, printTheme } from '../svg'
import { calls, leads, testPoints, testResult, testRow, testState } from '../testing'
import { mix, readableOn, spotAt, spotsOf, toOption } from '.'
import { drawBars } from './bars'
import { axisText, durationAxis, wholeAxis } from './common'
import { clearAreas } from './heatMap'
import { heatMapPanels } from './heatMapPanels'

const week = { start: '2026-03-02', end: '2026-03-08' }
const result = testResult({
  period: week,
  rows: [testRow(calls.columns, 'property', 'A & B <script>', { totalCalls: 9, answered: 6, missed: 3 })],
  total: { prospects: 35, totalCalls: 9, answered: 6, missed: 3 },
  series: testPoints(leads.columns, week, (index) => (index === 2 ? null : { prospects: 5 })),
})
const line = prepareChart(trend('prospects', 'leases'), leads, result, testState(leads))
const parts = prepareChart(stack(['answered', 'missed']), calls, result, testState(calls))
if (!line || !parts) throw new Error('Both charts have something to show.')

const size = { width: 600, height: 240 }

describe('drawing', () => {
  test('hands the numbers over untouched, gaps too', () => {
    expect(toOption(line, printTheme, size).series).toMatchObject([
      { id: 'prospects', data: [5, 5, null, 5, 5, 5, { value: 5 }], connectNulls: false, yAxisIndex: 0 },
      { id: 'leases', yAxisIndex: 1 },
    ])
  })

  test('keeps the number at the end of a line clear of the line and inside the picture', () => {
    const offsetOf = (values: number[]) => {
      const model = { ...line, series: line.series.slice(0, 1).map((one) => ({ ...one, values })) }
      const [drawn] = [toOption(model, printTheme, { width: 200, height: 240 }).series].flat()
      const end = [drawn?.data].flat().at(-1)
      const place = end && typeof end === 'object' && 'label' in end ? end.label?.position : null
      return Number([place].flat()[1])
    }
    const above = -printTheme.fontSize - 6
    expect(offsetOf([7, 6, 5, 4, 3, 2, 4])).toBe(above)
    // The margin above the highest point is all that there is.
    expect(offsetOf([1, 2, 3, 4, 5, 6, 7])).toBe(-12)
    expect(offsetOf([1, 2, 3, 4, 5, 7, 6])).toBeGreaterThan(0)
    // At the bottom there is no room below, and the line falls through the place right above.
    expect(offsetOf([1, 2, 3, 4, 5, 7, 0])).toBeLessThan(above)
    expect(offsetOf([0, 0, 0])).toBe(above)
  })

  test('leaves out what the reader switched off', () => {
    expect(toOption(parts, printTheme, size, new Set(['missed'])).series).toHaveLength(1)
  })

  test('a part has its number only where that keeps away from both of its edges', () => {
    const [part] = drawBars(parts, printTheme, new Set(), size).series
    const layout = part && 'labelLayout' in part && typeof part.labelLayout === 'function' ? part.labelLayout : null
    const isLeftOut = (width: number, label: number) =>
      layout?.({ rect: { width }, labelRect: { width: label } }).fontSize === 0
    expect([isLeftOut(40, 32), isLeftOut(39, 32), isLeftOut(28, 6), isLeftOut(27, 6)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test('paper tells what is bad without its color: it is outlined, on the screen it is filled', () => {
    const bordersOn = (theme: typeof printTheme) =>
      drawBars(
        { ...parts, series: parts.series.map((one, at) => ({ ...one, color: at === 0 ? 'good' : 'bad' })) },
        theme,
        new Set(),
        size,
      ).series.map((one) => 'itemStyle' in one && one.itemStyle?.color === theme.surface)
    expect(bordersOn(printTheme)).toEqual([false, true])
    expect(bordersOn({ ...printTheme, outlinesBad: false })).toEqual([false, false])
  })

  test('uses round durations as ticks of a time axis', () => {
    const steps = (longest: number) => durationAxis([{ key: 'a', label: 'A', color: 'ink', values: [null, longest] }])
    expect(steps(4 * 3600 + 100)).toEqual({ interval: 3600, max: 5 * 3600 })
    expect(steps(20 * 3600)).toEqual({ interval: 6 * 3600, max: 24 * 3600 })
    expect(steps(40 * 60)).toEqual({ interval: 10 * 60, max: 40 * 60 })
    expect(steps(0)).toBeUndefined()
    expect([900, 5400, 21_600, 90].map((value) => axisText(value, 'duration'))).toEqual([
      '15 m',
      '1 h 30 m',
      '6 h',
      '1 m 30 s',
    ])
  })

  test('an axis of shares ends at all of it where they come near', () => {
    const axis = (most: number) => wholeAxis([{ key: 'a', label: 'A', color: 'ink', values: [null, 0.1, most] }])
    expect([axis(1), axis(0.9)]).toEqual([
      { max: 1, interval: 0.25 },
      { max: 1, interval: 0.25 },
    ])
    expect([axis(0.4), axis(1.2)]).toEqual([undefined, undefined])
  })

  test('gives each line a scale of its own: side by side, or below each other where it is narrow', () => {
    const places = (width: number) => {
      const { grid } = toOption(line, printTheme, { width, height: 240 })
      return Array.isArray(grid) ? grid.map(({ left, top }) => [left, top]) : []
    }
    expect(places(600)).toEqual([
      [4, 17],
      [306, 17],
    ])
    expect(places(300)).toEqual([
      [4, 17],
      [4, 137],
    ])
  })

  test('keeps room above lines once, for the name of their panel', () => {
    const svg = chartSvg(line, { width: 600, height: 130 })
    const middles = [...svg.matchAll(/<text[^>]*translate\([\d.]+ ([\d.]+)\)[^>]*>([^<]*)</g)]
    const middleOf = (name: string) => Number(middles.find(([, , text]) => text === name)?.[1])
    expect(middleOf('Prospects')).toBeLessThan(15)
    // Between the name and the labels below, all is of the lines.
    expect(middleOf('0') - middleOf('Prospects')).toBeGreaterThan(90)
  })

  test('draws what is usual as a band, many days as dots with their mean, and the latest number at the end', () => {
    const own = { key: 'a', label: 'A', color: 'ink' as const, values: [3, 5], mean: [null, 4] }
    const model = { ...line, categories: ['x', 'y'], series: [{ ...own, usual: { low: [2, null], high: [6, null] } }] }
    expect(toOption(model, printTheme, size).series).toMatchObject([
      { id: 'a:low', data: [2, null] },
      { id: 'a:high', data: [4, null], areaStyle: {} },
      { id: 'a', data: [3, 5], lineStyle: { opacity: 0 } },
      { id: 'a:mean', data: [null, { value: 4, label: { show: true } }] },
    ])
  })

  test('mixes colors', () => {
    expect([mix('#000000', '#FFFFFF', 0.5), mix('#102030', '#FFFFFF', 0)]).toEqual(['#808080', '#102030'])
  })

  test('makes labels readable on their color', () => {
    expect([readableOn('#0F766E'), readableOn('#F2B84B')]).toEqual(['#FFFFFF', '#000000'])
  })
})

describe('marks', () => {
  // Ten pixels for each unit of an axis.
  const spots = (model: ChartModel, hidden = new Set<string>()) =>
    spotsOf(model, hidden, (_, x, y) => [10 * x, 10 * y], size.width)

  test('are where the parts of a bar are, and of what is shown', () => {
    expect(spots(parts)).toMatchObject([
      { mark: { row: 'property:A & B <script>', column: 'answered' }, series: 0, index: 0, left: 0, width: 60 },
      { mark: { column: 'missed' }, series: 1, left: 60, width: 30 },
    ])
    expect(spots(parts, new Set(['answered']))).toMatchObject([{ mark: { column: 'missed' }, left: 0 }])
  })

  test('hours that are too many for a phone are in two rows, before and after noon', () => {
    const hours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
    const marks = hours.map((hour) => ({ row: `hour:${hour}`, column: 'missed', name: '' }))
    const series = [{ key: '1', label: 'Monday', color: 'ink' as const, values: hours, marks }]
    const model: ChartModel = { ...parts, kind: 'heatMap', layout: 'columns', categories: hours.map(hourLabel), series }
    const panels = new Map<number, number[]>()
    const toPixel = (panel: number, x: number): [number, number] => [30 * x, 1000 * panel]
    for (const { index, top } of spotsOf(model, new Set(), toPixel, 358))
      panels.set(Math.round(top / 1000), [...(panels.get(Math.round(top / 1000)) ?? []), index])
    expect([...panels]).toEqual([
      [0, [0, 1, 2, 3]],
      [1, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
    ])
    expect([heatMapPanels(model, 358), heatMapPanels(model, 900)]).toEqual([[0, 4], [0]])
  })

  test('office hours are outlined, alike weekdays by one line, and what is outside them is gray', () => {
    const shaded = [true, false, false, true]
    const series = [shaded, shaded, [true, false, true, true], [true, true, true, true]].map((own, day) => ({
      key: String(day),
      label: 'Day',
      color: 'ink' as const,
      values: [0, 4, 4, 4],
      shaded: own,
    }))
    expect(clearAreas({ series }, 0, 4)).toEqual([
      { left: 1, right: 3, top: 0, bottom: 2 },
      { left: 1, right: 2, top: 2, bottom: 3 },
    ])
    expect(clearAreas({ series: series.map(({ shaded: _, ...one }) => one) }, 0, 4)).toEqual([])
    const model: ChartModel = {
      ...parts,
      kind: 'heatMap',
      layout: 'columns',
      categories: ['a', 'b', 'c', 'd'],
      series,
      max: 4,
    }
    const svg = chartSvg(model, { width: 500, height: 200 })
    const filled = (color: string) => svg.toLowerCase().split(`fill="${color.toLowerCase()}"`).length - 1
    expect(filled(lineColor('pale', 'light'))).toBe(7)
  })

  test('a point of a line is hit above and below it, and opens its own days', () => {
    const days = { start: '2026-03-02', end: '2026-03-02' }
    expect(spots(line)[0]).toMatchObject({ mark: { row: null, column: 'prospects', days }, top: 0, height: 50 })
    expect(spots(line).map(({ index }) => index)).toEqual([0, 1, 3, 4, 5, 6])
  })

  test('the nearest of several overlapping ones is hit', () => {
    const [one] = spots(parts)
    if (!one) throw new Error('There are marks.')
    const other = { ...one, left: 4, series: 9 }
    expect([spotAt([one, other], 31, 0), spotAt([one, other], 33, 0)].map((spot) => spot?.series)).toEqual([0, 9])
    expect(spotAt([one], 200, 0)).toBeUndefined()
  })
})

describe('SVG for paper', () => {
  test('names its parts, escapes names and prints no halo', () => {
    const svg = chartSvg(parts, { width: 500, height: 120 })
    for (const text of ['Answered', 'Missed', 'A &amp; B &lt;script&gt;', '>6<', '>3<']) expect(svg).toContain(text)
    expect(svg).not.toMatch(/<text[^>]*stroke="(#fff|white|#FFFFFF)/)
  })

  test('measures the width of its texts', () => {
    const asked = new Set<string>()
    // The chart library keeps the width of a text once it has been drawn: these are drawn nowhere else.
    const series = line.series.map((one, at) => ({
      ...one,
      label: `Measured ${at}`,
      values: one.values.map((value) => value && value * 91_711),
    }))
    chartSvg(
      { ...line, series },
      {
        width: 500,
        height: 150,
        measureText: (text, family, size) => {
          asked.add(`${family} ${size}`)
          return text.length * size
        },
      },
    )
    expect([...asked]).toContain('Poppins 9')
    expect([...asked]).toContain('Figtree 9')
  })
})

test('the table has the same values as the chart', () => {
  expect(toTable(parts)).toEqual({
    header: ['Property', 'Answered', 'Missed'],
    rows: [['A & B <script>', '6', '3']],
  })
  expect(toTable(line).rows[2]).toEqual(['Mar 4', '—', '—'])
})

test('two parts of one chart never share a color, except what is pale', () => {
  const crowd = colorsOf([undefined, { stage: 'lease' }, { stage: 'visit' }, { outcome: 'missed' }, undefined])
  expect(new Set(crowd).size).toBe(crowd.length)
  expect(colorsOf([{ outcome: 'unresolved' }, { outcome: 'undecided' }])).toEqual([OTHER_COLOR, OTHER_COLOR])
})

describe('every kind is drawn without a browser', () => {
  const state = testState(calls)
  const total = { totalCalls: 40, answered: 30, missed: 10, rate: 0.75 }
  const at = (weekday: number, hour: number, missed: number) => ({
    ...testRow(calls.columns, 'hourName', '', { missed }),
    depth: 1,
    weekday,
    hour,
  })
  const numbers = testResult({ period: week, total, priorTotal: total, rows: [at(1, 9, 7), at(5, 17, 10)] })
  const rated = defineReport({
    ...calls,
    columns: { ...calls.columns, rate: ratio('answered', 'totalCalls', 'Answered %', '', { format: 'percent' }) },
  })
  const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

  test('a share of few cases is drawn as its cases', () => {
    const few = testResult({
      rows: [testRow(calls.columns, 'property', 'Oak', { totalCalls: 9, answered: 6, missed: 3 })],
      total: { totalCalls: 9, answered: 6, missed: 3 },
    })
    const model = prepareChart(stack(['answered', 'missed']), calls, few, testState(calls, { viewAs: 'PERCENTAGE' }))
    if (!model) throw new Error('There is something to draw.')
    const drawn = texts(chartSvg(model, { width: 500, height: 200 }))
    expect(drawn).toEqual(expect.arrayContaining(['6 of 9', '3 of 9']))
    expect(drawn).not.toContain('67%')
  })

  test.each([
    [
      'funnel',
      funnel('totalCalls', 'answered'),
      numbers,
      ['Calls', '40', 'Answered', '−10 went no further · 75% of calls, was 75%'],
    ],
    ['distribution', distribution('answered', 'missed'), numbers, ['75%', '25%', '30', '10']],
    ['heatMap', heatMap('missed', {}), numbers, ['Mon', 'Sun', '7', '10']],
  ] as const)('%s', (_, spec, from, expected) => {
    const model = prepareChart(spec, rated, from, state)
    if (!model) throw new Error('There is something to draw.')
    expect(texts(chartSvg(model, { width: 500, height: 200 }))).toEqual(expect.arrayContaining([...expected]))
  })
})
