import { expect, test } from 'vitest'
import { nextSort } from './memberSort'

test.each([
  ['name', false],
  ['lastContact', true],
])('%s is sorted, sorted the other way around, and let go of', (column, first) => {
  const once = nextSort({ column: 'other', descending: true }, column)
  expect(once).toEqual({ column, descending: first })
  const twice = nextSort(once, column)
  expect(twice).toEqual({ column, descending: !first })
  expect(nextSort(twice, column)).toBeNull()
})
