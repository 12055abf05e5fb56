import { describe, expect, it } from 'vitest'
import { storedColumns } from './hiddenColumns'

const columns = [
  { key: 'calls', optional: false },
  { key: 'notice', optional: false, isEmpty: true },
  { key: 'oldRent', optional: true },
]

describe('hidden columns', () => {
  it('are not stored where they are the report’s own', () => {
    expect(storedColumns(columns, null, ['notice', 'oldRent'])).toBeNull()
    expect(storedColumns(columns, ['calls'], ['oldRent', 'notice'])).toBeNull()
  })

  it('are stored without those that are hidden for being 0 everywhere', () => {
    expect(storedColumns(columns, null, ['calls', 'notice', 'oldRent'])).toEqual(['calls', 'oldRent'])
    expect(storedColumns(columns, null, ['oldRent'])).toEqual(['oldRent'])
  })

  it('are stored as a reader chooses who has chosen before', () => {
    expect(storedColumns(columns, ['oldRent'], ['notice'])).toEqual(['notice'])
    expect(storedColumns(columns, ['notice'], [])).toEqual([])
  })
})
