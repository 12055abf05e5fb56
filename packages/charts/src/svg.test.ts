import { bars } from '@leaselight/model'
import { expect, test } from 'vitest'
import { prepareChart } from './prepare'
import { chartSvg } from './svg'
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
