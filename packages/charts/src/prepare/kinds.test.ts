import {
  bars,
  count,
  defineReport,
  distribution,
  funnel,
  heatMap,
  hourLabel,
  measure,
  pyramid,
  type Row,
  ratio,
  stack,
  weekdays,
} from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { calls, leads, testResult, testRow, testState } from '../testing'
import { prepareChart } from '.'

const week = { start: '2026-03-02', end: '2026-03-08' }
const before = { start: '2026-02-23', end: '2026-03-01' }

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

  test('has a cell for every hour of the week, 0 without calls, and a title with the result', () => {
    const model = drawn('totalCalls')
    expect(model?.title).toBe('Most calls on Mondays at 10 am: 12, 60 % of all')
    expect(model?.series.map(({ label }) => label)).toEqual(Object.values(weekdays))
    expect(model?.series.flatMap(({ values }) => values)).toHaveLength(7 * 24)
    expect([0, 10, 11].map((hour) => model?.series[0]?.values[hour])).toEqual([0, 12, 0])
    expect(model?.series[1]?.values[0]).toBe(3)
    expect(model?.series[6]?.values[23]).toBe(5)
    expect(model?.max).toBe(12)
  })

  test('an average of nothing is a gap', () => {
    const model = drawn('wait')
    expect(model?.title).toBe('The highest wait on Sundays at 11 pm: 2 h 00 m')
    expect([0, 10].map((hour) => model?.series[0]?.values[hour])).toEqual([null, 60])
  })

  test('names two peaks, counts more, and is nothing where nothing was', () => {
    const tied = (...hours: number[]) =>
      testResult({ rows: hours.map((hour) => at(1, hour, 2)), total: { totalCalls: 9 } })
    expect(drawn('totalCalls', tied(9, 13))?.title).toBe('Most calls on Mondays at 9 am and on Mondays at 1 pm, 2 each')
    expect(drawn('totalCalls', tied(9, 13, 14))?.title).toBe('Most calls at 3 times of the week, 2 each')
    expect(drawn('totalCalls', testResult({ rows: [sunday] }))).toBeNull()
  })

  test('a chart can only look from sides that its report has', () => {
    expect(() => defineReport({ ...report, charts: [heatMap('totalCalls', { by: 'year' })] })).toThrow(
      'there is no switch "by" with an option "year"',
    )
  })
})

describe('funnel', () => {
  const total = { prospects: 200, visits: 100, shows: 20, leases: 10 }
  const priorTotal = { prospects: 160, visits: 96, shows: 48, leases: 24 }
  const drawn = (parts: object) =>
    prepareChart(
      funnel('prospects', 'visits', 'shows', 'leases'),
      leads,
      testResult({ period: week, priorPeriod: before, total, ...parts }),
      testState(leads),
    )

  test('labels each stage with its share of the previous one and its prior value', () => {
    const model = drawn({ priorTotal })
    expect(model?.categories).toEqual(['Prospects', 'Visits', 'Shows', 'Leases'])
    expect(model?.series[0]?.values).toEqual([200, 100, 20, 10])
    expect(model?.series[0]?.annotations).toEqual([
      null,
      '50.0 % of prospects, was 60.0 %',
      '20.0 % of visits, was 50.0 %',
      '50.0 % of shows, was 50.0 %',
    ])
    expect(model?.series[1]).toMatchObject({ values: [160, 96, 48, 24], priorOf: 'now' })
    expect(model?.title).toBe('The narrowest step is from visits to shows: 20 %; leases 10, were 24')
  })

  test('works without a prior period and omits a share of nothing', () => {
    const model = drawn({ total: { prospects: 3, visits: 0, shows: 0, leases: 0 } })
    expect(model?.series).toHaveLength(1)
    expect(model?.series[0]?.annotations).toEqual([null, '0.0 % of prospects', null, null])
    expect(model?.title).toBe('Leases 0')
    expect(drawn({ total: {} })).toBeNull()
  })
})

test('a line over shares uses their scale and its own color, and changes the title', () => {
  const rated = defineReport({
    ...calls,
    columns: { ...calls.columns, rate: ratio('answered', 'totalCalls', 'Answered %', '', { format: 'percent' }) },
  })
  const day = (statusName: string, answered: number, missed: number) =>
    testRow(rated.columns, 'statusName', statusName, { totalCalls: answered + missed, answered, missed })
  const result = testResult({
    period: week,
    priorPeriod: before,
    rows: [day('Answered', 3, 1), day('Missed', 0, 0)],
    total: { totalCalls: 40, answered: 30, missed: 10, rate: 0.75 },
    priorTotal: { rate: 0.5 },
  })
  const spec = stack(['answered', 'missed'], { share: true, line: 'rate' })
  const model = prepareChart(spec, rated, result, testState(rated, { groupBy: 'status' }))
  expect(model?.title).toBe('Answered % up 25.0 points on the week before')
  expect(model?.series.at(-1)).toMatchObject({ key: 'rate', values: [0.75, null], asLine: true })
  expect(new Set(model?.series.map(({ color }) => color)).size).toBe(3)
})

test('two columns side by side name the row on which they differ most', () => {
  const rows = [
    testRow(calls.columns, 'property', 'Oak', { answered: 8, missed: 7 }),
    testRow(calls.columns, 'property', 'Elm', { answered: 5, missed: 1 }),
  ]
  const draw = (beside: string) =>
    prepareChart(
      bars('answered', 10, beside),
      calls,
      testResult({ rows, total: { answered: 13, missed: 8 } }),
      testState(calls),
    )
  expect(draw('missed')?.title).toBe('Elm differs most: answered 5, missed 1')
  expect(draw('missed')?.series.map(({ values }) => values)).toEqual([
    [8, 5],
    [7, 1],
  ])
})

test('a distribution compares shares, since two periods are rarely of one size', () => {
  const result = testResult({ total: { answered: 30, missed: 10 }, priorTotal: { answered: 10, missed: 10 } })
  const model = prepareChart(distribution('answered', 'missed'), calls, result, testState(calls))
  expect(model?.title).toBe('Answered 75 %, was 50 %; missed 25 %')
  expect(model?.series.map(({ values }) => values)).toEqual([
    [0.75, 0.25],
    [0.5, 0.5],
  ])
  expect(model?.series.map(({ annotations }) => annotations)).toEqual([
    ['30', '10'],
    ['10', '10'],
  ])
  expect(prepareChart(distribution('answered', 'missed'), calls, testResult({}), testState(calls))).toBeNull()
})

test('a pyramid starts with the first row at the bottom and notes the rows it leaves out', () => {
  const ages = defineReport({
    ...leads,
    rows: ['age'],
    columns: { women: count('Women', ''), men: count('Men', '') },
    tiles: [],
    charts: [],
  })
  const aged = (ageBucket: string | null, ageBucketName: string, women: number, men: number) => ({
    ...testRow(ages.columns, 'ageBucket', ageBucketName, { women, men }),
    ageBucket,
    ageBucketName,
  })
  const rows = [aged('18-24', '18 – 24', 3, 1), aged('25-34', '25 – 34', 4, 2), aged(null, 'Unknown', 2, 0)]
  const model = prepareChart(pyramid('women', 'men', {}), ages, testResult({ rows }), testState(ages))
  expect(model?.categories).toEqual(['25 – 34', '18 – 24'])
  expect(model?.series.map(({ label, values }) => [label, values])).toEqual([
    ['Women', [4, 3]],
    ['Men', [2, 1]],
  ])
  expect(model?.title).toBe('Most are 25 – 34: 60 %; women 70 %, men 30 %')
  expect(model?.note).toBe('Not drawn: 2 of unknown age.')
})
