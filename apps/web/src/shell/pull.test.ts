import { expect, test } from 'vitest'
import { ENOUGH_PULL, MOST_PULL, pullOf } from './pull'

test('a finger that goes straight down pulls, farther than what it pulls, up to a limit', () => {
  expect(pullOf({ right: 0, down: 50 })).toBe(20)
  expect(pullOf({ right: 20, down: 130 })).toBeGreaterThan(ENOUGH_PULL)
  expect(pullOf({ right: 0, down: 900 })).toBe(MOST_PULL)
})

test('a tap, a swipe aside and scrolling are none', () => {
  expect(pullOf({ right: 3, down: 6 })).toBe('undecided')
  expect(pullOf({ right: 60, down: 20 })).toBe('other')
  expect(pullOf({ right: 0, down: -40 })).toBe('other')
})
