import { distribution } from '@leaselight/model'
import { expect, test } from 'vitest'
import { prepareChart } from '../prepare'
import { printTheme } from '../svg'
import { calls, testResult, testState } from '../testing'
import { drawDistribution } from './distribution'

/** The lines of the first class's label, and the room that is free for one above the highest bar. */
function labelOf(total: Record<string, number>): { lines: number; room: number } {
  const model = prepareChart(distribution('answered', 'missed'), calls, testResult({ total }), testState(calls))
  if (!model) throw new Error('There is something to draw.')
  const { series, grid } = drawDistribution(model, printTheme, new Set(), { width: 500, height: 200 })
  const [bars] = [series].flat()
  const { formatter } = (bars as { label: { formatter: (of: { dataIndex: number }) => string } }).label
  return { lines: formatter({ dataIndex: 0 }).split('\n').length, room: Number((grid as { top: number }).top) }
}

test('a label has a line of its own for the count only where the share doesn’t say it', () => {
  const few = labelOf({ totalCalls: 9, answered: 6, missed: 3 })
  const many = labelOf({ totalCalls: 900, answered: 600, missed: 300 })
  expect([few.lines, many.lines]).toEqual([1, 2])
  expect(few.room).toBeLessThan(many.room)
})
