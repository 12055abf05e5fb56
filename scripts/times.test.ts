import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where times are written as people read them: `Sun, Mar 8, 2:05 PM ET`. */
const FORMATTER = 'packages/model/src/format/values.ts'

/** Ways to write a time that the formatter doesn't know of: the platform's own, and one put together of its parts. */
const others = [
  /toLocale(Date|Time)String/,
  /\b(timeStyle|dateStyle|hour12)\b/,
  /:\$\{.*[AP]M/,
  /formatDay\([^\n]*formatClock/,
  // A time that SQL writes has no weekday and no zone, and is sorted as text.
  /formatDateTime|intDiv\([^\n]*3600[^\n]*concat\(/,
]

test('one formatter writes times', () => {
  const files = execFileSync(
    'git',
    ['ls-files', 'apps/*.ts', 'apps/*.tsx', 'packages/*.ts', 'packages/*.tsx', 'reports/*.ts', 'reports/*.tsx'],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter(
      (file) => file !== '' && file !== FORMATTER && !/\.test\.|\/testing|^packages\/(connectors|sample)\//.test(file),
    )
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return others.flatMap((pattern) => (pattern.test(text) ? [`${file}: ${pattern}`] : []))
  })
  expect(found).toEqual([])
})
