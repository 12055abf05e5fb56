import { describe, expect, it } from 'vitest'
import { leadDays, leadsFor } from './leads'
import { companyRates, dailyPace, meanError, shrunken, sumByDay, sumOfCases } from './rates'

describe('leadsFor', () => {
  const limits = ['low', 'likely', 'high'] as const

  it('knows how many leads some leases take', () => {
    expect(leadsFor('likely', 14, 400, 100)).toBe(56)
    expect(leadsFor('likely', 1, 30, 7)).toBe(5)
    expect(limits.map((which) => leadsFor(which, 0, 400, 100))).toEqual([0, 0, 0])
  })

  it('says nothing below 20 leads or without a lease', () => {
    expect(limits.map((which) => leadsFor(which, 3, 19, 5))).toEqual([null, null, null])
    expect(limits.map((which) => leadsFor(which, 3, 200, 0))).toEqual([null, null, null])
  })

  it.each([
    [2, 40, 10],
    [14, 400, 100],
    [60, 900, 45],
    [1, 20, 20],
    [600, 4000, 420],
    [9, 25, 1],
  ])('has limits with a chance of 10%% and 90%%: %i leases, %i leads of which %i leased', (leases, leads, leased) => {
    const [low = 0, likely = 0, high = 0] = limits.map((which) => leadsFor(which, leases, leads, leased) ?? 0)
    const chance = (n: number) => enough(leases, n, leased + 0.5, leads - leased + 0.5)
    expect([chance(low) >= 0.1, chance(high) >= 0.9]).toEqual([true, true])
    // One lead fewer isn't enough, unless there would be fewer leads than leases.
    expect([low === leases || chance(low - 1) < 0.1, high === leases || chance(high - 1) < 0.9]).toEqual([true, true])
    expect(low <= likely && likely <= high).toBe(true)
  })

  it('takes the leads of the year that ended 60 days ago', () => {
    expect(leadDays('2026-03-15')).toEqual({ start: '2025-01-15', end: '2026-01-14' })
  })
})

describe('rates', () => {
  it('draws a property to its company', () => {
    expect(shrunken({ part: 0, whole: 0 }, 0.3)).toBeCloseTo(0.3)
    expect(shrunken({ part: 10, whole: 20 }, 0.3)).toBeCloseTo(0.4)
  })

  it('gives a class with too few cases the rate of all', () => {
    const classes = [
      { part: 5, whole: 25 },
      { part: 3, whole: 5 },
    ]
    expect(companyRates(classes)).toEqual([0.2, 8 / 30])
    expect(companyRates([{ part: 3, whole: 19 }])).toBeNull()
    expect(sumOfCases([classes, classes])).toEqual([
      { part: 10, whole: 50 },
      { part: 6, whole: 10 },
    ])
  })

  it('knows the daily rate behind a share', () => {
    expect(1 - Math.exp(-30 * dailyPace(0.4, 30))).toBeCloseTo(0.4)
    expect(dailyPace(1, 30)).toBeLessThan(1)
  })

  it('adds properties up before it compares', () => {
    const one = { units: 10, day: '2026-01-01', variance: 1, before: 9 }
    const days = sumByDay([
      { ...one, property: 1, expected: 9, occupied: 8 },
      { ...one, property: 2, expected: 7, occupied: 8 },
    ])
    expect(days).toEqual([{ units: 20, expected: 16, occupied: 16 }])
    expect(meanError(days)).toBe(0)
    expect(meanError([{ units: 10, expected: 9, occupied: 8 }])).toBeCloseTo(0.1)
    expect(meanError([])).toBeNull()
  })
})

/** The chance of that many leases from n leads, by adding up over shares with a beta density. */
function enough(leases: number, n: number, a: number, b: number): number {
  const steps = 4000
  let [weights, sum] = [0, 0]
  for (let step = 0; step < steps; step++) {
    const p = (step + 0.5) / steps
    // The mean is taken out, so that the density doesn't vanish.
    const mean = a / (a + b)
    const weight = Math.exp((a - 1) * Math.log(p / mean) + (b - 1) * Math.log((1 - p) / (1 - mean)))
    let [term, fewer] = [(1 - p) ** n, 0]
    for (let x = 0; x < leases; x++) {
      fewer += term
      term *= ((n - x) / (x + 1)) * (p / (1 - p))
    }
    weights += weight
    sum += weight * (1 - Math.min(1, fewer))
  }
  return sum / weights
}
