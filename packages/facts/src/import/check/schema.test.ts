import { contractFields, type EntityName, entityNames, entityOf, recordSchema } from '@leaselight/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ana, company, east, lease, message } from '../testing'
import { Problem } from './problem'
import { Validator } from './validator'

const good: Partial<Record<EntityName, object>> = {
  companies: company,
  properties: east,
  prospects: ana,
  messages: message,
  leases: lease,
}

/** Values of every sort; each field takes some and refuses the others. */
const VALUES = [
  null,
  true,
  0,
  7,
  1.25,
  1.255,
  -1,
  'x',
  '',
  'email',
  'new',
  '2026-03-08',
  '2026-03-08T10:00:00Z',
  'UTC',
  [],
  [1],
  ['2026-01-01'],
  {},
  { a: 'b' },
  { a: true },
]

describe('the schema of a record', () => {
  it.each(Object.keys(good) as EntityName[])('of %s takes what the import takes, field by field', (name) => {
    const schema = recordSchema(name)
    for (const [field, declared] of Object.entries(entityOf(name).fields)) {
      // Which zones there are only the runtime knows, and the schema leaves that to the import.
      if (declared.kind === 'zone') continue
      for (const value of VALUES) {
        const record = { ...good[name], [field]: value }
        const isTaken = !(new Validator(name).validate(record, 1) instanceof Problem)
        expect([field, value, schema.safeParse(record).success]).toEqual([field, value, isTaken])
      }
    }
  })

  it('can be written as JSON schema, for every entity', () => {
    for (const name of entityNames) {
      const json = z.toJSONSchema(recordSchema(name), { io: 'input' })
      expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(entityOf(name).fields))
    }
  })
})

it('the documentation names every field once', () => {
  const fields = contractFields()
  expect(new Set(fields.map(({ entity, field }) => `${entity}.${field}`)).size).toBe(fields.length)
  expect(fields).toContainEqual({
    entity: 'units',
    field: 'status',
    holds: 'one of rentable, model, down',
    required: false,
    note: 'default rentable',
  })
  expect(fields.every(({ holds }) => holds.length > 0)).toBe(true)
})

it('companies and properties come first, as an import needs them', () => {
  expect(entityNames.slice(0, 2)).toEqual(['companies', 'properties'])
})
