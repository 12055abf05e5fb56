import { chartKey, chartWithKey, pinLabel } from '@leaselight/model'
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
