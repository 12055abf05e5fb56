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

test('it writes answers of any length as it writes short ones', () => {
  const row = (at: number) => ({
    theName: `"of":${'é'.repeat(at % 7)}`,
    rowKey: at,
    partsOf: [at, null, { endOn: '\\"' }],
  })
  for (const length of [0, 1, 2, 40, 3_000]) {
    const rows = Array.from({ length }, (_, at) => row(at))
    const long = { theText: 'x"\\y'.repeat(length * 40) }
    const answer = {
      rows,
      theTotal: row(1),
      metaData: { theRows: rows, ofThem: [long, long] },
      gone: undefined,
      ...long,
    }
    for (const value of [answer, rows, [rows, rows], { only: { deeper: { rowsThere: rows } } }])
      expect(String(snakeJson(value))).toBe(JSON.stringify(renameKeys(value as Json, toSnake)))
  }
})
