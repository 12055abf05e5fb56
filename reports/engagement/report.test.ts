import { createEngine } from '@leaselight/engine'
import type { Row, SeriesPoint } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engagementDaily } from '../engagement-daily/report'
import { loadQuery } from '../server'
import {
  nonZeroCounts,
  openTestStore,
  stateDuring,
  stateFrom,
  type TestStore,
  viewer,
  withNothingDerived,
} from '../testing'
import { engagement } from './report'

// Closings in March 8–14: Harbor Point Monday 9th to Friday 13th at 18:00 and Saturday 14th at 16:00; Sunset Terrace daily at
// 19:00, Sunday 8th to Saturday 14th. Green, yellow and red at them, by hand (numbers are days of March):
//   Ann (Alice): answered, called and written to from 9 on, leased on the 12th at 15:00: green 9 10 11
//   Cleo (Alice): leased until she canceled on the 13th in the morning, long not contacted: red 13 14
//   Ivan (Alice): the AI wrote, called and booked him for the 17th: green 9–14
//   Bob (Ben): booked until the 12th at 17:00, then only a campaign wrote: green 10 11, red 12 13 14
//   Fay (Ben): written to on the 9th; Carla's call of 15:00 in Los Angeles is 24 hours before the closing of the 10th to the
//     second, her appointment was at 15:00 that day; leased on the 11th: green 9, yellow 10
//   Lena (Ben): booked from the 10th until the office canceled on the 13th at 17:00: green 10 11 12, red 9 13 14
//   Max (Ben): lost on the 14th an hour after the closing: red 9–14
//   Hana (Carla): answered on the 8th, booked until the 13th at 15:00: green 8–12, red 13 14
//   Kai (Carla): came on the 12th, with an appointment and a follow-up ahead: green 12 13 14
//   Jade (Dan): lost on the 12th: red 8–11
//   Gus (no agent's): came on the 10th, never contacted, leased on the 13th at noon: red 10 11 12
// In March 1–7 (Harbor Point has a holiday on the 6th): Cleo green 3 4, red 5 7; Fay red 7; Max red 2 3 4 5 7; Jade green 4 5 (her
// appointment of the 6th was canceled on the 5th at 20:00), red 6 7.
let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const maria = viewer('manager', 201)
const run = (report: typeof engagement | typeof engagementDaily = engagement, now = fixtureCompany.now) =>
  store.engineAt(now).runReport(report, stateFrom(report), maria, { depth: 'all' })
const pick = ({ rows, total, series }: Awaited<ReturnType<typeof run>>) => ({ rows, total, series })
const states = (values: Row | SeriesPoint | Record<string, unknown> | null | undefined) => [
  values?.green,
  values?.yellow,
  values?.red,
]
const recent = (values: Row | Record<string, unknown> | null | undefined) => [
  values?.recentGreen,
  values?.recentYellow,
  values?.recentRed,
]

describe('Engagement', () => {
  it('adds up the states at the closings', async () => {
    const result = await run()
    expect(result.rows.map((row) => [row.key, ...states(row)])).toEqual([
      ['property:11', 15, 1, 14],
      ['property:11/agent:101', 9, 0, 2],
      ['property:11/agent:102', 6, 1, 12],
      ['property:12', 8, 0, 9],
      ['property:12/agent:103', 8, 0, 2],
      ['property:12/agent:104', 0, 0, 4],
      ['property:12/agent:0', 0, 0, 3],
    ])
    expect(states(result.total)).toEqual([23, 1, 23])
    expect(result.total.score).toBe(0.5)
    expect(result.rows[0]?.score).toBeCloseTo(15 / 29)
    expect(states(result.priorTotal)).toEqual([4, 0, 10])
    expect(result.series.map(states)).toEqual([
      [1, 0, 1],
      [4, 0, 3],
      [5, 1, 3],
      [5, 0, 3],
      [4, 0, 3],
      [2, 0, 5],
      [2, 0, 5],
    ])
  })

  it('shows the present states, compared with a week ago at this time', async () => {
    const result = await run()
    expect(result.rows.map((row) => [row.key, ...recent(row)])).toEqual([
      ['property:11', 1, 0, 3],
      ['property:11/agent:101', 1, 0, 1], // Ivan; Cleo
      ['property:11/agent:102', 0, 0, 2], // Bob, Lena
      ['property:12', 1, 0, 1],
      ['property:12/agent:103', 1, 0, 1], // Kai; Hana
      ['property:12/agent:104', 0, 0, 0],
      ['property:12/agent:0', 0, 0, 0],
    ])
    expect(result.total.recentScore).toBeCloseTo(2 / 6)
    // Nothing green and nothing red is 100%.
    expect(result.rows[5]).toMatchObject({ recentScore: 1, score: 0 })
    // On Sunday the 8th at noon: Ivan green; Cleo, Fay, Max, Lena, Jade, and Hana (who got a response an hour later)
    // red.
    expect(recent(result.priorTotal)).toEqual([1, 0, 6])
    // The present state is not a number of any day.
    for (const point of result.series) expect([...recent(point), point.recentScore]).toEqual([null, null, null, null])
    // On Wednesday at noon Fay is leased for two hours already, though her status says so from the start.
    expect(recent((await run(engagement, '2026-03-11T12:00:00-04:00')).total)).toEqual([5, 0, 3])
  })

  it('compares the present with nothing while what happened since is missing', async () => {
    // As far as is known, nobody has been contacted for days.
    const { judgement } = await run(engagement, '2026-04-02T16:00:00Z')
    expect(judgement?.recentRed).toMatchObject({
      state: 'incomparable',
      words: expect.stringMatching(/^data ends \w+, \w+ \d+, \d+:\d\d [AP]M ET$/),
    })
    expect(judgement?.recentScore?.state).toBe('incomparable')
    // The closings of the days before are known.
    expect(judgement?.red?.words).not.toContain('data ends')
    const inTime = await run()
    expect(inTime.judgement?.recentRed?.words).not.toContain('data ends')
  })

  it('says the same while an import waits to be worked out', async () => {
    const fromRecords = createEngine({
      facts: withNothingDerived(store.facts),
      loadQuery,
      now: () => new Date(fixtureCompany.now),
    })
    for (const report of [engagement, engagementDaily]) {
      const answer = await fromRecords.runReport(report, stateFrom(report), maria, { depth: 'all' })
      expect(pick(answer)).toEqual(pick(await run(report)))
    }
  })

  it('ignores closings that are still to come', async () => {
    const week = stateDuring(engagement, '2026-03-08', '2026-03-14')
    const on = async (now: string) =>
      states((await store.engineAt(now).runReport(engagement, week, maria)).series.at(-1))
    // Harbor Point closes at 16:00 on the 14th: Ivan green, Cleo, Bob, Lena and Max red.
    expect(await on('2026-03-14T15:59:59.999-04:00')).toEqual([null, null, null])
    expect(await on('2026-03-14T16:00:00-04:00')).toEqual([1, 0, 4])
  })

  it('opens a list as long as each number', async () => {
    const open = (column: string, row: string | null) =>
      store
        .engineAt(fixtureCompany.now)
        .members(engagement, stateFrom(engagement), maria, { row, column, period: 'current', page: 1, pageSize: 100 })
    const { total } = await run()
    for (const column of ['green', 'yellow', 'red', 'recentGreen', 'recentRed'])
      expect((await open(column, null)).rows).toHaveLength(Number(total[column]))
    expect((await open('yellow', 'property:11')).rows).toMatchObject([
      { name: 'Fay Foster', when: 'Tue, Mar 10, 6:00 PM', details: 'yellow' },
    ])
    expect((await open('recentRed', 'property:12')).rows.map((row) => row.name)).toEqual(['Hana Hill'])
  })
})

describe('Engagement by day', () => {
  it('is the same, day by day, each expanding to properties and agents', async () => {
    const result = await run(engagementDaily)
    const days = result.rows.filter((row) => row.depth === 0)
    expect(days.map((row) => [row.dateName, ...states(row)])).toEqual([
      ['Mar 8', 1, 0, 1],
      ['Mar 9', 4, 0, 3],
      ['Mar 10', 5, 1, 3],
      ['Mar 11', 5, 0, 3],
      ['Mar 12', 4, 0, 3],
      ['Mar 13', 2, 0, 5],
      ['Mar 14', 2, 0, 5],
    ])
    expect(states(result.total)).toEqual([23, 1, 23])
    // Sunday to Saturday of the week before; Harbor Point has a holiday on Friday the 6th.
    expect(result.priorRows.filter((row) => row.depth === 0).map(states)).toEqual([
      [0, 0, 0],
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, 1],
      [1, 0, 2],
      [0, 0, 1],
      [0, 0, 4],
    ])
    const tenth = result.rows.filter((row) => row.key.startsWith('date:2026-03-10/property:11/'))
    expect(tenth.map((row) => [row.agent, nonZeroCounts(engagementDaily, row)])).toEqual([
      ['Alice Archer', { green: 2, judged: 2 }],
      ['Ben Brook', { green: 2, yellow: 1, red: 1, judged: 3 }],
    ])
  })

  it('opens a day as a list', async () => {
    const page = await store.engineAt(fixtureCompany.now).members(engagementDaily, stateFrom(engagementDaily), maria, {
      row: 'date:2026-03-14/property:11',
      column: 'red',
      period: 'current',
      page: 1,
      pageSize: 50,
    })
    expect(page.rows.map((row) => row.name).sort()).toEqual(['Bob Baker', 'Cleo Chen', 'Lena Lopez', 'Max Moore'])
  })
})
