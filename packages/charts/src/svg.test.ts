import { bars } from '@leaselight/model'
import { expect, test } from 'vitest'
import type { ChartModel } from './model'
import { prepareChart } from './prepare'
import { chartSvg } from './svg'
import { cutTexts, overlaps, textsOnMarks } from './svgTexts'
import { calls, testResult, testRow, testState } from './testing'

test('a name of two lines has both below each other, also in a font that lacks most letters', () => {
  const rows = ['ab\nc', 'Other'].map((name, index) =>
    testRow(calls.columns, 'property', name, { totalCalls: 5 + index }),
  )
  const model = prepareChart(bars('totalCalls'), calls, testResult({ rows }), testState(calls))
  if (!model) throw new Error('There is something to show.')
  const measureText = (text: string, _family: string, size: number) =>
    /^[ -~]*$/.test(text) ? (text.length * size) / 2 : 0
  const svg = chartSvg(model, { width: 400, height: 200, measureText })
  const heightOf = (label: string) => Number(new RegExp(` y="(-?[\\d.]+)"[^>]*>${label}<`).exec(svg)?.[1] ?? 0)
  expect(heightOf('c') - heightOf('ab')).toBeGreaterThanOrEqual(9)
})

/** Values from the end of the axis down to what is hardly seen. */
const VALUES = [1, 0.97, 0.5, 0.2, 0.04, 0]

interface Drawing {
  layouts: ChartModel['layout'][]
  /** How many series it may have. */
  series: number[]
  /** How many categories it has at most, where these are not as many as there are rows. */
  most?: number
  /** Whether it draws the prior period beside each value. */
  hasPrior?: boolean
}

// Every kind, so that a new one can't be left out here.
const drawings: Record<ChartModel['kind'], Drawing> = {
  trend: { layouts: ['columns'], series: [1, 2] },
  outlook: { layouts: ['columns'], series: [1, 2] },
  bars: { layouts: ['rows', 'columns'], series: [1, 2], hasPrior: true },
  stack: { layouts: ['rows', 'columns'], series: [1, 2, 4] },
  funnel: { layouts: ['rows'], series: [1] },
  distribution: { layouts: ['columns'], series: [1], hasPrior: true },
  compare: { layouts: ['columns'], series: [2], most: 3 },
  heatMap: { layouts: ['columns'], series: [7] },
  dots: { layouts: ['columns'], series: [3] },
  strip: { layouts: ['rows'], series: [2] },
}

/** The width of a page, and the place beside the numbers. */
const sizes = [
  { width: 520, height: 180 },
  { width: 300, height: 150 },
]

const cases = (Object.keys(drawings) as ChartModel['kind'][]).flatMap((kind) =>
  drawings[kind].layouts.flatMap((layout) =>
    drawings[kind].series.flatMap((count) =>
      sizes.flatMap((size) =>
        (drawings[kind].hasPrior ? [false, true] : [false]).map((hasPrior) => ({
          kind,
          layout,
          count,
          size,
          hasPrior,
        })),
      ),
    ),
  ),
)

test.each(cases)(
  'printed texts are not over each other or over a mark beside them: $kind in $layout, $count series, $size.width, prior $hasPrior',
  (drawn) => {
    const { kind, layout, count, size, hasPrior } = drawn
    const names = ['Virtual tour', 'In-person tour', 'Self-guided tour', 'Walk-in']
    const values = VALUES.slice(0, drawings[kind].most)
    const model: ChartModel = {
      ...{
        kind,
        layout,
        title: 'Title',
        answers: [],
        categoryLabel: 'Property',
        format: 'percent',
        unit: '',
        note: null,
      },
      categories: values.map((_, index) => `Age ${index}5–${index + 1}4`),
      series: Array.from({ length: count }, (_, at) => ({
        key: `column${at}`,
        label: names[at] ?? `Kind ${at}`,
        color: at === 0 ? 'ink' : 'pale',
        values,
        annotations: values.map((value) => String(Math.round(1234 * value))),
      })),
    }
    if (hasPrior)
      model.series.push({
        key: 'before',
        label: 'Before',
        color: 'pale',
        priorOf: 'column0',
        values: values.toReversed(),
      })
    const svg = chartSvg(model, size)
    expect(overlaps(svg)).toEqual([])
    expect(textsOnMarks(svg)).toEqual([])
    expect(cutTexts(svg, size)).toEqual([])
  },
)
