import { entityNames, entityOf } from '@leaselight/contract'
import { expect, it } from 'vitest'
import { LONGEST_STATEMENT } from '../client/engines/embedded'
import type { Facts } from '../client/facts'
import { factsWith, tempFacts } from '../testing'
import { mostListed } from './changes'
import { RecordCodes } from './people'
import { derivedTables } from './tables'
import { Touched } from './touched'

/** The number of a record as text, with the comma behind it. */
const LONGEST_ITEM = `${BigInt(Number.MAX_SAFE_INTEGER) * 8n},`.length

it('names lists in no statement so often that it would be too long, however much changed', async () => {
  const store = await tempFacts()
  const items: number[] = []
  const facts: Facts = factsWith(store.facts, {
    query: (sql, params, ...rest) => {
      const named = [...sql.matchAll(/\{(\w+):Array/g)].map(([, name = '']) => params?.[name])
      items.push(named.flat().length)
      return store.facts.query(sql, params, ...rest)
    },
  })
  const keys = (key: string) => (key === 'id' ? [1] : ['thread'])
  const changes = new Map(
    entityNames.map((entity) => [entity, { keys: keys(entityOf(entity).key), areNew: false }] as const),
  )
  const touched = new Touched(facts, 1, async () => ({ batches: new Set(), changed: changes }))
  for (const table of derivedTables) await touched.keysOf(table)
  await store.close()
  expect(items.length).toBeGreaterThan(derivedTables.length)
  expect(Math.max(...items) * mostListed({ embedded: true }) * LONGEST_ITEM).toBeLessThan(LONGEST_STATEMENT)
})

it('numbers the records of the largest ids exactly', () => {
  const codes = new RecordCodes(['prospects', 'messages'])
  const ids = [1, 2 ** 50 - 1, 2 ** 50, Number.MAX_SAFE_INTEGER]
  expect(codes.codesOf('messages', ids).map(BigInt)).toEqual(ids.map((id) => BigInt(id) * 8n + 1n))
})
