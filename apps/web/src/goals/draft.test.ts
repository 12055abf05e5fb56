import { describe, expect, it } from 'vitest'
import { raiseYearBefore, withCell } from './draft'
import type { GoalGrid } from './queries'

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`)
const line = (propertyId: number, property: string, set: Record<number, number> = {}) => ({
  propertyId,
  property,
  targets: months.map((_, at) => set[at] ?? null),
})
const grid: GoalGrid = {
  ...{ goal: 'leads', label: 'Leads', definition: 'New prospects.', goals: [], year: 2026, months },
  ...{ firstOpenMonth: '2026-03', maySet: true },
  properties: [line(11, 'Harbor Point', { 3: 14 }), line(12, 'Sunset Terrace')],
  groups: [],
}
const before = {
  months,
  properties: [
    { propertyId: 11, counts: [9, 9, 40, 50, null, 7, ...Array(6).fill(null)] },
    { propertyId: 12, counts: [9, 9, 0, 3, ...Array(8).fill(null)] },
  ],
}

describe('a cell', () => {
  it.each([
    ['11 2026-04', ['14', ' 14', '014']],
    ['11 2026-05', ['', ' ']],
  ])('that says again what is saved in %s is no change', (key, texts) => {
    for (const text of texts) expect(withCell({ [key]: '15' }, grid, key, text)).toEqual({})
    for (const text of ['15', 'x', '0']) expect(withCell({}, grid, key, text)).toEqual({ [key]: text })
  })
})

describe('goals from last year', () => {
  it('are its counts plus a percentage, in months that may change and have none', () => {
    const { draft, set } = raiseYearBefore({ '12 2026-04': '8' }, grid, before, { percent: 10, onlyEmpty: true })
    // April is set at Harbor Point and typed at Sunset Terrace. A month that is over or without records gets none.
    expect(draft).toEqual({ '12 2026-04': '8', '11 2026-03': '44', '11 2026-06': '8', '12 2026-03': '1' })
    expect(set).toBe(3)
  })

  it('replace those that are set, if asked', () => {
    const { draft } = raiseYearBefore({ '12 2026-04': '8' }, grid, before, { percent: -50, onlyEmpty: false })
    expect(draft).toMatchObject({ '11 2026-03': '20', '11 2026-04': '25', '12 2026-04': '2' })
  })
})
