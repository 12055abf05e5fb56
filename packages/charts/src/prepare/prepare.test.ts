import {
  addTo,
  bars,
  byWeek,
  type ChartSpec,
  type DayRange,
  eachDay,
  type ReportDefinition,
  stack,
  trend,
  type UsualPoint,
} from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { bandName } from '../model'
import { toTable } from '../table'
import { calls, leads, testPoints, testResult, testRow, testState, untruths } from '../testing'
import { prepareChart } from '.'

const week = { start: '2026-03-02', end: '2026-03-08' }
const before = { start: '2026-02-23', end: '2026-03-01' }

describe('trend', () => {
  const result = testResult(
    {
      period: week,
      priorPeriod: before,
      total: { prospects: 212, leases: 5 },
      priorTotal: { prospects: 100, leases: 3 },
      series: testPoints(leads.columns, week, (index) => (index === 3 ? null : { prospects: 16, leases: 1 })),
      priorSeries: testPoints(leads.columns, before, () => ({ prospects: 14, leases: 0 })),
    },
    leads,
  )
  const model = prepareChart(trend('prospects', 'leases'), leads, result, testState(leads))

  test('answers in its title only what was judged to have changed', () => {
    expect(model).toMatchObject({ title: 'Prospects up 112% from the week before', answers: ['signal'] })
    const same = { ...result, judgement: null }
    expect(prepareChart(trend('prospects', 'leases'), leads, same, testState(leads))).toMatchObject({
      title: 'Prospects and leases per day',
      answers: [],
    })
  })

  test('has no label with a comma in the list of its title', () => {
    const { leases } = leads.columns
    if (!leases) throw new Error('The report has no leases.')
    const columns = { ...leads.columns, leases: { ...leases, label: 'Leases, new' } }
    const report = { ...leads, columns, nouns: { leases: 'new leases' } }
    const same = { ...result, judgement: null }
    const titleOf = (...keys: string[]) => prepareChart(trend(...keys), report, same, testState(leads))?.title
    expect([titleOf('prospects', 'leases'), titleOf('leases', 'prospects')]).toEqual([
      'Prospects and new leases per day',
      'New leases and prospects per day',
    ])
  })

  test('leaves a gap for a day without numbers and draws the prior period behind', () => {
    expect(model?.series.map(({ key, priorOf }) => [key, priorOf])).toEqual([
      ['prospects', undefined],
      ['leases', undefined],
      ['prospects:prior', 'prospects'],
      ['leases:prior', 'leases'],
    ])
    expect(model?.series[0]?.values).toEqual([16, 16, 16, null, 16, 16, 16])
    expect(model?.series.map(({ color }) => color)).toEqual(['ink', 'ink', 'pale', 'pale'])
    expect(model?.categories[0]).toBe('Mar 2')
    expect(model?.priorCategories?.[0]).toBe('Feb 23')
    expect([model?.prior, model?.note]).toEqual(['Feb 23 – Mar 1', null])
  })

  test('has a dashed line for the goal of a day, and says what it is', () => {
    const drawn = prepareChart(trend('prospects', 'leases'), leads, result, testState(leads), { leases: 0.7 })
    expect(drawn?.series.map(({ key, goal }) => [key, goal]).slice(0, 2)).toEqual([
      ['prospects', undefined],
      ['leases', 0.7],
    ])
    expect(drawn?.note).toBe('The dashed line is the goal: 0.7 leases a day.')
  })

  test('has what is usual behind each point of its line', () => {
    const known = (days: DayRange, ranges: UsualPoint['ranges']): UsualPoint => ({ ...days, ranges })
    const single = eachDay(week).map((day, index) =>
      known({ start: day, end: day }, index === 2 ? {} : { prospects: { low: 9, high: 21 } }),
    )
    const drawn = prepareChart(
      trend('prospects', 'leases'),
      leads,
      { ...result, usualRanges: single },
      testState(leads),
    )
    expect(drawn?.series.map(({ usual }) => usual)).toEqual([
      { low: [9, 9, null, 9, 9, 9, 9], high: [21, 21, null, 21, 21, 21, 21] },
      ...[undefined, undefined, undefined],
    ])
    if (!drawn) throw new Error('The chart is drawn.')
    const { header, rows } = toTable(drawn)
    expect(header.slice(1, 4)).toEqual(['Prospects', 'Prospects, usual range', 'Leases'])
    expect(rows.slice(1, 3).map((row) => row[2])).toEqual(['9 – 21', '—'])
    expect([bandName(drawn), bandName({ ...drawn, range: '8 of 10 cases' })]).toEqual(['usual range', '8 of 10 cases'])
    expect(bandName({ series: [] })).toBeNull()

    // The line of many days is the mean of seven, and so is its range.
    const month = { start: '2026-03-01', end: '2026-03-15' }
    const seven = eachDay(month).map((end) =>
      known({ start: addTo(end, -6), end }, { prospects: { low: 70, high: 140 } }),
    )
    const points = testPoints(leads.columns, month, () => ({ prospects: 15 }))
    const long = testResult({ period: month, series: points, usualRanges: seven })
    const mean = prepareChart(trend('prospects'), leads, long, testState(leads))?.series[0]
    expect(mean?.usual).toEqual({ low: Array(15).fill(10), high: Array(15).fill(20) })
  })

  test('draws whole weeks as they were counted, with a gap before there is data', () => {
    const period = { start: '2026-03-02', end: '2026-03-22' }
    const pointOf = (day: string, shows: number, visits: number) => ({
      ...{ day, shows, visits },
      showPerVisit: shows / visits,
    })
    const weekly = testResult({
      period,
      series: [pointOf('2026-03-08', 0, 40), pointOf('2026-03-15', 10, 40), pointOf('2026-03-22', 10, 18)],
      pointDays: 7,
      coverage: { first: '2026-03-05', last: '2026-03-22', properties: [] },
      usualRanges: [
        { start: '2026-03-09', end: '2026-03-15', ranges: { showPerVisit: { low: 0.2, high: 0.6 } } },
        { start: '2026-03-16', end: '2026-03-22', ranges: {} },
      ],
    })
    expect(prepareChart(byWeek('showPerVisit'), leads, weekly, testState(leads))).toMatchObject({
      kind: 'trend',
      title: 'Shows per visit by week',
      answers: [],
      categories: ['Mar 2', 'Mar 9', 'Mar 16'],
      days: [{ start: '2026-03-02' }, { end: '2026-03-15' }, { end: '2026-03-22' }],
      series: [
        {
          key: 'showPerVisit',
          texts: [null, '25%', '10 of 18'],
          values: [null, 0.25, 10 / 18],
          usual: { low: [null, 0.2, null], high: [null, 0.6, null] },
        },
      ],
      note: null,
    })
    const before = { ...weekly, coverage: { ...weekly.coverage, first: null } }
    expect(prepareChart(byWeek('showPerVisit'), leads, before, testState(leads))).toBeNull()
  })

  test('is nothing where nothing came in', () => {
    const none = { ...result, series: testPoints(leads.columns, week, () => ({})), priorSeries: [] }
    expect(prepareChart(trend('prospects'), leads, none, testState(leads))).toBeNull()
    expect(prepareChart(trend('prospects'), leads, testResult({}), testState(leads))).toBeNull()
  })

  test('names cut weeks at the ends of a long period', () => {
    const period = { start: '2026-01-01', end: '2026-04-30' }
    const long = testResult({ period, series: testPoints(leads.columns, period, () => ({ prospects: 2 })) })
    const drawn = prepareChart(trend('prospects'), leads, long, testState(leads))
    expect(drawn?.categoryLabel).toBe('Week of')
    expect(drawn?.note).toBe('Days add up by week. Partial week: Jan 1 – 4 and Apr 27 – 30.')
  })
})

const property = (name: string, answered: number, missed: number) =>
  testRow(calls.columns, 'property', name, { totalCalls: answered + missed, answered, missed })

describe('stack', () => {
  const rows = [property('Harbor View', 300, 30), property('Oak Court', 60, 30), property('Tiny', 0, 2)]
  const result = testResult({ period: week, rows, total: { totalCalls: 422, answered: 360, missed: 62 } })

  test('names the largest row, and the highest unwelcome share among rows with enough cases', () => {
    const model = prepareChart(stack(['answered', 'missed']), calls, result, testState(calls))
    expect(model?.title).toBe(
      'Harbor View has the most calls: 330, 78% of all. Oak Court has the highest share of missed: 33%',
    )
    expect(model?.categories).toEqual(['Harbor View', 'Oak Court', 'Tiny'])
    expect(model?.unit).toBe('Calls')
  })

  test('shows shares of the same whole as the table when viewed as percentage', () => {
    const model = prepareChart(stack(['answered', 'missed']), calls, result, testState(calls, { viewAs: 'PERCENTAGE' }))
    expect(model).toMatchObject({ format: 'percent', max: 1, unit: 'Share of calls' })
    expect(model?.title).toBe(
      'Harbor View has the most calls: 330, 78% of all. Oak Court has the highest share of missed: 33%',
    )
    expect(model?.series[1]?.values).toEqual([30 / 330, 30 / 90, 1])
    expect(model?.series[1]?.texts).toEqual(['9%', '33%', '2 of 2'])
  })

  test('keeps the order of rows that have one', () => {
    const ordered = testResult({
      rows: [
        testRow(calls.columns, 'statusName', 'Answered', { totalCalls: 5, answered: 5 }),
        testRow(calls.columns, 'statusName', 'Missed', { totalCalls: 40, missed: 40 }),
      ],
      total: { totalCalls: 45, answered: 5, missed: 40 },
    })
    const model = prepareChart(stack(['answered', 'missed']), calls, ordered, testState(calls, { groupBy: 'status' }))
    expect(model?.categories).toEqual(['Answered', 'Missed'])
    expect(model?.title).toBe('Missed has the most calls: 40, 89% of all')
  })

  test('has a place for every week of the period, with or without a row, and says which are cut', () => {
    const weekly: ReportDefinition = { ...calls, rows: ['week'] }
    const inWeek = (start: string, missed: number) => ({
      ...testRow(calls.columns, 'weekName', start, { totalCalls: missed, missed }),
      ...{ key: `week:${start}`, week: start },
    })
    const period = { start: '2026-03-15', end: '2026-04-10' }
    const rows = [inWeek('2026-03-16', 2), inWeek('2026-04-06', 1)]
    const model = prepareChart(stack(['answered', 'missed']), weekly, testResult({ period, rows }), testState(calls))
    expect(model?.series[1]?.values).toEqual([0, 2, 0, 0, 1])
    expect(model?.categories).toEqual(['Mar 9 – 15', '2026-03-16', 'Mar 23 – 29', 'Mar 30 – Apr 5', '2026-04-06'])
    expect(model?.series[1]?.marks?.map((mark) => mark?.row ?? null)).toEqual([
      ...[null, 'week:2026-03-16', null, null, 'week:2026-04-06'],
    ])
    expect(model?.note).toBe('Partial week: Mar 15 and Apr 6 – 10.')
    expect(model).toMatchObject({ title: 'Calls by week', layout: 'columns' })
    // Nothing is known of weeks before the first data, so they are not empty.
    const coverage = { first: '2026-03-18', last: '2026-04-10', properties: [] }
    const known = prepareChart(stack(['missed']), weekly, testResult({ period, rows, coverage }), testState(calls))
    expect(known?.series[0]?.values).toEqual([2, 0, 0, 1])
  })

  test('names the whole only when a column really is the sum of the parts', () => {
    const plain: ReportDefinition = { ...calls, shareOf: undefined }
    const title = (totalCalls: number) =>
      prepareChart(
        stack(['answered', 'missed']),
        plain,
        testResult({
          rows: [{ ...property('A', 30, 10), totalCalls }, property('B', 1, 0)],
          total: { totalCalls: totalCalls + 1, answered: 31, missed: 10 },
        }),
        testState(calls),
      )?.title
    expect(title(40)).toBe('A has the most calls: 40, 98% of all')
    // Nobody would know of what A has the most.
    expect(title(70)).toBe('Answered to Missed by property')
  })

  test('names numbers by their nouns in titles, and no test accepts banned words in them', () => {
    const rows = [property('A', 30, 40), property('B', 30, 10)]
    const found = testResult({ rows, total: { totalCalls: 110, answered: 60, missed: 50 } })
    const named = (missed: string): ReportDefinition => ({ ...calls, charts: [bars('missed')], nouns: { missed } })
    const title = (missed: string) => prepareChart(bars('missed'), named(missed), found, testState(calls))?.title
    expect(title('missed calls')).toBe('A has the most missed calls: 40, 80% of all')
    expect(untruths(named('missed calls'), testState(calls), found)).toEqual([])
    expect(untruths(named('calls missed overall'), testState(calls), found)).toEqual([
      '"A has the most calls missed overall: 40, 80% of all" has words that no title should have',
    ])
  })

  test('is null without calls', () => {
    const none = testResult({ rows: [property('Harbor View', 0, 0)], total: { totalCalls: 0 } })
    expect(prepareChart(stack(['answered', 'missed']), calls, none, testState(calls))).toBeNull()
  })
})

describe('bars', () => {
  const many = (size: (index: number) => number) =>
    Array.from({ length: 15 }, (_, index) => property(`House ${index}`, size(index), 0))
  const resultFor = (rows: ReturnType<typeof many>) =>
    testResult({ rows, total: { totalCalls: rows.reduce((sum, row) => sum + Number(row.totalCalls), 0) } })

  test('ranks rows, and tells how many more there are instead of a bar that is about none of them', () => {
    const drawn = (size: (index: number) => number) =>
      prepareChart(bars('totalCalls', 4), calls, resultFor(many(size)), testState(calls))
    const model = drawn((index) => 2 ** index)
    expect(model?.categories).toEqual(['House 14', 'House 13', 'House 12', 'House 11'])
    expect(model?.series[0]?.values).toEqual([16384, 8192, 4096, 2048])
    expect(model?.note).toBe('11 more properties, 2,047 calls.')
    // Shares are of all, drawn or not.
    expect(model?.title).toBe('House 14 has the most calls: 16,384, 50% of all')
    expect(drawn((index) => (index === 14 ? 900 : 100))?.title).toBe('House 14 has the most calls: 900, 39% of all')
  })

  test('names a leader only where the lead is more than chance, and never Unknown', () => {
    const title = (...sizes: [name: string, calls: number][]) => {
      const rows = sizes.map(([name, size]) => property(name, size, 0))
      return prepareChart(bars('totalCalls'), calls, resultFor(rows), testState(calls))?.title
    }
    expect(title(['A', 40], ['B', 12])).toBe('A has the most calls: 40, 77% of all')
    expect(title(['A', 40], ['B', 34])).toBe('Calls by property')
    expect(title(['A', 7], ['B', 1])).toBe('Calls by property')
    const rows = [{ ...property('Unknown', 90, 0), propertyId: null }, property('B', 12, 0)]
    expect(prepareChart(bars('totalCalls'), calls, resultFor(rows), testState(calls))?.title).toBe('Calls by property')
  })

  test('draws what is no subject last and pale, and nothing where there is no subject', () => {
    const unknown = { ...property('Unknown', 90_000, 1), propertyId: null }
    const rows = [unknown, ...many((index) => 2 ** index)]
    const drawn = (spec: ChartSpec) => prepareChart(spec, calls, resultFor(rows), testState(calls))
    const last = { categories: ['House 14', 'House 13', 'House 12', 'House 11', 'Unknown'], pale: [4] }
    expect(drawn(bars('totalCalls', 4))).toMatchObject(last)
    expect(drawn(stack(['answered', 'missed'], { limit: 4 }))).toMatchObject(last)
    const shares = drawn(stack(['answered', 'missed'], { limit: 4, share: true }))
    expect(shares?.categories.slice(-2)).toEqual(['House 11', 'Unknown'])
    expect(shares?.note).toBe('11 more properties, 2,047 calls.')
    const alone = [[unknown], [unknown, property('A', 0, 0)]]
    for (const only of alone)
      expect(prepareChart(bars('totalCalls'), calls, resultFor(only), testState(calls))).toBeNull()
  })

  test('names the highest rate only where it is more than chance among so many rows', () => {
    const rated = (...sizes: [shows: number, visits: number][]) => {
      const rows = sizes.map(([shows, visits], index) =>
        testRow(leads.columns, 'property', `House ${index}`, { visits, shows }),
      )
      return prepareChart(bars('showPerVisit'), leads, testResult({ rows, total: {} }), testState(leads))
    }
    expect(rated([90, 100], [40, 100], [45, 100])?.title).toBe('House 0 has the highest shows per visit: 90%')
    expect(rated([52, 100], [40, 100], [45, 100])?.title).toBe('Shows per visit by property')
    const few = rated([3, 4], [0, 0])
    expect(few?.title).toBe('Shows per visit by property')
    expect(few?.series[0]).toMatchObject({ values: [0.75, null], texts: ['3 of 4', '—'] })
  })
})
