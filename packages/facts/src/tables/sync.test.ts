import { type Entity, entities } from '@leaselight/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempFacts, tempFacts } from '../testing'
import { tablesOf } from './columns'
import { migrate } from './migrate'
import { TablesDiffer } from './sync'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

type Declared = Record<string, Entity>

/** Starts with a declaration that differs from the store's, and also has an additional field. */
async function start(change: (declared: Declared) => Declared): Promise<void> {
  const gained: Declared = { ...entities, agents: withField(entities.agents, 'nickname', 'text') }
  await migrate(store.facts, tablesOf(change(gained)))
}

function withField(entity: Entity, name: string, kind: 'text' | 'number'): Entity {
  return { ...entity, fields: { ...entity.fields, [name]: { kind, required: false, nullable: false } } }
}

function withoutField(entity: Entity, name: string): Entity {
  const { [name]: _, ...fields } = entity.fields
  return { ...entity, fields }
}

const agentColumns = () =>
  store.facts.query(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'agents' AND name = 'nickname'`,
  )

it.each<[string, (declared: Declared) => Declared, string]>([
  [
    'a column whose type has changed',
    (all) => ({ ...all, calls: withField(entities.calls, 'duration_seconds', 'number') }),
    'The column duration_seconds of the table calls is UInt32 and this version needs Float64: start the version that last ran on this store, or add a numbered migration that changes its type.',
  ],
  [
    'a column that the declaration no longer has',
    (all) => ({ ...all, units: withoutField(entities.units, 'floorplan') }),
    'The table units has a column floorplan that this version does not know: start the version that last ran on this store, or add a numbered migration that drops or renames it.',
  ],
  [
    'a column that was renamed',
    (all) => ({ ...all, units: withField(withoutField(entities.units, 'floorplan'), 'plan', 'text') }),
    'The table units has a column floorplan that this version does not know: start the version that last ran on this store, or add a numbered migration that drops or renames it.',
  ],
  [
    'a table that the declaration no longer has',
    ({ listings: _, ...all }) => all,
    'The store has a table listings that this version does not know: start the version that last ran on this store, or add a numbered migration that drops or renames it.',
  ],
  [
    'another sort key',
    (all) => ({ ...all, leases: { ...entities.leases, datedBy: 'starts_on' } }),
    'The table leases is sorted by company_id, signed_day, property_id, id and this version needs company_id, starts_on, property_id, id: start the version that last ran on this store, or add a numbered migration that makes the table anew.',
  ],
])('refuses %s, and adds nothing', async (_, change, sentence) => {
  const started = start(change)
  await expect(started).rejects.toThrow(TablesDiffer)
  await expect(started).rejects.toThrow(sentence)
  expect(await agentColumns()).toEqual([])
})

it('starts once a migration has put the difference right', async () => {
  const renamed = (all: Declared): Declared => ({
    ...all,
    units: withField(withoutField(entities.units, 'floorplan'), 'plan', 'text'),
  })
  await expect(start(renamed)).rejects.toThrow(TablesDiffer)
  await store.facts.command('ALTER TABLE units RENAME COLUMN IF EXISTS floorplan TO plan')
  await store.facts.command('ALTER TABLE units MODIFY COLUMN plan String')
  await start(renamed)
  expect(await agentColumns()).toEqual([{ name: 'nickname' }])
})

it('leaves tables alone that were never an entity’s', async () => {
  await store.facts.command('CREATE TABLE notes (id UInt64) ENGINE = MergeTree ORDER BY id')
  await start((all) => ({ ...all, units: withField(withoutField(entities.units, 'floorplan'), 'plan', 'text') }))
})
