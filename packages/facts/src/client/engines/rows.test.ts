import { expect, it } from 'vitest'
import { rowsOf } from './rows'

const bytesOf = (rows: readonly object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

it('parses rows of any length, whatever characters a piece ends with', () => {
  const texts = ['', 'a', 'line\nbreak', 'é', '😀', '中文', '\u2028']
  for (const length of [1, 9, 997, 30_000, 61_430, 61_440, 61_441, 200_000]) {
    const rows = Array.from({ length: Math.ceil(150_000 / length) + 3 }, (_, at) => ({
      id: at,
      text: (texts[at % texts.length] ?? '').repeat(length),
    }))
    expect(rowsOf(bytesOf(rows))).toEqual(rows)
  }
})

it('finds lines that end exactly where a piece does', () => {
  for (let length = 61_400; length < 61_460; length++) {
    const rows = [{ text: 'x'.repeat(length) }, { text: 'y' }, { text: 'z'.repeat(length) }]
    expect(rowsOf(bytesOf(rows))).toEqual(rows)
  }
})

it('has no rows without any', () => {
  expect(rowsOf(Buffer.alloc(0))).toEqual([])
})
