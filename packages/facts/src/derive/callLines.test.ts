import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseListed, listErased } from '../erase'
import { baseRecords, east, west } from '../import/testing'
import { type TempFacts, tempCluster, tempFacts } from '../testing'
import { derive, isDerived, wrongRows } from './derive'
import { drawing } from './testing'
import { CallWorld, storedCallLines } from './testingCalls'

const SEED = Number(process.env.RANDOM_SEED ?? 1)

describe.each([
  ['one store', tempFacts, 6],
  ['a cluster', tempCluster, 3],
])('what was said in calls, in %s', (_name, open, rounds) => {
  let store: TempFacts
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.clear()
    await store.load(baseRecords)
  })

  it(`says after any imports what the records say (RANDOM_SEED=${SEED})`, async () => {
    const draw = drawing(SEED)
    const world = new CallWorld(draw)
    let said = 0
    let left = 0
    // At last every call goes, so that in whatever world some rows have been left.
    for (let round = 0; round <= rounds; round++) {
      const about = `RANDOM_SEED=${SEED}, round ${round}`
      // Moved zones move calls to other days.
      const properties = round > 0 && draw(2) ? [east, { ...west, time_zone: world.moveWest() }] : []
      const changes = round === 0 ? world.all() : round < rounds ? world.some() : world.none()
      await store.load({ properties, ...changes })
      expect(await isDerived(store.facts, 1), about).toBe(true)
      expect(await wrongRows(store.facts, 1), about).toBe(0)
      const plainly = world.plainly()
      expect(await storedCallLines(store.facts), about).toEqual(plainly)
      said += plainly.length
      const [gone] = await store.facts.query<{ rows: number }>(
        'SELECT count() AS rows FROM call_lines WHERE is_deleted',
      )
      left = Math.max(left, gone?.rows ?? 0)
    }
    expect(said).toBeGreaterThan(0)
    expect(left).toBeGreaterThan(0)
  })

  it('loses what was said with an erased person, also in calls that shared the transcript', async () => {
    const call = (id: number, prospect_id: number, thread_id: string) => ({
      ...{ id, prospect_id, thread_id, property_id: 10, started_at: '2026-03-09T18:00:00Z', duration_seconds: 60 },
      ...{ direction: 'inbound', handled_by: 'agent', caller_type: 'other', outcome: 'answered' },
    })
    const transcript = (thread_id: string) => ({
      ...{ thread_id, property_id: 10, annotations: {} },
      utterances: [{ speaker: 'caller', time: 0, transcript: 'My name is Zebulon.' }],
    })
    const transcripts = [transcript('of both'), transcript('before'), transcript('other')]
    await store.load({ calls: [call(1, 5, 'of both'), call(2, 6, 'before'), call(3, 6, 'other')], transcripts })
    await store.load({ calls: [call(2, 6, 'of both')] })
    await listErased(store.facts, 1, [5], Date.now())
    await eraseListed(store.facts, 1, { now: Date.now() })
    // No former version of a row comes back.
    expect(await store.facts.query('SELECT call_id FROM call_lines WHERE company_id = 1')).toEqual([{ call_id: 3 }])
    await derive(store.facts, 1)
    expect(await wrongRows(store.facts, 1)).toBe(0)
  })
})
