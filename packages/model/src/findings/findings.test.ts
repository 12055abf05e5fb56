import { describe, expect, it } from 'vitest'
import { finish } from '../steps'
import { adjustForMany, normalOfT, tailOf, weightsOf } from './chance'
import { driftOf, findChangePoint } from './changePoint'
import { findFindings, findingSteps } from './find'
import { comparePeers } from './peers'
import type { WatchSeries } from './signal'
import type { Watch } from './watch'

const END = '2026-11-20'
const WEEKS = 60

const answered: Watch = {
  column: 'answered',
  of: 'calls',
  topic: 'phone',
  at: ['property', 'hour'],
  hurts: 'down',
  weight: { leases: 0.05 },
  says: 'misses {rest} of {whole:call}',
}
const tours: Watch = { ...answered, column: 'tours', topic: 'tours', weight: { leases: 0.3 } }

/** A property’s weeks: 20 calls each, of which so many are answered; the latest first. */
const weeks = (of: (week: number) => number, watch = answered, property = 1): WatchSeries => ({
  report: 'calls',
  watch,
  kind: 'share',
  hurts: 'down',
  level: 'property',
  keys: [property],
  history: { part: Array.from({ length: WEEKS }, (_, week) => of(week)), whole: new Array(WEEKS).fill(20) },
})

/** Steady numbers that vary a little. */
const steady = (week: number): number => 16 + ((week * 7) % 3) - 1

describe('chance', () => {
  it('knows the tail of normal and Student numbers', () => {
    expect(tailOf(1.959964)).toBeCloseTo(0.025, 5)
    expect(tailOf(-1)).toBeCloseTo(0.8413, 4)
    expect(tailOf(8) / 6.22e-16).toBeCloseTo(1, 1)
    // The 97.5th percentile of t with 10 degrees is 2.228.
    expect(normalOfT(2.228, 10)).toBeCloseTo(1.96, 1)
  })

  it('adjusts for everything that was looked at, also what is not in the list', () => {
    expect(adjustForMany([0.01, 0.04, 0.03])).toEqual([0.03, 0.04, 0.04])
    expect(adjustForMany([0.01], 100)).toEqual([1])
  })
})

it('lets a test claim more the more is at stake, and one whose season is not known little', () => {
  expect(weightsOf([1, 9, null])).toEqual([0.5, 1.5, 0.1])
  expect(weightsOf([0, 0])).toEqual([1, 1])
})

describe('a change point', () => {
  const at = (series: WatchSeries) => findChangePoint(series.kind, series.history, series.hurts)

  it('is the week of a lasting change, with the weeks that it may have been', () => {
    const found = at(weeks((week) => (week < 10 ? 8 : steady(week))))
    expect(found).toMatchObject({ slices: 10, within: [expect.any(Number), expect.any(Number)] })
    expect(found?.deviations).toBeLessThan(-6)
    expect(found?.within[0]).toBeLessThanOrEqual(10)
    expect(found?.within[1]).toBeGreaterThanOrEqual(10)
  })

  it('is none in the other direction, and none without variation', () => {
    expect(at(weeks((week) => (week < 10 ? 20 : 12)))).toBeNull()
    expect(at(weeks(() => 0))).toBeNull()
  })

  it('needs more where the number drifts', () => {
    const drifting = weeks((week) => 12 + 7 * Math.sin(week / 3))
    const drift = finish(driftOf('share', [{ history: drifting.history, exposure: drifting.history.whole }], true))
    expect(drift[1]).toBeGreaterThan(2)
    const [plain, moderated] = [undefined, drift].map(
      (known) => findChangePoint('share', drifting.history, 'down', known)?.deviations ?? 0,
    )
    expect(Math.abs(moderated ?? 0)).toBeLessThan(Math.abs(plain ?? 0))
  })
})

describe('peers', () => {
  const cells = (shares: readonly number[]) => shares.map((part) => ({ part, whole: 80, squares: 0 }))

  it('tells the one that differs, among many and among three', () => {
    const [odd, ...others] = comparePeers('share', cells([6, 50, 55, 60, 45, 52, 58, 49, 57, 51]), 1)
    expect(odd).toBeLessThan(-4)
    for (const other of others) expect(Math.abs(other ?? 9)).toBeLessThan(2.5)
    expect(comparePeers('share', cells([6, 50, 45]), 1)[0]).toBeLessThan(-2.5)
  })

  it('tells none where all differ by nature, or where there are only two', () => {
    const spread = comparePeers('share', cells([8, 20, 30, 40, 50, 60, 70, 75, 15, 45]), 1)
    for (const one of spread) expect(Math.abs(one ?? 9)).toBeLessThan(3)
    expect(comparePeers('share', cells([6, 50]), 1)).toEqual([null, null])
  })
})

describe('findings', () => {
  const others = [2, 3, 4, 5].map((property) => weeks((week) => steady(week + property), answered, property))

  it('are none where nothing changed', () => {
    expect(findFindings([weeks(steady), ...others], END).findings).toEqual([])
  })

  it('say since when, what it costs, and what shows it, once for related numbers', () => {
    const since = (watch: Watch) => weeks((week) => (week < 10 ? 7 : steady(week)), watch)
    const { findings } = findFindings([since(answered), since(tours), ...others], END)
    expect(findings).toHaveLength(1)
    const [finding] = findings
    expect(finding).toMatchObject({
      key: 'property:1:phone',
      topic: 'phone',
      subject: { kind: 'property', key: 1 },
      since: '2026-09-12',
    })
    expect(finding?.proofs.map(({ series }) => series.watch.column)).toEqual(
      expect.arrayContaining(['answered', 'tours']),
    )
    // Nine of 20 fewer than usual, 4.35 weeks a month, 0.3 leases each.
    expect(finding?.cost.leases).toBeCloseTo(9 * 4.35 * 0.3, 0)
  })

  it('are looked for in small steps, one for each number at least, so that a server answers others between them', () => {
    const many = Array.from({ length: 50 }, (_, property) =>
      weeks((week) => steady(week + property), answered, property),
    )
    const works = [...findingSteps(many, END)]
    expect(works.length).toBeGreaterThan(many.length)
  })

  it('are none when what changed has come back', () => {
    const passed = weeks((week) => (week >= 8 && week < 30 ? 8 : 17))
    expect(findFindings([passed, ...others], END).findings).toEqual([])
  })
})

describe('stocks', () => {
  const leased: Watch = { ...answered, column: 'leased', of: 'homes', topic: 'occupancy', weight: { dollars: 1_500 } }
  /** The homes of 200 that are leased at the end of each week, the latest first. */
  const homes = (property: number, of: (week: number) => number): WatchSeries => ({
    ...weeks(of, leased, property),
    kind: 'stock',
    history: { part: Array.from({ length: WEEKS }, (_, week) => of(week)), whole: new Array(WEEKS).fill(200) },
  })
  const wavering = (property: number) => homes(property, (week) => 188 + (((week + property) * 5) % 7) - 3)
  const others = [2, 3, 4, 5, 6, 7].map(wavering)

  it('are found when they move further than they ever do, with the homes that it costs', () => {
    const sinking = homes(1, (week) => (week < 8 ? 164 + 3 * week : 188) + ((week * 5) % 7) - 3)
    const [finding, ...more] = findFindings([sinking, ...others], END).findings
    expect(more).toEqual([])
    expect(finding).toMatchObject({ key: 'property:1:occupancy', since: '2026-09-26' })
    const [proof] = finding?.proofs ?? []
    expect(proof).toMatchObject({ now: { part: 161, whole: 200 }, reference: { whole: 200 } })
    expect(finding?.cost.dollars).toBe(1_500 * ((proof?.reference.part ?? 0) - 161))
  })

  it('are none when all move together, or as they always do', () => {
    const season = (property: number) =>
      homes(property, (week) => 188 - (week < 8 ? 24 - 3 * week : 0) + (((week + property) * 5) % 7) - 3)
    expect(findFindings([1, 2, 3, 4, 5, 6, 7].map(season), END).findings).toEqual([])
    expect(findFindings([wavering(1), ...others], END).findings).toEqual([])
    const restless = homes(1, (week) => 176 + 14 * Math.round(Math.sin(week / 4)))
    expect(findFindings([restless, ...others], END).findings).toEqual([])
  })
})
