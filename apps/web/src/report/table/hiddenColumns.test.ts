import { describe, expect, it } from 'vitest'
import { hiddenColumns, storedColumns } from './hiddenColumns'

const columns = [
  { key: 'calls', optional: false },
  { key: 'notice', optional: false, isEmpty: true },
  { key: 'oldRent', optional: true },
]
const NONE = new Set<string>()

describe('hidden columns', () => {
  it('are the optional ones and those that are 0 everywhere, until a reader shows these', () => {
    expect(hiddenColumns(columns, null, NONE)).toEqual(['notice', 'oldRent'])
    expect(hiddenColumns(columns, null, new Set(['notice']))).toEqual(['oldRent'])
    expect(hiddenColumns(columns, ['calls'], NONE)).toEqual(['calls', 'notice'])
  })

  it('are stored without those that are 0 only now', () => {
    expect(storedColumns(columns, null, ['calls', 'notice', 'oldRent'])).toEqual(['calls', 'oldRent'])
    expect(storedColumns(columns, ['notice'], ['notice', 'calls'])).toEqual(['calls', 'notice'])
    // The report’s own columns may become others with the next version.
    expect(storedColumns(columns, ['calls'], ['notice', 'oldRent'])).toBeNull()
  })
})
