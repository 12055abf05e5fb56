import { type Json, renameKeys, toSnake } from '@leaselight/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snakeJson } from './snake'

test('it writes what renaming first and writing then would', () => {
  // No capitals among them: by those two names could become one, which ours never do.
  const stringUnit = fc.constantFrom('a', 'b', '_', '7', '"', '\\', 'é', '\n', '\u2028')
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit }), (value) => {
      expect(String(snakeJson(value))).toBe(JSON.stringify(renameKeys(value as Json, toSnake)))
    }),
  )
  const row = {
    propertyId: 12,
    theName: '"theName": "of Who",',
    bulkEmail: null,
    gone: undefined,
    ratio: Number.NaN,
    'a"b': ['x\u2028', { noSuch: -0 }],
  }
  expect(String(snakeJson(row))).toBe(JSON.stringify(renameKeys(row, toSnake)))
})
