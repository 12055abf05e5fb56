import { expect, test } from 'vitest'
import { inOrder, moved } from './order'

test('an entry moves to another place, and no further than the ends', () => {
  const ids = ['a', 'b', 'c']
  expect(moved(ids, 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(ids, 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(ids, 'b', 9)).toEqual(['a', 'c', 'b'])
  expect(moved(ids, 'b', -1)).toEqual(['b', 'a', 'c'])
})

test('what is gone meanwhile has no place', () => {
  expect(inOrder([{ id: 'a' }, { id: 'b' }], ['c', 'b', 'a'])).toEqual([{ id: 'b' }, { id: 'a' }])
})
