import { afterAll, beforeAll, expect, it } from 'vitest'
import { importValidRecords } from '../import'
import { ana, baseRecords, message } from '../import/testing'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { derive, wrongRows } from './derive'
import { storedCare } from './testingCare'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())

async function* later(): AsyncIterable<Uint8Array> {
  yield Buffer.from(JSON.stringify({ ...message, id: 2, prospect_id: 6 }))
}

it('clears the place where another instance left an older row', async () => {
  await store.clear()
  // A person whose status says leased, and who has no lease, is never active.
  const prospects = [5, 6].map((id) => ({ ...ana, id, status: 'leased' }))
  await store.load({ ...baseRecords, prospects, messages: [{ ...message, prospect_id: 5 }] })
  const [row] = await store.facts.query<{ version: number }>(
    'SELECT * FROM prospect_care FINAL WHERE company_id = 1 ORDER BY prospect_id',
  )
  expect(row).toMatchObject({ prospect_id: 5, ends_day: '2026-03-07' })
  await store.facts.insert('prospect_care', [{ ...row, ends_day: '2026-03-09', version: 1 }])
  expect(await wrongRows(store.facts, 1)).toBe(1)
  await importValidRecords(store.facts, later(), { entity: 'messages' })
  // Only on a server there are other instances.
  await derive(factsWith(store.facts, { embedded: false }), 1)
  expect(await wrongRows(store.facts, 1)).toBe(0)
  expect(await storedCare(store.facts)).toMatchObject([{ prospect_id: 5 }, { prospect_id: 6 }])
})
