import { buildTable, initialState, rowDimensions } from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

/** More columns are cut off in a window of 1,440 pixels, or too narrow to read. */
const MOST_SHOWN = 9

test('a table shows at most nine columns until the reader chooses others', () => {
  const shown = reports.map((report): [string, number] => {
    const state = initialState(report)
    const { columns } = buildTable(report, { rows: [], total: {}, timeZone: 'UTC', today: '2026-03-15' }, state)
    // Where nothing was counted a column is empty, which says nothing of what it shows else.
    const chosen = columns.slice(rowDimensions(report, state).length).filter(({ optional }) => !optional)
    return [report.key, chosen.length]
  })
  expect(shown.filter(([, count]) => count > MOST_SHOWN)).toEqual([])
})
