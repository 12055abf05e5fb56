import { expect, test } from 'vitest'
import { NARROW, rowSizes, WIDE } from './rows'

test('pins of a kind that follow one another fill their rows evenly', () => {
  const numbers = (count: number) => rowSizes(Array<'number'>(count).fill('number'), WIDE)
  expect(numbers(0)).toEqual([])
  expect(numbers(1)).toEqual([1])
  expect(numbers(4)).toEqual([4, 4, 4, 4])
  expect(numbers(5)).toEqual([3, 3, 3, 2, 2])
  expect(numbers(10)).toEqual([4, 4, 4, 4, 3, 3, 3, 3, 3, 3])
})

test('a pin of another kind begins a row', () => {
  const kinds = ['number', 'number', 'chart', 'number', 'chart', 'chart', 'chart', 'finding', 'finding'] as const
  expect(rowSizes(kinds, WIDE)).toEqual([2, 2, 1, 1, 2, 2, 1, 1, 1])
  expect(rowSizes(kinds, NARROW)).toEqual([2, 2, 1, 1, 1, 1, 1, 1, 1])
})
