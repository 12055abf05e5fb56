import type { TableModel } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { expect, it } from 'vitest'
import { propertyControl } from '../filters/scopeControls'
import { markYours } from './yours'

const row = (id: number, agentId?: number): TableModel['rows'][number] => ({
  row: { key: `${id}`, depth: 0, parent: null, propertyId: id, ...(agentId !== undefined && { agentId }) },
  depth: 0,
  texts: [],
  values: [],
})
const table: TableModel = { columns: [], rows: [row(1), row(2), row(3)], total: { texts: [], values: [] } }
const locked = reports.filter((report) => typeof propertyControl(report) !== 'string')

it('marks the chosen properties on reports that cover all of them', () => {
  expect(locked.length).toBeGreaterThan(0)
  for (const report of locked) {
    const marks = (chosen: number[]) => markYours(report, table, chosen).rows.map(({ mark }) => mark)
    expect(marks([2])).toEqual([undefined, 'Yours', undefined])
    // A mark in every row, or for all properties, would tell nothing.
    expect(marks([1, 2, 3])).toEqual([undefined, undefined, undefined])
    expect(marks([])).toEqual([undefined, undefined, undefined])
  }
})

it('marks no agent for the property, and nothing where the choice narrows the report', () => {
  const [report] = locked
  if (!report) throw new Error('No report covers all properties.')
  expect(markYours(report, { ...table, rows: [row(1, 7), row(2)] }, [1]).rows[0]?.mark).toBeUndefined()
  for (const other of reports.filter((one) => !locked.includes(one))) expect(markYours(other, table, [2])).toBe(table)
})
