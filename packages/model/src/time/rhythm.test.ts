import { expect, test } from 'vitest'
import { describeDelay, isLate, nextExpected } from './rhythm'

const at = (text: string) => new Date(text)
const feed = { rhythm: 'daily' as const, graceHours: 6, expectedSince: at('2026-03-08T12:00:00Z'), lastSuccessAt: null }

test('a file is expected one rhythm after the last one, or after the feed began', () => {
  expect(nextExpected(feed)).toEqual(at('2026-03-09T12:00:00Z'))
  const came = { ...feed, lastSuccessAt: at('2026-03-10T09:00:00Z') }
  expect(nextExpected(came)).toEqual(at('2026-03-11T09:00:00Z'))
  expect(nextExpected({ ...came, rhythm: 'weekly' })).toEqual(at('2026-03-17T09:00:00Z'))
  expect(nextExpected({ ...came, rhythm: 'hourly' })).toEqual(at('2026-03-10T10:00:00Z'))
  // A feed that was paused and resumed starts again.
  expect(nextExpected({ ...came, expectedSince: at('2026-03-20T00:00:00Z') })).toEqual(at('2026-03-21T00:00:00Z'))
})

test('a feed is late when rhythm and grace are over', () => {
  expect(isLate(feed, at('2026-03-09T18:00:00Z'))).toBe(false)
  expect(isLate(feed, at('2026-03-09T18:00:01Z'))).toBe(true)
})

test.each([
  ['2026-03-09T12:10:00Z', '1 hour'],
  ['2026-03-09T17:59:00Z', '5 hours'],
  ['2026-03-10T12:00:00Z', '1 day'],
  ['2026-03-12T11:00:00Z', '2 days'],
])('a delay at %s is %s', (now, words) => {
  expect(describeDelay(nextExpected(feed), at(now))).toBe(words)
})
