import { createEngine, type Engine } from '@leaselight/engine'
import { type EntityName, entityNames, eraseListed, listErased } from '@leaselight/facts'
import { initialState } from '@leaselight/model'
import { callBack } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOW } from './permutations'
import { openPortfolio, type Portfolio } from './portfolio'
import { ofRun, reportsOfRun, SEED } from './seed'

/** The entities that a run imports, and with another seed the others. RANDOM_EVERY=1 imports all of them. */
const imported = ofRun(entityNames)
/** Of so many records of an entity one is changed. */
const EVERY = 5

let portfolio: Portfolio
/** Answers from a cache where it may. */
let caching: Engine
const records = new Map<EntityName, Record<string, unknown>[]>()
beforeAll(async () => {
  portfolio = await openPortfolio({
    seed: SEED,
    now: NOW,
    facts: 3_000,
    change: (batch) => {
      const ofEntity = records.get(batch.entity) ?? []
      records.set(batch.entity, ofEntity)
      for (const record of batch.records) ofEntity.push({ ...record })
    },
  })
  caching = engineWith()
})
afterAll(() => portfolio.close())

const engineWith = (options: { cacheCells?: number } = {}) =>
  createEngine({ facts: portfolio.store.facts, loadQuery, now: () => new Date(NOW), ...options })

/** What describes people and properties is renamed; of what happened some is removed. */
const changed = (entity: EntityName, record: Record<string, unknown>): Record<string, unknown> => {
  if ('name' in record) return { ...record, name: `${record.name} (renamed)` }
  if (entity === 'users') return { ...record, first_name: 'Renamed' }
  return { ...record, deleted: true }
}

const answersOf = async (engine: Engine) =>
  new Map(
    await Promise.all(
      reportsOfRun().map(async ([key, report]) => {
        const result = await engine.runReport(report, initialState(report), portfolio.viewers.all, { depth: 'all' })
        return [key, JSON.stringify(result)] as const
      }),
    ),
  )

it(`shows an import of any entity at once, and an erasure (RANDOM_SEED=${SEED})`, { timeout: 600_000 }, async () => {
  const { store } = portfolio
  let before = await answersOf(caching)
  let differences = 0
  const expectAsWithoutCache = async (about: string) => {
    // Readers don't wait for what a year has shown: a job learns it again after imports.
    await caching.learn(callBack, portfolio.viewers.all)
    const [found, expected] = [await answersOf(caching), await answersOf(engineWith({ cacheCells: 0 }))]
    for (const [key, answer] of expected) expect(found.get(key) === answer, `${about}: ${key}`).toBe(true)
    differences += [...found].filter(([key, answer]) => before.get(key) !== answer).length
    before = found
  }
  for (const entity of imported) {
    const some = (records.get(entity) ?? []).filter((_, index) => index % EVERY === 0)
    expect(some.length, entity).toBeGreaterThan(0)
    await store.load({ [entity]: some.map((record) => changed(entity, record)) }, { now: Date.parse(NOW) })
    await expectAsWithoutCache(entity)
  }
  const people = (records.get('prospects') ?? []).slice(0, 200).map(({ id }) => Number(id))
  await listErased(store.facts, 1, people, Date.parse(NOW))
  await eraseListed(store.facts, 1, { now: Date.parse(NOW) })
  await expectAsWithoutCache('an erasure')
  // Answers without a difference would prove nothing.
  expect(differences).toBeGreaterThan(imported.length / 4)
})
