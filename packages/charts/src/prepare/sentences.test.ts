import { count, ratio } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { describeChange, describePriorPeriod, lowercaseLabel, roundShare } from './sentences'

const leases = count('Leases', '')
const share = ratio('a', 'b', 'Occupied %', '', { format: 'percent' })

describe('a movement in words', () => {
  test('uses percent for large enough numbers', () => {
    expect(describeChange(leases, 112, 100, 'the week before')).toBe('leases up 12 %')
    expect(describeChange(leases, 80, 100, 'the week before')).toBe('leases down 20 %')
    expect(describeChange(leases, 101, 100, 'the week before')).toBe('leases flat')
  })

  test('uses numbers below the limit for percent', () => {
    expect(describeChange(leases, 5, 3, 'the week before')).toBe('leases 5, were 3')
    expect(describeChange(leases, 3, 3, 'the week before')).toBe('leases 3, as before')
    expect(describeChange(leases, 400, 0, 'the week before')).toBe('leases 400, were 0')
  })

  test('moves percentages in points', () => {
    expect(describeChange(share, 0.932, 0.92, 'the week before')).toBe('occupied % up 1.2 points')
  })

  test('claims no movement without something to compare with', () => {
    expect(describeChange(leases, 412, null, null)).toBe('leases 412')
    expect(describeChange(leases, null, 3, 'the week before')).toBe('no leases')
  })
})

test.each([
  ['2026-03-08', '2026-03-08', '2026-03-07', '2026-03-07', 'the day before'],
  ['2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01', 'the week before'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', 'the month before'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31', 'the quarter before'],
  ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28', 'the 30 days before'],
  ['2026-03-01', '2026-03-19', '2026-02-01', '2026-02-19', 'Feb 1 – 19, 2026'],
])('%s to %s beside %s to %s is %s', (start, end, priorStart, priorEnd, words) => {
  expect(describePriorPeriod({ start, end }, { start: priorStart, end: priorEnd })).toBe(words)
})

test('a share is honest at its ends', () => {
  expect([0, 0.001, 0.33, 0.999, 1].map(roundShare)).toEqual(['0 %', 'under 1 %', '33 %', 'over 99 %', '100 %'])
})

test('a label keeps its capitals where they are a name', () => {
  expect(['Follow-ups', 'AI conversations', 'Bulk email'].map(lowercaseLabel)).toEqual([
    'follow-ups',
    'AI conversations',
    'bulk email',
  ])
})
