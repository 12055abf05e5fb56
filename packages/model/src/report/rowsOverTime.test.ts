import { expect, test } from 'vitest'
import { trend } from './chartSpec'
import { count } from './columns'
import type { ReportDefinition } from './definition'
import { rowsOverTime } from './rowsOverTime'

const log: ReportDefinition = {
  ...{ key: 'log', apiKey: 'Log', title: 'Log', path: '/log', section: 'Leads', navOrder: 1, gate: 'general' },
  ...{ question: 'Who called?', shape: 'list', defaultFilters: ['dateRange'], additionalFilters: [], rows: [] },
  columns: { calls: count('Calls', 'Calls of the period.') },
  ...{ tiles: ['calls'], charts: [trend('calls')] },
}
const today = '2026-03-15'
const over = (start: string, end: string, series: { day: string; calls: number | null }[], recordsByHour?: number[]) =>
  rowsOverTime(log, { period: { start, end }, series, today, ...(recordsByHour && { recordsByHour }) })

test('the rows of a list are counted by the day, each of which is named', () => {
  const series = [
    { day: '2026-03-08', calls: 3 },
    { day: '2026-03-09', calls: 0 },
    // Its records are yet to come.
    { day: '2026-03-10', calls: null },
  ]
  expect(over('2026-03-08', '2026-03-10', series)).toEqual({
    unit: 'day',
    bars: [
      { name: 'Sunday, Mar 8', days: { start: '2026-03-08', end: '2026-03-08' }, count: 3 },
      { name: 'Monday, Mar 9', days: { start: '2026-03-09', end: '2026-03-09' }, count: 0 },
      { name: 'Tuesday, Mar 10', days: { start: '2026-03-10', end: '2026-03-10' }, count: 0 },
    ],
    total: 3,
  })
})

test('a long period is counted by the week, which begins and ends with the period', () => {
  const series = Array.from({ length: 120 }, (_, at) => ({
    day: new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10),
    calls: 1,
  }))
  const found = over('2025-01-01', '2025-04-30', series)
  expect(found).toMatchObject({ unit: 'week', total: 120 })
  expect(found?.bars[0]).toEqual({
    name: 'Jan 1 – 5, 2025',
    days: { start: '2025-01-01', end: '2025-01-05' },
    count: 5,
  })
  expect(found?.bars.at(-1)?.days.end).toBe('2025-04-30')
})

test('a single day is counted by the hour', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 2 : 0))
  const found = over(today, today, [{ day: today, calls: 2 }], hours)
  expect(found).toMatchObject({ unit: 'hour', total: 2 })
  expect(found?.bars[13]).toMatchObject({ name: '1 PM', count: 2 })
})

test('there is nothing to choose from without records, and none of a list of what stands now or of other shapes', () => {
  expect(over(today, today, [{ day: today, calls: 0 }])).toBeNull()
  const result = { period: { start: today, end: today }, series: [{ day: today, calls: 2 }], today }
  expect(rowsOverTime({ ...log, asOf: true }, result)).toBeNull()
  expect(rowsOverTime({ ...log, shape: 'rank' }, result)).toBeNull()
  expect(rowsOverTime(log, { ...result, period: null })).toBeNull()
})
