import { chartKey, initialState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { expect, test } from 'vitest'
import { placedCharts } from './placedCharts'

const keysOf = (key: string, phone = false) => {
  const report = reports.find((one) => one.key === key)
  if (!report) throw new Error(`There is no report ${key}.`)
  const { leading, open, folded } = placedCharts(report, initialState(report), undefined, phone)
  return { leading: leading.map(chartKey), open: open.map(chartKey), folded: folded.map(chartKey) }
}

test('a page has one picture and the last weeks in sight, and the others behind a button', () => {
  expect(keysOf('response-time')).toEqual({
    leading: ['strip:median,contacts', 'trend:median:weeks'],
    open: [],
    folded: ['distribution:within30,within120,over120,never', 'heatMap:late:by=week'],
  })
  // Weeks alone are a small picture.
  expect(keysOf('call-intelligence')).toEqual({
    leading: ['trend:answeredRate:weeks'],
    open: ['trend:totalCalls,answered,missed'],
    folded: ['heatMap:totalCalls:by=hour', 'heatMap:missed:by=hour'],
  })
  // Dots are of rows, and share one plane.
  expect(keysOf('ad-spend')).toMatchObject({ leading: { length: 1 }, open: [] })
  // Few rows that are not the table's own, and shares of totals.
  expect(keysOf('tour-type')).toMatchObject({ leading: ['bars:visits,leases:by=type'], folded: { length: 1 } })
  expect(keysOf('ai-leasing')).toMatchObject({ leading: { length: 1 }, open: [], folded: { length: 1 } })
  // The bar of units is the page's own picture.
  expect(keysOf('occupancy')).toMatchObject({ leading: [], open: [], folded: { length: 2 } })
  for (const { key } of reports) {
    const { leading, open } = keysOf(key)
    expect([key, [...leading, ...open].filter((chart) => !chart.endsWith(':weeks')).length <= 1]).toEqual([key, true])
  }
})

test('a phone has one chart below its numbers', () => {
  expect(keysOf('call-intelligence', true)).toMatchObject({ leading: { length: 1 }, open: [], folded: { length: 3 } })
})
