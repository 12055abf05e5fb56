import { entityNames, entityOf } from '@leaselight/contract'
import { expect, it } from 'vitest'
import { LONGEST_STATEMENT } from '../client/engines/embedded'
import type { Facts } from '../client/facts'
import { factsWith, tempFacts } from '../testing'
import { mostTouched } from './changes'
import { derivedTables } from './tables'
import { Touched } from './touched'

/** An id as text, with the comma behind it. */
const LONGEST_ID = `${Number.MAX_SAFE_INTEGER},`.length

it('names lists in no statement so often that it would be too long, however much changed', async () => {
  const store = await tempFacts()
  const statements: string[] = []
  const facts: Facts = factsWith(store.facts, {
    query: (sql, ...rest) => {
      statements.push(sql)
      return store.facts.query(sql, ...rest)
    },
  })
  const keys = (key: string) => (key === 'id' ? [1] : ['thread'])
  const changes = new Map(
    entityNames.map((entity) => [entity, { keys: keys(entityOf(entity).key), areNew: false }] as const),
  )
  const touched = new Touched(facts, 1, async () => changes)
  for (const table of derivedTables) await touched.keysOf(table)
  await store.close()
  expect(statements.length).toBeGreaterThan(derivedTables.length)
  const longest = Math.max(...statements.map((sql) => sql.match(/\{changed_/g)?.length ?? 0))
  expect(longest * mostTouched({ embedded: true }) * LONGEST_ID).toBeLessThan(LONGEST_STATEMENT)
})
