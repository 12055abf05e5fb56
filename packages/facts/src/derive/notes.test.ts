import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Activity, type Facts, importRecords } from '..'
import { ana, baseRecords, linesOf, message } from '../import/testing'
import { factsWith, type TempFacts, tempFacts } from '../testing'
import { completeTables, isDerived } from './derive'
import { type Ending, Notes } from './notes'
import { DERIVED_BATCHES, derivedTables } from './tables'

let store: TempFacts
beforeAll(async () => {
  store = await tempFacts()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear()
  await store.load({ ...baseRecords, prospects: [ana], messages: [message] })
})
afterEach(() => vi.useRealTimers())

/** The store, and how often a note was written in it. */
function counting(insert: Facts['insert'] = (...args) => store.facts.insert(...args)) {
  const ends: string[] = []
  const activity = new Activity()
  activity.listen({ derivation: ({ table, outcome }) => ends.push(`${table} ${outcome}`) })
  let notes = 0
  const facts = factsWith(store.facts, {
    activity,
    insert: async (table, ...rest) => {
      if (table === DERIVED_BATCHES) notes++
      await insert(table, ...rest)
    },
  })
  return { facts, ends, notes: () => notes }
}

/** Changes what most tables are made of. */
const correct = (facts: Facts) =>
  importRecords(facts, linesOf([{ ...ana, source: 'Another' }]), { entity: 'prospects' })

it('notes all that an import changed in one statement, and then says how it ended', async () => {
  // However slow the machine is, no table takes long.
  vi.useFakeTimers({ toFake: ['performance'] })
  const { facts, ends, notes } = counting()
  await correct(facts)
  expect(notes()).toBe(1)
  expect(await isDerived(store.facts, 1)).toBe(true)
  expect(ends).toContain('prospect_care ok')
  expect(ends).toContain('prospect_days ok')
  expect(new Set(ends).size).toBe(ends.length)
})

it('says of each table that it failed where its note can not be written', async () => {
  const { facts, ends } = counting(async (table, ...rest) => {
    if (table === DERIVED_BATCHES) throw new Error('away')
    await store.facts.insert(table, ...rest)
  })
  await correct(facts)
  expect(ends).toContain('prospect_care failed')
  expect(ends).toContain('prospect_days failed')
  expect(ends.filter((end) => end.endsWith(' ok'))).toEqual([])
  expect(await completeTables(store.facts, 1)).not.toContain('prospect_care')
})

it('notes what took long at once, with all that waits', async () => {
  const { facts, notes } = counting()
  const pending = new Notes(facts, 1)
  const ends: Ending[] = []
  const writing = (seconds: number) => ({ batches: [1], seconds, report: (end: Ending) => void ends.push(end) })
  const [first, second, third] = derivedTables
  if (!first || !second || !third) throw new Error('There are fewer tables.')
  await pending.add({ table: first, ...writing(0.9) })
  expect(notes()).toBe(0)
  await pending.add({ table: second, ...writing(1) })
  expect([notes(), ends.length]).toEqual([1, 2])
  await pending.add({ table: third, ...writing(0.1) })
  await pending.write()
  await pending.write()
  expect([notes(), ends.length]).toEqual([2, 3])
})
