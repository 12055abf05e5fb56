import { bucketPoints, count, dayCount, distinct, grainOf, isBucketable, weeksUpTo } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { leads, testPoints } from '../testing'

const { columns } = leads

describe('how finely a period is drawn', () => {
  test.each([
    ['2026-01-01', '2026-04-02', 'day'],
    ['2026-01-01', '2026-04-03', 'week'],
    ['2024-01-01', '2025-12-31', 'week'],
    ['2024-01-01', '2026-01-01', 'month'],
  ])('%s to %s by %s', (start, end, grain) => {
    expect(grainOf({ start, end })).toBe(grain)
  })
})

describe('gathering days', () => {
  const period = { start: '2026-01-01', end: '2026-04-30' }
  const points = testPoints(columns, period, (index) => ({ prospects: 1, visits: 1 + (index % 2) * 9, shows: 1 }))

  test('weeks start on Monday, and the ends keep only their own days', () => {
    const weeks = bucketPoints(columns, points, period, 'week')
    expect(weeks[0]).toMatchObject({ start: '2026-01-01', end: '2026-01-04' })
    expect(weeks[1]).toMatchObject({ start: '2026-01-05', end: '2026-01-11' })
    expect(weeks.at(-1)).toMatchObject({ start: '2026-04-27', end: '2026-04-30' })
    expect(weeks.reduce((sum, { numbers }) => sum + (numbers?.prospects ?? 0), 0)).toBe(dayCount(period))
  })

  test('a ratio is computed from the sums, not averaged', () => {
    const [january] = bucketPoints(columns, points, period, 'month')
    const visits = 16 * 1 + 15 * 10
    expect(january?.numbers).toMatchObject({ visits, shows: 31, showPerVisit: 31 / visits })
  })

  test('a prior period takes the shape of the current one, day for day', () => {
    const prior = { start: '2025-09-03', end: '2025-12-31' }
    const weeks = bucketPoints(
      columns,
      testPoints(columns, prior, () => ({ prospects: 1 })),
      prior,
      'week',
      period,
    )
    expect(weeks[0]).toMatchObject({ start: '2025-09-03', end: '2025-09-06', numbers: { prospects: 4 } })
    expect(weeks[1]?.numbers?.prospects).toBe(7)
  })

  test('days without a point stay without a number', () => {
    const days = bucketPoints(columns, points.slice(1), { start: '2026-01-01', end: '2026-01-02' }, 'day')
    expect(days.map(({ numbers }) => numbers?.prospects ?? null)).toEqual([null, 1])
  })

  test('weeks up to a day reach into the prior period, and are none before the first day', () => {
    const period = { start: '2026-01-05', end: '2026-01-12' }
    const before = testPoints(columns, { start: '2026-01-03', end: '2026-01-04' }, () => ({ prospects: 8 }))
    const points = testPoints(columns, period, () => ({ prospects: 1, visits: 4, shows: 2 }))
    const weeks = weeksUpTo(columns, [...before, ...points], period)
    expect(weeks.map((week) => week.numbers?.prospects ?? null)).toEqual([null, null, null, null, 21, 14, 7, 7])
    expect(weeks[7]).toMatchObject({ start: '2026-01-06', end: '2026-01-12', numbers: { showPerVisit: 0.5 } })
  })

  test('distinct counts can not be gathered, nor what is made from them', () => {
    const mixed = {
      a: count('A', ''),
      d: distinct('D', ''),
      s: { ...count('S', ''), kind: 'sum', of: ['a', 'd'] },
    } as const
    expect(['a', 'd', 's', 'absent'].map((key) => isBucketable(mixed, key))).toEqual([true, false, false, false])
  })
})
