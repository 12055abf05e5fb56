import { createEngine } from '@leaselight/engine'
import { type Facts, peopleAtHandOf } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { callBack, callLog } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'

let store: TestStore
/** Every statement that reads how to reach people. */
const lookUps: string[] = []
/** What happens before the first of them. */
let before: (() => Promise<void>) | undefined
let watched: Facts

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
  watched = factsWith(store.facts, {
    query: async <T>(...[sql, ...rest]: Parameters<Facts['query']>) => {
      if (sql.includes('trimBoth(phone) AS phone')) {
        lookUps.push(sql)
        const happens = before
        before = undefined
        await happens?.()
      }
      return store.facts.query<T>(sql, ...rest)
    },
  })
})
afterAll(() => store.close())

/** A reader without a cache. */
const reader = () =>
  createEngine({ facts: watched, loadQuery, now: () => new Date('2026-03-15T12:00:00-04:00'), cacheCells: 0 })
const question = [callBack, stateFrom(callBack), viewer('admin', 201)] as const

async function peopleToCall(): Promise<unknown[]> {
  lookUps.length = 0
  const { rows } = await reader().runReport(...question)
  return rows.map(({ key, name, phone, email }) => [key, name, phone, email])
}

it('reads how to reach people from the days on which they were created, and of one who has just moved from all', async () => {
  const expected = await peopleToCall()
  expect(expected.length).toBeGreaterThan(1)
  expect(lookUps.join()).not.toContain('joinGet')

  // A store that several processes may write has nobody at hand.
  await peopleAtHandOf(watched).load(1)
  const usesMemory = store.facts.embedded && !store.facts.cluster
  expect(await peopleToCall()).toEqual(expected)
  expect(lookUps[0]?.includes('joinGet')).toBe(usesMemory)

  before = async () => {
    const { prospects } = fixtureCompany
    const moved = prospects.map((one) => ({ ...one, created_at: '2026-01-05T10:00:00-05:00' }))
    await store.load({ ...fixtureCompany, prospects: moved })
  }
  expect(await peopleToCall()).toEqual(expected)
  expect(lookUps).toHaveLength(usesMemory ? 2 : 1)
})

it('reads the names in the file of a list from the records, since it may be read for longer than people stay at hand', async () => {
  await peopleAtHandOf(watched).load(1)
  lookUps.length = 0
  const file = await reader().records(...question)
  for await (const _row of file?.rows() ?? []);
  expect(lookUps.length).toBeGreaterThan(0)
  expect(lookUps.join()).not.toContain('joinGet')
})

it('looks nowhere else for a caller who is no prospect of ours', async () => {
  const [call] = fixtureCompany.calls
  const calls = [{ ...call, id: 9400, prospect_id: 987_654, caller_name: '' }] as typeof fixtureCompany.calls
  await store.load({ ...fixtureCompany, calls })
  await peopleAtHandOf(watched).load(1)
  lookUps.length = 0
  const params = { start_date: '2026-03-01', end_date: '2026-03-31' }
  const { rows } = await reader().runReport(callLog, stateFrom(callLog, params), viewer('admin', 201))
  expect(rows).toContainEqual(expect.objectContaining({ key: 'record:9400', caller: null }))
  expect(lookUps).toHaveLength(1)
})
