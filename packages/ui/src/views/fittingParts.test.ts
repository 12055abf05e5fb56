import { expect, it } from 'vitest'
import { fittingParts } from './fittingParts'

it('takes all rows where they fit, and otherwise leaves room for the button that opens the others', () => {
  expect(fittingParts([96, 192, 288], 288, 0)).toBe(3)
  expect(fittingParts([96, 192, 288], 287, 0)).toBe(2)
  // Two rows and the button are 228 high.
  expect(fittingParts([96, 192, 288], 227, 0)).toBe(1)
})

it('counts what comes after the rows', () => {
  expect(fittingParts([96, 192, 288], 320, 32)).toBe(3)
  expect(fittingParts([96, 192, 288], 320, 33)).toBe(2)
})

it('takes the first row into any room, and none where there are none', () => {
  expect(fittingParts([400, 800], 300, 0)).toBe(1)
  expect(fittingParts([], 300, 40)).toBe(0)
})
