import { columnRuns, groupOfColumns, isRecordList, type ReportDefinition } from '@leaselight/model'
import { expect, test } from 'vitest'
import { reports } from './register'

/** More columns side by side than can be taken in at a glance. */
const MANY = 7

/** The columns with which a report's table begins. */
const columnsInSight = ({ columns }: ReportDefinition): string[] =>
  Object.entries(columns).flatMap(([key, column]) =>
    column.optional || (column.kind === 'fact' && column.idsOf) ? [] : [key],
  )

test('a table of many columns names groups of them', () => {
  const without = reports.filter((report) => {
    const groups = groupOfColumns(report)
    const shown = columnsInSight(report).map((key) => ({ group: groups.get(key) ?? '' }))
    return !isRecordList(report) && shown.length > MANY && columnRuns(shown).length === 0
  })
  expect(without.map(({ key }) => key)).toEqual([])
})
