import { expect, test } from 'vitest'
import { formatCell } from './values'

test('says how long until a day, and how long ago one that is over was', () => {
  const texts = [16, 1, 0, -1, -5, null].map((days) => formatCell(days, 'daysLeft'))
  // Leases that end on several days have none to tell.
  expect(texts).toEqual(['16', '1', 'today', 'ended 1 day ago', 'ended 5 days ago', ''])
})
