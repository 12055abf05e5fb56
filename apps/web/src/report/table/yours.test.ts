import type { ChartModel } from '@leaselight/charts'
import type { TableModel } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { expect, it } from 'vitest'
import { propertyControl } from '../filters/scopeControls'
import { markYours, markYoursOnStrip } from './yours'

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

it('marks the dots of the same rows on a strip, wherever they are, and no other chart', () => {
  const [report] = locked
  if (!report) throw new Error('No report covers all properties.')
  // The slowest is the last dot, and has the first row.
  const marks = ['3', '2', '1'].map((key) => ({ row: key, column: 'asked', name: key }))
  const series = [{ key: 'median', label: 'Median', color: 'ink' as const, values: [1, 2, 3], marks }]
  const strip: ChartModel = {
    ...{ kind: 'strip', title: 'Wait', answers: [], unit: '', categoryLabel: 'Property', format: 'duration' },
    ...{ categories: ['3', '2', '1'], series, median: 2, layout: 'columns', note: 'Pale: fewer than 10 asked.' },
  }
  const rows = table.rows.map(({ row: one }) => one)
  const marked = markYoursOnStrip(report, strip, rows, [1])
  expect(marked).toEqual({ ...strip, yours: [2], note: 'Pale: fewer than 10 asked. A ring marks yours.' })
  expect(markYoursOnStrip(report, strip, rows, [])).toBe(strip)
  expect(markYoursOnStrip(report, strip, rows, [1, 2, 3])).toBe(strip)
  const bars: ChartModel = { ...strip, kind: 'bars' }
  expect(markYoursOnStrip(report, bars, rows, [1])).toBe(bars)
})
