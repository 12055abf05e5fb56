import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { baseRecords, east, west } from '../import/testing'
import { type TempFacts, tempFacts } from '../testing'
import { isDerived, wrongRows } from './derive'
import { drawing, PeopleWorld } from './testing'
import { allLeases, someLeases, someUnits, units } from './testingLeases'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
  await store.load({ ...baseRecords, units })
})
afterAll(() => store.close())

const ONE_OF_EACH = [
  'touches',
  'visits',
  'applications',
  'appointments',
  'conversations',
  'calls',
  'prospects',
] as const

/** So many of an entity's records change, one after another. */
const CHANGES = EVERYTHING ? 4 : 2

// Where many records come at once, what only one of them touches is touched by others, too.
it(`follows each change of a single record (RANDOM_SEED=${SEED})`, { timeout: 480_000 }, async () => {
  const draw = drawing(SEED)
  const world = new PeopleWorld(draw)
  const leases = allLeases(draw)
  world.note('leases', leases)
  await store.load({ leases, ...world.someCampaigns(), ...world.allFacts() })
  // What a message tells depends on those before it.
  const messages = Array.from({ length: 3 * CHANGES }, () => () => world.oneFact('messages'))
  const others = Array.from({ length: CHANGES }, () => [
    ...ONE_OF_EACH.map((entity) => () => world.oneFact(entity)),
    () => ({ leases: someLeases(draw).slice(0, 1) }),
    () => ({ units: someUnits(draw).slice(0, 1) }),
    () => world.someCampaigns(),
    () => ({ properties: [{ id: west.id, company_id: 1, deleted: true }] }),
    () => ({ properties: [east, west] }),
  ]).flat()
  for (const change of [...messages, ...others]) {
    const records = change()
    await store.load(records)
    expect(await isDerived(store.facts, 1)).toBe(true)
    expect(await wrongRows(store.facts, 1), JSON.stringify(records)).toBe(0)
  }
})
