import { expect, test } from 'vitest'
import { hoursOf, type Slot, weeksOf } from './layout'

const slot = (hour: number): Slot => ({ key: `${hour}`, day: '2026-03-16', hour, count: 1, entries: [] })

test('a calendar shows the working day, and longer days where something is early or late', () => {
  expect(hoursOf([])).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect(hoursOf([slot(7), slot(19)])).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  expect(hoursOf([slot(0), slot(23)])).toHaveLength(24)
})

test('days are shown a week at a time', () => {
  const days = Array.from({ length: 16 }, (_, index) => `day ${index}`)
  expect(weeksOf(days).map((week) => week.length)).toEqual([7, 7, 2])
  expect(weeksOf([])).toEqual([])
})
