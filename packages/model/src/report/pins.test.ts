import { expect, test } from 'vitest'
import { byWeek, chartKey, heatMap, stack, trend, withSwitches } from './chartSpec'
import { count, fact } from './columns'
import { defineReport } from './definition'
import { currentItem, pinLabel } from './pins'

test('a chart’s key names its kind, its columns and its variant, and no more', () => {
  expect(chartKey(trend('leads', 'leases'))).toBe('trend:leads,leases')
  expect(chartKey(stack(['a', 'b'], { limit: 3, share: true }))).toBe('stack:a,b')
  expect(chartKey(withSwitches({ by: 'age' }, trend('leads')))).toBe('trend:leads:by=age')
  expect(chartKey(byWeek('median'))).toBe('trend:median:weeks')
  expect(chartKey(heatMap('missed', { by: 'hour' }))).toBe('heatMap:missed:by=hour')
})

test('a number is found under its former name, and a number that is gone has no label', () => {
  const report = defineReport({
    ...{ key: 'calls', apiKey: 'CallsReport', title: 'Calls', path: '/calls', section: 'Leads', gate: 'general' },
    ...{ question: 'Who called?', defaultFilters: [], additionalFilters: [], rows: ['property'], charts: [] },
    columns: {
      calls: count('Calls', 'Calls.', { formerNames: ['rings'] }),
      caller: fact('Caller', 'Who called.'),
    },
    tiles: ['calls'],
  })
  const pin = (item: string) => ({ kind: 'number', item }) as const
  expect(pinLabel(report, pin('rings'))).toBe('Calls')
  expect(currentItem(report, pin('rings'))).toBe('calls')
  for (const gone of ['gold', 'caller', 'constructor']) expect(pinLabel(report, pin(gone)), gone).toBeNull()
  expect(currentItem(report, pin('gold'))).toBe('gold')
})
