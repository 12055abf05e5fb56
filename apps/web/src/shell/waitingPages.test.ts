import type { WaitingFinding } from '@leaselight/model'
import { expect, test } from 'vitest'
import { findingsOn, pagesToMark, seenAfter, waitingAt } from './waitingPages'

const waiting: WaitingFinding[] = [
  {
    ...{ key: 'property:1:phone', report: 'calls', propertyId: 1, sinceText: 'since about Mar 1' },
    shownBy: [{ report: 'calls', sentence: 'It misses 2 of 6 calls.', href: '/calls?property_ids=1' }],
  },
  {
    ...{ key: 'source:Zillow:leasing', report: 'ad-spend', propertyId: null, sinceText: '' },
    shownBy: [
      { report: 'ad-spend', sentence: 'Zillow leases nothing.', href: '/ad-spend' },
      { report: 'calls', sentence: 'Zillow brings no calls.', href: '/calls?sources=Zillow' },
    ],
  },
]
const home = 'snapshot'
const marked = (seen: ReadonlySet<string>, chosen: number[] = [], all = waiting) =>
  [...pagesToMark(all, { home, seen, chosen })].sort()

test('a page is marked until its findings were seen on it', () => {
  expect(marked(new Set())).toEqual(['ad-spend', 'calls', 'snapshot'])
  expect(marked(new Set(), [1])).toEqual(['calls', 'snapshot'])
  expect(marked(new Set(), [2])).toEqual([])
  const atHome = seenAfter(waiting, { home, seen: new Set(), page: home })
  expect(marked(atHome)).toEqual(['ad-spend', 'calls'])
  const atCalls = seenAfter(waiting, { home, seen: atHome, page: 'calls' })
  expect(marked(atCalls)).toEqual(['ad-spend'])
  expect(marked(new Set(), [], [])).toEqual([])
})

test('the count is of the findings that the start page shows', () => {
  const keysAt = (chosen: number[]) => waitingAt(waiting, chosen).map(({ key }) => key)
  expect(keysAt([])).toEqual(['property:1:phone', 'source:Zillow:leasing'])
  expect(keysAt([1, 2])).toEqual(['property:1:phone'])
  expect(keysAt([2])).toEqual([])
})

test('a report tells the findings that its numbers show, at the chosen properties', () => {
  const zillow = { report: 'calls', sentence: 'Zillow brings no calls.', href: '/calls?sources=Zillow', sinceText: '' }
  const own = { ...waiting[0]?.shownBy[0], sinceText: 'since about Mar 1' }
  expect(findingsOn(waiting, 'calls', [])).toEqual([own, zillow])
  expect(findingsOn(waiting, 'calls', [1])).toEqual([own])
  expect(findingsOn(waiting, 'calls', [2])).toEqual([])
  expect(findingsOn(waiting, 'tours', [])).toEqual([])
})

test('what went away and came back is marked again', () => {
  const seen = seenAfter(waiting, { home, seen: new Set(), page: 'calls' })
  const gone = seenAfter(waiting.slice(1), { home, seen, page: null })
  expect(marked(gone)).toEqual(['ad-spend', 'calls', 'snapshot'])
})
