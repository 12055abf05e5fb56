import { expect, it } from 'vitest'
import { addTo, type DayRange, weekdayOf } from '../time/dates'
import type { Evidence } from './evidence'
import { exposureOf, learnRhythm, RHYTHM_WEEKS, seasonOf, usualDrift } from './rhythm'

const END = '2026-11-20'
const counted = (value: number): Evidence => ({ kind: 'count', value, events: value })
/** The rhythm of a count with so many records in each week, the latest first. */
const weekly = (of: (week: number) => number, weeks = RHYTHM_WEEKS) =>
  learnRhythm(
    Array.from({ length: weeks }, (_, week) => counted(of(week))),
    null,
    END,
  )
/** A week that ends so many weeks ago. */
const week = (ago: number): DayRange => ({ start: addTo(END, -7 * ago - 6), end: addTo(END, -7 * ago) })

it('learns nothing from a few weeks', () => expect(weekly(() => 100, 8)).toBeNull())

it('knows how far a number moves besides chance', () => {
  const still = weekly((at) => 400 + 20 * ((at * 7) % 3) - 20)
  const restless = weekly((at) => 400 * (1 + 0.4 * (((at * 7) % 3) - 1)))
  if (!still || !restless) throw new Error('There are weeks enough.')
  expect(usualDrift(still, 7)).toBeLessThan(0.05)
  expect(usualDrift(restless, 7)).toBeGreaterThan(0.3)
  // Four weeks move no less than one, as far as is known.
  expect(usualDrift(restless, 28)).toBeGreaterThanOrEqual(usualDrift(restless, 7))
})

it('compares days by what their weekdays bring', () => {
  const days = new Map(
    Array.from({ length: 364 }, (_, ago) => {
      const day = addTo(END, -ago)
      return [day, weekdayOf(day) > 5 ? 5 : 30] as const
    }),
  )
  const rhythm = learnRhythm(
    Array.from({ length: 52 }, () => counted(160)),
    days,
    END,
  )
  // A Friday after a Thursday, and after a Sunday; two weeks are two weeks.
  const on = (day: string) => ({ start: day, end: day })
  expect(exposureOf(rhythm, on(END), on(addTo(END, -1)))).toBeCloseTo(1)
  expect(exposureOf(rhythm, on(END), on(addTo(END, -5)))).toBeCloseTo(6, 0)
  expect(exposureOf(rhythm, week(0), week(1))).toBeCloseTo(1)
  expect(exposureOf(null, week(0), { start: week(2).start, end: week(1).end })).toBe(0.5)
})

it('expects what the season brought a year before', () => {
  // Half as many from November on, a year ago as now.
  const rhythm = weekly((at) => (at % 52 < 3 ? 200 : 400))
  if (!rhythm) throw new Error('There are weeks enough.')
  const season = seasonOf(rhythm, { current: week(1), prior: week(6) })
  expect(season).toBeGreaterThan(0.45)
  expect(season).toBeLessThan(0.6)
  expect(seasonOf(rhythm, { current: week(20), prior: week(24) })).toBeCloseTo(1)
  // A year apart is one season; without that year nothing is known.
  expect(seasonOf(rhythm, { current: week(1), prior: week(53) })).toBeNull()
  const young = weekly(() => 200, 40)
  expect(young && seasonOf(young, { current: week(1), prior: week(6) })).toBeNull()
})
