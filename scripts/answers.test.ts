import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Reads of a query's data that make something of what has not come: `data ?? []`, `data?.rows ?? []`, `data || []`, `{ data = [] }`. */
const UNTAGGED = /\bdata\)?\s*(?:\?\?(?!\s*null)|\|\|)|\bdata\?\..*(?:\?\?|\|\|)|\bdata(?:: \w+)? = [^=].*useQuery/
/** A failed request that becomes an empty answer. */
const SWALLOWED = /\.catch\(\(\) => (?:\[\]|null|\(\{\}\))\)/

const sources = (): string[] =>
  execFileSync('git', ['ls-files', 'apps/web/src', 'packages/ui/src', 'reports'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && existsSync(file))
    // Where answers are made, and what is no answer of a request.
    .filter((file) => !file.startsWith('apps/web/src/api/'))

it('no page reads an answer that has not come as an empty one', () => {
  const found = sources().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        UNTAGGED.test(line) || SWALLOWED.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
