import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ERASED, freshness, plainBatches } from './freshness'
import { ALL_NEW, IN_PLACE } from './import/write/log'
import { type TempFacts, tempFacts } from './testing'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
beforeEach(() => store.clear())
afterAll(() => store.close())

/** Notes that a batch of calls has ended. */
const end = (version: number, details: string = ALL_NEW, entity = 'calls') =>
  store.facts.insert('import_log', [
    { company_id: 1, version, state: 'finished', entity, rows: 2, at: '2026-06-01T00:00:00Z', details },
  ])

const versionOfCalls = async () => (await freshness(store.facts, 1)).entityVersions.get('calls') ?? ''

/** The batches between now and what comes. */
async function during(work: () => Promise<unknown>) {
  const since = await versionOfCalls()
  await work()
  return plainBatches(store.facts, 1, 'calls', { since, until: await versionOfCalls() })
}

it('finds the batches that brought only new records, or replaced others where they are', async () => {
  expect(await during(() => end(10))).toEqual({ added: [10], records: 2, replaced: [] })
  expect(await during(async () => {})).toEqual({ added: [], records: 0, replaced: [] })
  const several = async () => {
    await end(11)
    await end(12, '', 'visits')
    await end(13, IN_PLACE)
    await end(14)
  }
  const found = await during(several)
  expect(found?.added.sort()).toEqual([11, 14])
  expect(found).toMatchObject({ records: 4, replaced: [13] })
})

it.each<[string, () => Promise<unknown>]>([
  ['one brought others', () => end(12, '')],
  ['one of several did', () => end(12).then(() => end(13, ''))],
  ['one ended after a later one', () => end(9).then(() => end(12))],
  ['one ended late and alone', () => end(9)],
  ['records were erased', () => end(12, ERASED, 'prospects').then(() => end(13))],
  ['records were erased and none came', () => end(12, ERASED, 'prospects')],
])('finds that not all were plain where %s', async (_name, work) => {
  await end(10)
  expect(await during(work)).toBeNull()
})
