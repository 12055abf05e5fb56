import { columnRuns, groupOfColumns, isRecordList, type ReportDefinition } from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

/** More columns side by side than can be taken in at a glance. */
const MANY = 7

/** The columns that a report's table can have, and those with which it begins. */
function columnSets(report: ReportDefinition): { group?: string }[][] {
  const groups = groupOfColumns(report)
  const all = Object.entries(report.columns)
    .filter(([, column]) => (column.kind === 'fact' ? !column.idsOf : !isRecordList(report)))
    .map(([key, { optional = false }]) => ({ optional, ...(groups.has(key) && { group: groups.get(key) ?? '' }) }))
  return [all, all.filter(({ optional }) => !optional)]
}

test('a table of more than seven columns names groups of them', () => {
  const without = reports.filter((report) =>
    columnSets(report).some((columns) => columns.length > MANY && columnRuns(columns).length === 0),
  )
  expect(without.map(({ key }) => key)).toEqual([])
})
