import { setFlagsFromString } from 'node:v8'
import { count, ratio } from '@leaselight/model'
import { expect, it } from 'vitest'
import { ResultBuilder } from './resultBuilder'

setFlagsFromString('--allow-natives-syntax')
/** Whether the engine of JavaScript knows an object's properties by their places, and not as a hash table. */
const isShaped = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean

const columns = {
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`number${at}`, count(`Number ${at}`, '')])),
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`rate${at}`, ratio(`number${at}`, 'number0', `Rate ${at}`, '')]),
  ),
}

it('makes rows and points of many columns that are written as fast as those of few', () => {
  const company = { properties: [], agents: [], campaigns: [], today: '2026-06-15' }
  const builder = new ResultBuilder(['property', 'day'], company, columns)
  const keys = [[7], [7, '2026-06-01']]
  for (const row of keys) builder.ensureRow(row)
  const expected = new Set(keys.map((row) => builder.rowKey(row)))
  const { rows, priorRows } = builder.buildRows([1, 2], expected, builder.totals())
  const points = builder.series({ start: '2026-06-01', end: '2026-06-03' }, 'current', '2026-06-02')
  expect([rows.length, priorRows.length, points.length]).toEqual([2, 2, 3])
  for (const one of [...rows, ...priorRows, ...points]) {
    expect(Object.keys(one).length).toBeGreaterThan(60)
    expect(isShaped(one)).toBe(true)
  }
})
