import { completeCells, lowercaseLabel, type Numbers } from '@leaselight/model'
import { describe, expect, test } from 'vitest'
import { leads, testResult } from '../testing'
import { describePriorPeriod, roundShare, totalChanges } from './sentences'

const week = { start: '2026-03-02', end: '2026-03-08' }
const before = { start: '2026-02-23', end: '2026-03-01' }
const told = (total: Numbers, priorTotal: Numbers) =>
  totalChanges(
    { ...leads, nouns: { showPerVisit: 'the show rate' } },
    ['prospects', 'leases', 'showPerVisit'],
    testResult(
      {
        period: week,
        priorPeriod: before,
        total: completeCells(leads.columns, total),
        priorTotal: completeCells(leads.columns, priorTotal),
      },
      leads,
    ),
  ).map(({ text }) => text)

describe('a change in words', () => {
  test('tells only what was judged to be one, and names the comparison once', () => {
    expect(told({ prospects: 212, leases: 5 }, { prospects: 100, leases: 3 })).toEqual([
      'prospects up 112% from the week before',
    ])
    expect(told({ prospects: 50, leases: 60 }, { prospects: 100, leases: 20 })).toEqual([
      'prospects down 50% from the week before',
      'leases up 200%',
    ])
    expect(told({ prospects: 112 }, { prospects: 100 })).toEqual([])
  })

  test('tells large changes by their numbers, and what is new or gone', () => {
    expect(told({ prospects: 17, leases: 30 }, { prospects: 1 })).toEqual([
      'prospects rose to 17 from 1',
      'leases rose to 30 from none',
    ])
    expect(told({}, { leases: 30 })).toEqual(['leases fell to none from 30'])
  })

  test('moves percentages in points', () => {
    expect(told({ visits: 100, shows: 80 }, { visits: 100, shows: 40 })).toEqual([
      'show rate up 40 pts from the week before',
    ])
    const many = 1_000_000
    expect(told({ visits: many, shows: many / 2 + many / 100 }, { visits: many, shows: many / 2 })).toContain(
      'show rate up 1 pt from the week before',
    )
  })
})

test.each([
  ['2026-03-08', '2026-03-08', '2026-03-07', '2026-03-07', 'the day before'],
  ['2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01', 'the week before'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', 'the month before'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31', 'the quarter before'],
  ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28', 'the 30 days before'],
  ['2026-03-01', '2026-03-19', '2026-02-01', '2026-02-19', 'Feb 1 – 19'],
  ['2025-03-01', '2025-03-19', '2025-02-01', '2025-02-19', 'Feb 1 – 19, 2025'],
])('%s to %s beside %s to %s is %s', (start, end, priorStart, priorEnd, words) => {
  expect(describePriorPeriod({ start, end }, { start: priorStart, end: priorEnd }, '2026-03-20')).toBe(words)
})

test('a share is honest at its ends', () => {
  expect([0, 0.001, 0.33, 0.999, 1].map(roundShare)).toEqual(['0%', 'under 1%', '33%', 'over 99%', '100%'])
})

test('a label keeps its capitals where they are a name', () => {
  expect(['Follow-ups', 'AI conversations', 'Bulk email'].map(lowercaseLabel)).toEqual([
    'follow-ups',
    'AI conversations',
    'bulk email',
  ])
})
