import { expect, test } from 'vitest'
import { largestParts, waterfall } from './waterfall'

const part = (name: string, change: number) => ({ key: name, name, change })

test('each bar begins where the one before it ended, and the last ends at the number', () => {
  const bars = waterfall(47, [part('Prairie', -5), part('Bayfront', 4), part('17 others', -33)])
  expect(bars.map(({ name, from, to, shown }) => [name, from, to, shown])).toEqual([
    ['Prairie', 47, 42, -5],
    ['Bayfront', 42, 46, 4],
    ['17 others', 46, 13, -33],
  ])
})

test('whole numbers add up to the whole change, also those of parts that are none', () => {
  // From 7.2 to 12: 7, then 2 and 1 and 2, not 2 and 2 and 2.
  const bars = waterfall(7.2, [part('Ana', 1.6), part('Ben', 1.6), part('Cleo', 1.6)])
  expect(bars.map(({ shown }) => shown)).toEqual([2, 1, 2])
  expect(bars.reduce((sum, { shown }) => sum + shown, Math.round(7.2))).toBe(12)
  expect(bars.at(-1)?.to).toBeCloseTo(12)
})

test('the largest parts come first in either direction, and what remains is kept', () => {
  const parts = [part('a', 1), part('b', 0), part('c', -9), part('d', 4), part('e', -2)]
  const { largest, rest } = largestParts(parts, 3)
  expect(largest.map(({ name }) => name)).toEqual(['c', 'd', 'e'])
  expect(rest.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(largestParts([part('b', 0)], 3)).toEqual({ largest: [], rest: [part('b', 0)] })
})
