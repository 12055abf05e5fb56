import { addTo, count, ratio, type SeriesPoint } from '@leaselight/model'
import { expect, test } from 'vitest'
import { lastWeeks } from './weeks'

const columns = {
  calls: count('Calls', 'All.'),
  answered: count('Answered', 'Some.'),
  rate: ratio('answered', 'calls', 'Answered %', 'Answered divided by calls.', { format: 'percent' }),
}

/** Four calls a day; all are answered in the latest week, none before. */
const points = Array.from({ length: 21 }, (_, index): SeriesPoint => {
  const answered = index < 14 ? 0 : 4
  return { day: addTo('2026-03-01', index), calls: 4, answered, rate: answered / 4 }
})

test('adds days up to weeks that end on the same weekday, and knows none from before the data', () => {
  const end = '2026-03-21'
  expect(lastWeeks(columns, points, { end, weeks: 3, first: '2026-03-01' })).toEqual([
    { calls: 28, answered: 0, rate: 0 },
    { calls: 28, answered: 0, rate: 0 },
    { calls: 28, answered: 28, rate: 1 },
  ])
  expect(lastWeeks(columns, points, { end, weeks: 2, first: '2026-03-09' })[0]).toBeNull()
  expect(lastWeeks(columns, points, { end, weeks: 1, first: null })).toEqual([null])
})
