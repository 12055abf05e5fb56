import { expect, test } from 'vitest'
import { renameKeys, toCamel, toSnake } from './names'

test('turns names of either spelling into the other and back', () => {
  for (const name of ['bulkEmail', 'propertyId', 'toRentRatioVsVacantRatio', 'walkIn', 'exposure30'])
    expect(toCamel(toSnake(name))).toBe(name)
})

test('renames keys at every depth and leaves values and the original alone', () => {
  const answer = { group_by: 'lead_source', rows: [{ property_id: 11, by_day: [{ local_day: null }] }, {}], total: 0.5 }
  const before = structuredClone(answer)
  expect(renameKeys(answer, toCamel)).toEqual({
    groupBy: 'lead_source',
    rows: [{ propertyId: 11, byDay: [{ localDay: null }] }, {}],
    total: 0.5,
  })
  expect(answer).toEqual(before)
})

test('still renames when there are more names than it remembers', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index)
  expect(numbers.map((index) => toSnake(`column${index}Of`))).toEqual(numbers.map((index) => `column${index}_of`))
})
