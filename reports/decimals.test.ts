import { expect, test } from 'vitest'
import { reports } from './register'

test('only what is divided by a count has two decimals: a score, a credit, or hours have no more than one', () => {
  const precise = reports.flatMap(({ key, columns }) =>
    Object.entries(columns).flatMap(([name, { format, kind }]) =>
      format === 'decimal' && kind !== 'ratio' ? [`${key} ${name}`] : [],
    ),
  )
  // A variance is a hundredth where a share is a tenth.
  expect(precise).toEqual(['forecast variance'])
})
