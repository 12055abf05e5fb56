import { expect, test } from 'vitest'
import { logLabels } from './dots'
import { placeNames } from './placeNames'

test('a dot’s name is where it covers no other dot and no name before it, within the picture', () => {
  const at = (x: number, y: number, name = 'Oak Court', radius = 5) => ({ x, y, radius, name })
  const picture = { left: -500, top: -500, width: 1000, height: 1000 }
  const sidesOf = (...dots: ReturnType<typeof at>[]) => placeNames(dots, 12, picture)
  expect(sidesOf(at(0, 0), at(200, 0))).toEqual(['right', 'right'])
  // The second stands where the first's name would be, and their names would meet on the left.
  expect(sidesOf(at(100, 50), at(130, 52))).toEqual(['left', 'right'])
  expect(sidesOf(at(100, 50), at(120, 50), at(140, 50))).toEqual(['left', 'top', 'right'])
  expect(sidesOf(at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(0, 0))).toEqual(['right', 'left', 'top', 'bottom', null])
  // The first would reach beyond the right edge, the other above the upper one.
  expect(sidesOf(at(460, 0), at(480, -498))).toEqual(['left', null])
})

test('an axis of powers of ten has labels at 1, 2 and 5, or at fewer where they would touch', () => {
  const labels = (width: number) => logLabels({ min: 40, max: 3000 }, width, () => 40)
  expect(labels(600)).toEqual([50, 100, 200, 500, 1000, 2000])
  expect(labels(200)).toEqual([100, 300, 1000, 3000])
  expect(labels(100)).toEqual([100, 1000])
})
