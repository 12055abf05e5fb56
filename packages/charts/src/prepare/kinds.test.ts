import {
  atLeast,
  bars,
  checkDefinition,
  compare,
  completeCells,
  defineReport,
  distribution,
  dots,
  funnel,
  heatMap,
  hourLabel,
  measure,
  type Numbers,
  type Row,
  ratio,
  resultOfRows,
  stack,
  strip,
  tooFewToDraw,
  weekdays,
} from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { stripLines } from '../draw/strip'
import { chartSvg } from '../svg'
import { toTable } from '../table'
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

describe('funnel', () => {
  const rate = (of: string, from: string) => ratio(of, from, `${of} rate`, '', { format: 'percent' })
  const staged = defineReport({
    ...leads,
    additionalFilters: ['prospectsByCreateDate'],
    columns: {
      ...leads.columns,
      visitRate: rate('visits', 'prospects'),
      leaseRate: {
        ...rate('leases', 'shows'),
        visibleWhen: { with: 'prospectsByCreateDate' },
      },
    },
  })
  const cells = (numbers: Numbers) => completeCells(staged.columns, numbers)
  const total = cells({ prospects: 200, visits: 100, shows: 10, leases: 12 })
  const priorTotal = cells({ prospects: 160, visits: 96, shows: 48, leases: 34 })
  const drawn = (parts: object, byCreated = false) =>
    prepareChart(
      funnel('prospects', 'visits', 'shows', 'leases'),
      staged,
      testResult({ period: week, priorPeriod: before, total, ...parts }, staged),
      testState(staged, { prospectsByCreateDate: byCreated }),
    )

  test('labels each stage with the report’s own rate and its prior value', () => {
    const model = drawn({ priorTotal }, true)
    expect(model?.categories).toEqual(['Prospects', 'Visits', 'Shows', 'Leases'])
    expect(model?.series[0]?.values).toEqual([200, 100, 10, 12])
    expect(model?.series[0]?.annotations).toEqual([
      null,
      '−100 went no further · 50% of prospects, was 60%',
      '−90 went no further · 10% of visits, was 50%',
      '12 to 10, was 71%',
    ])
    expect(model?.series[1]).toMatchObject({ values: [160, 96, 48, 34], priorOf: 'now' })
    expect(model?.title).toBe('Leases down 65% from the week before')
  })

  test('shows stages side by side where the table has no rate from one to the next', () => {
    expect(drawn({ priorTotal })?.series[0]?.annotations?.[3]).toBeNull()
  })

  test('works without a prior period and omits a rate of nothing', () => {
    const model = drawn({ total: cells({ prospects: 3 }) })
    expect(model?.series).toHaveLength(1)
    expect(model?.series[0]?.annotations).toEqual([null, '−3 went no further · 0 of 3', null, null])
    expect(model?.title).toBe('From prospects to leases')
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
  const result = testResult(
    {
      period: week,
      priorPeriod: before,
      rows: [day('Answered', 3, 1), day('Missed', 0, 0)],
      total: { totalCalls: 40, answered: 30, missed: 10, rate: 0.75 },
      priorTotal: { totalCalls: 40, answered: 20, missed: 20, rate: 0.5 },
    },
    rated,
  )
  const spec = stack(['answered', 'missed'], { share: true, line: 'rate' })
  const model = prepareChart(spec, rated, result, testState(rated, { groupBy: 'status' }))
  expect(model?.title).toBe('Answered % up 25 pts from the week before')
  expect(model?.series.at(-1)).toMatchObject({ key: 'rate', values: [0.75, null], asLine: true })
  expect(new Set(model?.series.map(({ color }) => color)).size).toBe(3)
})

test('a dot for each row that has a place, and what has none in the note', () => {
  const source = (name: string, totalCalls: number, answered: number, missed: number | null) =>
    testRow(calls.columns, 'property', name, { totalCalls, answered, missed })
  const rows = [source('Oak', 40, 30, 5), source('Elm', 8, 5, 90), source('Ash', 9, 9, null), source('Fir', 0, 0, 0)]
  const draw = (from: Row[]) =>
    prepareChart(dots('totalCalls', 'missed', 'answered'), calls, testResult({ rows: from }), testState(calls))
  expect(draw(rows)).toMatchObject({
    title: 'Calls against missed',
    answers: [],
    categories: ['Oak', 'Elm'],
    series: [
      { key: 'totalCalls', values: [40, 8], marks: [{ name: 'Oak', column: 'totalCalls' }, { name: 'Elm' }] },
      { key: 'missed', values: [5, 90] },
      { key: 'answered', values: [30, 5] },
    ],
    note: 'Without missed: Ash.',
  })
  // One dot compares nothing.
  expect(draw(rows.slice(1))).toBeNull()
})

test('rows without any of the parts are counted in the note, not drawn', () => {
  const row = (name: string, answered: number, missed: number) =>
    testRow(calls.columns, 'property', name, { totalCalls: answered + missed, answered, missed })
  const rows = [row('Oak', 3, 1), row('Elm', 0, 0), row('Ash', 0, 0)]
  const from = testResult({ rows, total: { totalCalls: 4, answered: 3, missed: 1 } })
  const model = prepareChart(stack(['answered', 'missed']), calls, from, testState(calls, { groupBy: 'property' }))
  expect([model?.categories, model?.note]).toEqual([['Oak'], 'Not shown: 2 rows of 3 with none.'])
})

test('too few cases are no picture, and the reader is given the reason', () => {
  const rows = [testRow(calls.columns, 'property', 'Oak', { answered: 8 })]
  const spec = atLeast(30, 'answered', bars('answered'))
  const draw = (answered: number) =>
    prepareChart(spec, calls, testResult({ rows, total: { answered } }), testState(calls, { groupBy: 'property' }))
  expect([draw(29), draw(30)]).toMatchObject([null, { kind: 'bars' }])
  expect(tooFewToDraw(spec, calls.columns, { answered: 29 })).toBe('Answered: 29. A picture needs at least 30.')
  expect(tooFewToDraw(spec, calls.columns, { answered: 30 })).toBeNull()
  expect(tooFewToDraw(bars('answered'), calls.columns, {})).toBeNull()
})

test('two columns side by side have a plain name', () => {
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
  expect(draw('missed')?.title).toBe('Answered and missed by property')
  expect(draw('missed')?.series.map(({ values }) => values)).toEqual([
    [8, 5],
    [7, 1],
  ])
})

test('a distribution compares shares, since two periods are rarely of one size', () => {
  const rate = ratio('answered', 'totalCalls', 'Answered %', 'Answered divided by calls.', { format: 'percent' })
  const named = { ...calls, columns: { ...calls.columns, rate }, nouns: { answered: 'calls with an answer' } }
  const totals = (answered: number, missed: number) =>
    completeCells(named.columns, { totalCalls: answered + missed, answered, missed })
  const result = testResult({ total: totals(36, 4), priorTotal: totals(12, 12) }, named)
  const model = prepareChart(distribution('answered', 'missed'), named, result, testState(calls))
  expect(model?.title).toBe('The share of calls with an answer rose to 90% from 50%')
  expect(model?.series.map(({ values }) => values)).toEqual([
    [0.9, 0.1],
    [0.5, 0.5],
  ])
  expect(model?.series.map(({ annotations }) => annotations)).toEqual([
    ['36', '4'],
    ['12', '12'],
  ])
  // Its title comes from the judgement of the share, as the answer above it does.
  const rateAsUsual = {
    ...result,
    judgement: testResult({ total: totals(36, 4), priorTotal: totals(35, 5) }, named).judgement,
  }
  expect(prepareChart(distribution('answered', 'missed'), named, rateAsUsual, testState(named))?.title).toBe(
    'Answered to missed',
  )
  const few = testResult({ total: { answered: 3, missed: 1 }, priorTotal: { answered: 1, missed: 1 } }, calls)
  const small = prepareChart(distribution('answered', 'missed'), calls, few, testState(calls))
  expect(small?.title).toBe('Answered to missed')
  expect(small?.series[0]?.texts).toEqual(['3 of 4', '1 of 4'])
  expect(prepareChart(distribution('answered', 'missed'), calls, testResult({}), testState(calls))).toBeNull()
})

test('a strip has a dot for each property, the largest last, with their median; few cases are pale', () => {
  const row = (name: string, missed: number, totalCalls: number) =>
    testRow(calls.columns, 'property', name, { totalCalls, missed })
  const rows = [row('Oak', 40, 50), row('Elm', 5, 9), row('Ash', 12, 30), row('Fir', 0, 0)]
  const draw = (from: Row[], groupBy: 'property' | 'day' = 'property') =>
    prepareChart(strip('missed', 'totalCalls'), calls, testResult({ rows: from }), testState(calls, { groupBy }))
  const model = draw(rows)
  expect(model).toMatchObject({
    title: 'Missed by property',
    categories: ['Elm', 'Ash', 'Oak'],
    pale: [0],
    median: 12,
    series: [
      { key: 'missed', values: [5, 12, 40], marks: [{ name: 'Elm', column: 'totalCalls' }, { name: 'Ash' }, {}] },
      { key: 'totalCalls', values: [9, 30, 50] },
    ],
    unit: 'One dot is one property. Half of them are left of the dashed line, 12.',
    note: 'Pale: fewer than 10 calls.',
  })
  expect(model && toTable(model).rows).toEqual([
    ['Elm', '5', '9'],
    ['Ash', '12', '30'],
    ['Oak', '40', '50'],
  ])
  // The worst are named: of what should be high, those on the left.
  const rated = defineReport({
    ...calls,
    columns: { ...calls.columns, rate: ratio('answered', 'totalCalls', 'Rate', '', { format: 'percent' }) },
  })
  const shares = ([0.1, 0.5, 0.6, 0.7, 0.9] as const).map((rate, at) =>
    testRow(rated.columns, 'property', `P${at}`, { totalCalls: 100, answered: 100 * rate, rate }),
  )
  const ofRates = prepareChart(
    strip('rate', 'totalCalls'),
    rated,
    testResult({ rows: shares }),
    testState(rated, { groupBy: 'property' }),
  )
  expect([model?.worst, ofRates?.worst]).toEqual([undefined, 'left'])
  const named = (one: typeof model) => one && chartSvg(one, { width: 800, height: 200 }).match(/P\d|Oak|Elm|Ash/g)
  // Elm has too few cases to be called the worst, and half of them are no better than P2.
  expect([named(model), named(ofRates)]).toEqual([['Oak'], ['P0', 'P1']])
  // What would cover its neighbor is on another line.
  const crowded = draw([...rows, row('Yew', 12, 40), row('Gum', 12, 40)])
  expect(crowded && new Set(stripLines(crowded)).size).toBe(3)
  // Narrowed to what a search found, the total is of these.
  const narrowed = resultOfRows(calls, testResult({ rows }), new Set(rows.slice(0, 2).map(({ key }) => key)))
  expect(narrowed.rows.map(({ property }) => property)).toEqual(['Oak', 'Elm'])
  expect(narrowed.total).toMatchObject({ totalCalls: 59, missed: 45 })
  // Where none has cases enough, where the dots are is chance.
  const few = [row('Elm', 5, 9), row('Ash', 2, 8), row('Oak', 1, 9)]
  expect([draw(few), draw([...few, row('Yew', 2, 10)])?.pale]).toEqual([null, [0, 1, 3]])
  // Two dots compare nothing, and days have an order that dots would lose.
  expect([draw(rows.slice(2)), draw(rows, 'day')]).toEqual([null, null])
})

describe('a comparison', () => {
  const columns = {
    ...leads.columns,
    visitPerProspect: ratio('visits', 'prospects', 'Visited %', '', { format: 'percent' }),
  }
  const report = defineReport({ ...leads, columns })
  const spec = compare('How far they got', ['Visited', 'Shown'], {
    Ours: ['visitPerProspect', 'showPerVisit'],
    Theirs: ['showPerVisit', 'visitPerProspect'],
  })

  test('has the shares of each group beside each other, which open the people they count', () => {
    const total = completeCells(columns, { prospects: 40, visits: 30, shows: 6 })
    const model = prepareChart(spec, report, testResult({ total }), testState(report))
    expect(model).toMatchObject({ title: 'How far they got', categories: ['Visited', 'Shown'], format: 'percent' })
    expect(model?.series.map(({ label, values, texts }) => [label, values, texts])).toEqual([
      ['Ours', [0.75, 0.2], ['75%', '20%']],
      ['Theirs', [0.2, 0.75], ['20%', '75%']],
    ])
    expect(model?.series[0]?.annotations).toEqual(['30', '6'])
    expect(model?.series[0]?.marks?.map((mark) => mark?.column)).toEqual(['visits', 'shows'])
  })

  test('is left out where nobody got anywhere', () => {
    const total = completeCells(columns, { prospects: 4, visits: 0, shows: 0 })
    expect(prepareChart(spec, report, testResult({ total }), testState(report))).toBeNull()
  })
})
