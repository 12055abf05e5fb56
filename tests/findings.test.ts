import { prepareChart } from '@leaselight/charts/prepare'
import { createEngine, type Engine, type Histories } from '@leaselight/engine'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import { addTo, type Day, findFindings, initialState, isByWeek, TREND_WEEKS, type Viewer } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { collectRecords, generatePortfolio, sampleUsers } from '@leaselight/sample'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nullWeeks, seededRandom } from '../bench/findings/worlds'

// The sample's stories: a source that stopped leasing, a slow office, missed calls at lunch, and an office without scans.

const now = new Date('2026-11-21T16:00:00Z')
let store: TempFacts
let engine: Engine
let names: Map<number, string>
beforeAll(async () => {
  store = await tempFacts()
  // All properties with a story are among the first fourteen.
  await store.load(collectRecords(generatePortfolio({ now, properties: 14 })), { now: now.getTime() })
  engine = createEngine({ facts: store.facts, loadQuery, now: () => now })
  const { properties } = await engine.companyContext(viewer('manager'))
  names = new Map(properties.map(({ id, name }) => [id, name]))
}, 240_000)
afterAll(() => store.close())

const viewer = (username: string): Viewer => {
  const user = sampleUsers().find((one) => one.username === username)
  if (!user) throw new Error(`The sample has no ${username}.`)
  return { companyId: 1, userId: user.user_id, role: user.role, groupIds: [] }
}

async function histories(who: Viewer, request = {}): Promise<Histories> {
  const found = await engine.histories(reports, who, request)
  if (!found) throw new Error('There is no history.')
  return found
}

async function found(username: string): Promise<string[]> {
  const { series, end } = await histories(viewer(username))
  return findFindings(series, end).findings.map(
    ({ subject, topic }) => `${names.get(Number(subject.key)) ?? subject.key}: ${topic}`,
  )
}

test('finds all four stories of the sample among the first six of all properties', async () => {
  const first = (await found('manager')).slice(0, 6)
  expect(first).toEqual(
    expect.arrayContaining([
      'RentCompass Premium: leasing',
      'Cottonwood Park: safety',
      'Willow Creek: answers',
      'The Foundry: phone',
    ]),
  )
})

test('finds the stories of a reader’s own properties among the first three', async () => {
  const first = (await found('regional')).slice(0, 3)
  expect(first.toSorted()).toEqual(['Cottonwood Park: safety', 'The Foundry: phone', 'Willow Creek: answers'])
})

test('finds next to nothing in worlds in which nothing changes', async () => {
  const { series } = await histories(viewer('manager'), { sliceDays: 1, slices: 420 })
  for (const { name, weeks, wrong } of nullWeeks(series, 3, seededRandom(4)))
    expect(wrong / weeks, name).toBeLessThan(1)
})

/** A day whose records are all in. */
const DAY = '2026-11-11'

test.each([
  ['activity', 'prospects'],
  ['call-intelligence', 'totalCalls'],
] as const)('mostly finds what is usual along the line of %s', async (key, column) => {
  const report = reports.find((one) => one.key === key)
  if (!report) throw new Error(`There is no report ${key}.`)
  const state = initialState(report)
  const run = (start: Day) => {
    const dateRange = { preset: 'custom', start, end: DAY } as const
    return engine.runReport(report, { ...state, filters: { ...state.filters, dateRange } }, viewer('manager'))
  }
  await engine.learn(report, viewer('manager'))
  // A period of one day is one point, and its range that of the judgement.
  const { judgement, usualRanges } = await run(DAY)
  const { low = null, high = null } = judgement?.[column] ?? {}
  expect(low).not.toBeNull()
  expect(usualRanges).toEqual([{ start: DAY, end: DAY, ranges: expect.objectContaining({ [column]: { low, high } }) }])

  for (const days of [14, 60]) {
    const result = await run(addTo(DAY, 1 - days))
    const spec = report.charts.find((one) => one.kind === 'trend' && one.columns.includes(column))
    const series = spec && prepareChart(spec, report, result, state)?.series[0]
    const line = series?.mean ?? series?.values ?? []
    const within = line.flatMap((value, at) => {
      const [low, high] = [series?.usual?.low[at] ?? null, series?.usual?.high[at] ?? null]
      return value === null || low === null || high === null ? [] : [value >= low && value <= high]
    })
    expect(within.length, `${days} days`).toBe(line.length)
    expect(within.filter(Boolean).length / within.length, `${days} days`).toBeGreaterThan(0.8)
  }
  // It isn't known yet how a year's seasons differ.
  expect((await run(addTo(DAY, -200))).usualRanges.flatMap(({ ranges }) => Object.keys(ranges))).toEqual([])
})

test.each([
  ['response-time', 'median'],
  ['call-intelligence', 'answeredRate'],
] as const)('mostly finds what is usual along the weeks of %s', async (key, column) => {
  const report = reports.find((one) => one.key === key)
  if (!report) throw new Error(`There is no report ${key}.`)
  await engine.learn(report, viewer('manager'))
  const result = await engine.runReport(report, initialState(report), viewer('manager'), { points: 'weeks' })
  const spec = report.charts.find(isByWeek)
  const series = spec && prepareChart(spec, report, result, initialState(report))?.series[0]
  const within = series?.values.map((value, at) => {
    const [low, high] = [series.usual?.low[at] ?? null, series.usual?.high[at] ?? null]
    return value !== null && low !== null && high !== null && low >= 0 && value >= low && value <= high
  })
  expect(within).toHaveLength(TREND_WEEKS)
  expect(within?.filter(Boolean).length).toBeGreaterThan(0.7 * TREND_WEEKS)
  expect(result.usualRanges.flatMap(({ ranges }) => Object.keys(ranges))).toEqual(Array(TREND_WEEKS).fill(column))
})
