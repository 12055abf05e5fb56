import type { GoalState } from '@leaselight/model'
import { expect, it } from 'vitest'
import { markedOf } from './markedOf'

it('marks the three goals furthest behind, and no other', () => {
  const states: GoalState[] = ['onPace', 'behind', 'behind', 'ahead', 'behind', 'behind', 'possible']
  const goals = states.map((state) => ({ state }))
  expect([...markedOf(goals)].map((goal) => goals.indexOf(goal))).toEqual([1, 2, 4])
  expect(markedOf([{ state: 'onPace' }, { state: 'ahead' }]).size).toBe(0)
})
