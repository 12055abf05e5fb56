import { createEngine } from '@leaselight/engine'
import { factsWith } from '@leaselight/facts/testing'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadQuery } from '../server'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { forecast } from './report'

// How residents leave is learned from the company's history, and what it takes to learn it must not wait for a reader.

const TODAY = '2026-03-15'
const who = viewer('manager', 201)

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany)
})
afterAll(() => store.close())

/** Days on which statements look back at leases. */
const isPastDays = (value: unknown): value is string[] => Array.isArray(value) && value.includes(TODAY)

it('waits for no test of the past, and reads again only what an import has changed', async () => {
  const read: { sql: string; days: number }[] = []
  const facts = factsWith(store.facts, {
    query: <T>(sql: string, params: Record<string, unknown> = {}, ...rest: [object?]) => {
      read.push({ sql, days: Object.values(params).find(isPastDays)?.length ?? 0 })
      return store.facts.query<T>(sql, params, ...rest)
    },
  })
  const engine = createEngine({ facts, loadQuery, now: () => new Date(fixtureCompany.now), cacheCells: 0 })
  const open = async () => {
    read.length = 0
    const { notes } = await engine.runReport(forecast, stateFrom(forecast), who)
    return notes.join(' ')
  }
  // Who decided how, and since when; the columns of these statements are nowhere else.
  const decisions = () => read.filter(({ sql }) => sql.includes('AS left_leases'))
  const leads = () => read.filter(({ sql }) => sql.includes('AS leads, countIf'))

  expect(await open()).toContain('is being tested on your own past')
  await engine.learn(forecast, who)
  expect(await open()).toContain('too little history to test the forecast')
  expect([...decisions(), ...leads()]).toEqual([])

  // A lead changes what leads cost, and nothing about residents.
  const [prospect] = fixtureCompany.prospects
  await store.load({ now: fixtureCompany.now, prospects: [{ ...prospect, id: 9100 }] } as typeof fixtureCompany)
  await open()
  expect([decisions().length, leads().length]).toEqual([0, 1])

  // A lease changes what is expected from today on. How right the forecast was is what the last test said.
  const [lease] = fixtureCompany.leases
  await store.load({ now: fixtureCompany.now, leases: [{ ...lease, id: 9200 }] } as typeof fixtureCompany)
  expect(await open()).toContain('too little history to test the forecast')
  expect(decisions().map(({ days }) => days)).toEqual([1])
  read.length = 0
  await engine.learn(forecast, who)
  expect(decisions().map(({ days }) => days)).toEqual([13])
  read.length = 0
  await engine.learn(forecast, who)
  expect(decisions()).toEqual([])
})
