import { describe, expect, it } from 'vitest'
import { all, any, raw, render, sql } from './sql'

describe('several conditions', () => {
  const conditions = [raw('a'), raw('b OR c')]

  it.each([
    ['any', any(conditions), 'x AND ((a) OR (b OR c)) AND NOT ((a) OR (b OR c))'],
    ['all', all(conditions), 'x AND ((a) AND (b OR c)) AND NOT ((a) AND (b OR c))'],
    ['any of one', any([raw('a OR b')]), 'x AND ((a OR b)) AND NOT ((a OR b))'],
    ['any of none', any([]), 'x AND 0 AND NOT 0'],
    ['all of none', all([]), 'x AND 1 AND NOT 1'],
  ])('%s are one wherever they are put', (_, condition, text) => {
    expect(render(sql`x AND ${condition} AND NOT ${condition}`).text).toBe(text)
  })
})
