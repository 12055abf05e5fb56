import { bars, chartKey, chartWithKey, pinLabel } from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

test('every number and every chart of every report can be pinned, each by a key of its own', () => {
  for (const report of reports) {
    const keys = report.charts.map(chartKey)
    expect([report.key, new Set(keys).size]).toEqual([report.key, keys.length])
    for (const spec of report.charts) expect(chartWithKey(report, chartKey(spec))).toBe(spec)
    for (const item of keys) expect(pinLabel(report, { kind: 'chart', item })).toMatch(/^Chart of \w/)
    for (const item of report.tiles) expect(pinLabel(report, { kind: 'number', item })).not.toBeNull()
  }
})

test('bars of columns that the reader of a page chooses can be pinned too, of none that a report has not', () => {
  const [report] = reports.filter(({ key }) => key === 'attributions')
  if (!report) throw new Error('Attributions are gone.')
  const chosen = bars('first', 10, 'decay')
  expect(chartWithKey(report, chartKey(chosen))).toEqual(chosen)
  expect(chartWithKey(report, 'bars:decay')).toEqual(bars('decay'))
  expect(pinLabel(report, { kind: 'chart', item: 'bars:first,decay' })).toBe('Chart of first touch, time decay')
  for (const key of ['bars:', 'bars:first,gone', 'bars:toString', 'bars:first,last,decay', 'stack:first,last', 'first'])
    expect([key, chartWithKey(report, key)]).toEqual([key, undefined])
})
