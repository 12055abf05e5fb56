import { addTo, bucketPoints, columnsOfLines, isByWeek, TREND_WEEKS } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engagement } from './engagement/report'
import { reports } from './register'
import { responseTime } from './response-time/report'
import { openTestStore, stateDuring, stateFrom, type TestStore, viewer } from './testing'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const maria = viewer('manager', 201)
const engine = () => store.engineAt(fixtureCompany.now)
const byWeek = (report: (typeof reports)[number], state = stateFrom(report)) =>
  engine().runReport(report, state, maria, { points: 'weeks' })

it('counts each of the last eight weeks as a whole', async () => {
  // On Sunday, March 15: the last week ends on the 14th. By hand, as in the reports' own tests.
  const { series, period, pointDays, rows } = await byWeek(responseTime)
  expect(period).toEqual({ start: '2026-01-18', end: '2026-03-14' })
  expect(pointDays).toBe(7)
  expect(rows).toEqual([])
  expect(series.map(({ day }) => day)).toEqual(
    Array.from({ length: TREND_WEEKS }, (_, at) => addTo('2026-01-24', 7 * at)),
  )
  const [minute, hour] = [60, 3600]
  expect(series.slice(-2).map(({ contacts, median, never }) => [contacts, median, never])).toEqual([
    [4, (45 * minute + 9 * hour + 50 * minute) / 2, 0],
    [4, 22.5 * minute, 2],
  ])
  const scores = (await byWeek(engagement)).series.slice(-2)
  expect(scores.map(({ green, red, score }) => [green, red, score])).toEqual([
    [4, 10, 4 / 14],
    [23, 23, 0.5],
  ])
})

it('counts a week as the report counts it', { timeout: 60_000 }, async () => {
  const withTrend = reports.filter(({ charts }) => charts.some(isByWeek))
  expect(withTrend.map(({ shape }) => shape)).toEqual(withTrend.map(() => 'service'))
  expect(withTrend.length).toBeGreaterThan(3)
  for (const report of withTrend) {
    const { series } = await byWeek(report)
    for (const { day: end, ...numbers } of series) {
      const week = stateDuring(report, addTo(end, -6), end)
      const { total } = await engine().runReport(report, week, maria)
      // What is as of now has no weeks.
      const drawn = columnsOfLines(report)
      const dated = Object.keys(numbers).filter((key) => numbers[key] !== null || drawn.includes(key))
      expect([report.key, end, dated.map((key) => [key, numbers[key]])]).toEqual([
        report.key,
        end,
        dated.map((key) => [key, total[key]]),
      ])
    }
  }
})

it('ends with the last day whose records are in, and keeps the chosen properties', async () => {
  const report = reports.find(({ key }) => key === 'call-intelligence')
  if (!report) throw new Error('Call intelligence is gone.')
  const chosen = stateFrom(report, { start_date: '2026-03-01', end_date: '2026-03-31', property_ids: '12' })
  const { period, series, coverage } = await byWeek(report, chosen)
  expect(period?.end).toBe('2026-03-14')
  expect(coverage.properties.map(({ propertyId }) => propertyId)).toEqual([12])
  const days = await engine().runReport(
    report,
    stateDuring(report, '2026-03-08', '2026-03-14', { property_ids: '12' }),
    maria,
  )
  const [week] = bucketPoints(report.columns, days.series, { start: '2026-03-08', end: '2026-03-14' }, 'month')
  expect(series.at(-1)?.totalCalls).toBe(week?.numbers?.totalCalls)
})
