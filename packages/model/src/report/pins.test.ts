import { expect, test } from 'vitest'
import { byWeek, chartKey, heatMap, stack, trend, withSwitches } from './chartSpec'

test('a chart’s key names its kind, its columns and its variant, and no more', () => {
  expect(chartKey(trend('leads', 'leases'))).toBe('trend:leads,leases')
  expect(chartKey(stack(['a', 'b'], { limit: 3, share: true }))).toBe('stack:a,b')
  expect(chartKey(withSwitches({ by: 'age' }, trend('leads')))).toBe('trend:leads:by=age')
  expect(chartKey(byWeek('median'))).toBe('trend:median:weeks')
  expect(chartKey(heatMap('missed', { by: 'hour' }))).toBe('heatMap:missed:by=hour')
})
