import { checkDefinition, defineReport, heatMap, hourLabel, measure, type Row, weekdays } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { toTable } from '../table'
import { calls, testResult, testRow, testState } from '../testing'
import { prepareChart } from '.'

describe('heat map', () => {
  const report = defineReport({
    ...calls,
    switches: { by: { label: 'By', description: '', initial: 'day', options: { day: 'Day', hour: 'Hour' } } },
    columns: { ...calls.columns, wait: measure('Wait', 'How long.', { format: 'duration' }) },
  })
  const at = (weekday: 1 | 2 | 7, hour: number, totalCalls: number, wait: number | null = null): Row => ({
    ...testRow(report.columns, 'day', weekdays[weekday], { totalCalls, wait }),
    key: `day:${weekday}/hour:${hour}`,
    depth: 1,
    parent: `day:${weekday}`,
    weekday,
    hour,
    hourName: hourLabel(hour),
  })
  const sunday = { ...testRow(report.columns, 'day', 'Sunday', { totalCalls: 9 }), weekday: 7 }
  const rows = [at(1, 10, 12, 60), at(2, 0, 3), sunday, at(7, 23, 5, 7200)]
  const result = testResult({ rows, total: { totalCalls: 20, wait: 600 } })
  const drawn = (column: string, from = result) =>
    prepareChart(heatMap(column, { by: 'hour' }), report, from, testState(report))

  test('has a cell for each weekday and hour, 0 without calls', () => {
    const model = drawn('totalCalls')
    expect(model?.title).toBe('Calls by weekday and hour')
    expect(model?.series.map(({ label }) => label)).toEqual(Object.values(weekdays))
    expect(model?.series.flatMap(({ values }) => values)).toHaveLength(7 * 24)
    expect([0, 10, 11].map((hour) => model?.series[0]?.values[hour])).toEqual([0, 12, 0])
    expect(model?.series[1]?.values[0]).toBe(3)
    expect(model?.series[6]?.values[23]).toBe(5)
    expect(model?.max).toBe(12)
  })

  test('an average of nothing is a gap', () => {
    const model = drawn('wait')
    expect(model?.title).toBe('Wait by weekday and hour')
    // Nothing waited before 10 AM, so the hours begin at nine.
    expect(model?.series[0]?.values.slice(0, 3)).toEqual([null, 60, null])
  })

  test('leaves out the hours in which nothing happens, but for one on either side', () => {
    const open = testResult({ rows: [at(1, 10, 12), at(2, 13, 3), at(7, 20, 0)], total: { totalCalls: 15 } })
    const model = drawn('totalCalls', open)
    expect(model?.categories).toEqual([9, 10, 11, 12, 13, 14].map((hour) => hourLabel(hour)))
    expect(model?.series[0]?.values).toEqual([0, 12, 0, 0, 0, 0])
    expect(model?.series[0]?.marks?.[1]).toMatchObject({ row: 'day:1/hour:10' })
  })

  test('is gray where most offices are closed, and says so beside each number', () => {
    const open = (weekday: number, hour: number, share: number) => ({ weekday, hour, open: share })
    const officeHours = [open(1, 10, 1), open(2, 0, 0), open(7, 23, 0.4)]
    const model = drawn('totalCalls', { ...result, officeHours })
    expect(model?.shading).toBe('most offices closed')
    expect(model?.series.map(({ shaded }) => shaded?.flatMap((gray, hour) => (gray ? [hour] : [])))).toEqual([
      [],
      [0],
      [],
      [],
      [],
      [],
      [23],
    ])
    expect(model && toTable(model).rows[0]?.slice(0, 4)).toEqual(['12 AM', '0', '3 (offices closed)', '0'])
    expect(model?.series[6]?.annotations?.[23]).toBe('most offices closed')
    const one = { ...result.coverage, properties: [{ propertyId: 1, first: null, last: null }] }
    expect(drawn('totalCalls', { ...result, officeHours, coverage: one })?.shading).toBe('office closed')
    expect(drawn('totalCalls')?.shading).toBeUndefined()
  })

  test('names a peak that no other hour comes near, and is nothing where nothing was', () => {
    const peak = testResult({ rows: [at(1, 10, 60), at(2, 0, 3), at(7, 23, 5)], total: { totalCalls: 68 } })
    expect(drawn('totalCalls', peak)?.title).toBe('Most calls on Mondays at 10 AM: 60')
    expect(drawn('totalCalls', testResult({ rows: [sunday] }))).toBeNull()
  })

  test('a chart can only look from sides that its report has', () => {
    expect(() => checkDefinition({ ...report, charts: [heatMap('totalCalls', { by: 'year' })] })).toThrow(
      'there is no switch "by" with an option "year"',
    )
  })
})
