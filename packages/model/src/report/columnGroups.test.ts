import { describe, expect, it } from 'vitest'
import { columnRuns, groupOfColumns } from './columnGroups'

describe('groups of columns', () => {
  it('reach from the column that begins them to the next one, and end at an empty name', () => {
    const columns = { units: 1, rented: 1, unrented: 1, onNotice: 1, leased: 1 }
    const groups = groupOfColumns({ columns, columnGroups: { rented: 'Vacant', onNotice: 'Notice', leased: '' } })
    expect([...groups]).toEqual([
      ['rented', 'Vacant'],
      ['unrented', 'Vacant'],
      ['onNotice', 'Notice'],
    ])
    expect(groupOfColumns({ columns }).size).toBe(0)
  })

  it('are written above the columns that are shown, once for all that stand together', () => {
    expect(columnRuns([{}, { group: 'Vacant' }, { group: 'Vacant' }, { group: 'Notice' }, {}])).toEqual([
      { group: undefined, length: 1 },
      { group: 'Vacant', length: 2 },
      { group: 'Notice', length: 1 },
      { group: undefined, length: 1 },
    ])
  })

  it('are not written where a name would tell no column from another', () => {
    expect(columnRuns([{}, {}])).toEqual([])
    expect(columnRuns([{ group: 'Vacant' }, { group: 'Vacant' }])).toEqual([])
    expect(columnRuns([{}, {}, { group: 'Vacant' }, { group: 'Notice' }])).toEqual([])
  })

  it('are written above a part of a table, too, whose other parts have other groups', () => {
    const table = [{ group: 'Vacant' }, { group: 'Vacant' }, { group: 'Notice' }]
    expect(columnRuns(table.slice(0, 2), table)).toEqual([{ group: 'Vacant', length: 2 }])
  })
})
