import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { initialState, type ReportDefinition } from '@leaselight/model'
import { activity, appointments, occupancy } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let store: TestStore
let statements: string[]
let engine: ReturnType<typeof createEngine>
const now = () => new Date(fixtureCompany.now)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())
beforeEach(() => {
  statements = []
  engine = createEngine({ facts: listeningFacts(), loadQuery, now })
})

const listeningFacts = (): Facts => ({
  ...store.facts,
  embedded: true,
  query: (sql, ...rest) => {
    statements.push(sql)
    return store.facts.query(sql, ...rest)
  },
})

const ask = async (report: ReportDefinition = activity, who = viewer('admin', 1), params = {}) => {
  statements = []
  const result = await engine.runReport(report, stateFrom(report, params), who)
  return { result, statements: statements.length }
}

it('answers the same question from memory, until the next import of the company', async () => {
  const first = await ask()
  const again = await ask()
  expect(first.statements).toBeGreaterThan(1)
  // The freshness of facts is never cached.
  expect(again.statements).toBe(1)
  expect(again.result).toEqual(first.result)

  const [ann] = fixtureCompany.prospects
  if (!ann) throw new Error('Nobody lives in the fixture company.')
  await store.load({ prospects: [{ ...ann, id: 9001 }] })
  const after = await ask()
  expect(after.statements).toBeGreaterThan(1)
  expect(after.result.total.leads).toBe(Number(first.result.total.leads) + 1)
})

it('has the page on which an opened report opens ready before its next reader', async () => {
  await ask(activity, viewer('admin', 1), { property_ids: '11', start_date: '2026-03-01', end_date: '2026-03-02' })
  const [opened] = [...engine.openedReports().values()]
  if (!opened) throw new Error('Nothing was opened.')
  await store.load({ ...fixtureCompany, sources: [{ id: 91, company_id: 1, name: 'Flyers', is_paid: false }] })
  await engine.askAhead(opened)
  expect([...engine.openedReports().values()]).toEqual([opened])
  const ready = initialState(activity)
  statements = []
  await engine.runReport(activity, { ...ready, filters: { ...ready.filters, propertyIds: [11] } }, viewer('admin', 1))
  expect(statements).toHaveLength(1)
})

it('asks the engine once for readers who open the same page in the same moment', async () => {
  const alone = await ask()
  engine = createEngine({ facts: listeningFacts(), loadQuery, now })
  statements = []
  const ofWeek = () => engine.runReport(activity, stateFrom(activity, {}), viewer('admin', 1))
  for (const result of await Promise.all([ofWeek(), ofWeek(), ofWeek()])) expect(result).toEqual(alone.result)
  // Only how fresh the facts are is read for each of them.
  const counting = statements.filter((sql) => !sql.includes('import_log'))
  expect(counting.length).toBeGreaterThan(1)
  expect(counting).toHaveLength(new Set(counting).size)
})

it('keeps to what each viewer may see', async () => {
  const whole = (await ask(occupancy)).result
  const own = await ask(occupancy, viewer('manager', 202))
  expect(own.statements).toBeGreaterThan(1)
  expect(own.result.rows.length).toBeLessThan(whole.rows.length)
  expect((await ask(occupancy, viewer('manager', 202))).result).toEqual(own.result)
  expect((await ask(occupancy)).result).toEqual(whole)
})

it('doesn’t cache queries that use the current instant', async () => {
  await ask(appointments)
  const again = await ask(appointments)
  expect(again.statements).toBeGreaterThan(1)
  expect((await ask(appointments)).statements).toBe(again.statements)
})

it('reads what is known of all facts once after each import, also without a cache', async () => {
  engine = createEngine({ facts: listeningFacts(), loadQuery, now, cacheCells: 0 })
  const reads: [coverage: number, delays: number][] = []
  const times = (part: string) => statements.filter((sql) => sql.includes(part)).length
  const askTwice = async () => {
    for (const property_ids of ['-1', '11']) {
      await ask(activity, viewer('admin', 1), { date_by: 'created', property_ids })
      reads.push([times('AS propertyId, toString(min('), times('quantileExact(0.9)(days)')])
    }
  }
  await askTwice()
  await store.load({ prospects: fixtureCompany.prospects.slice(0, 1).map((one) => ({ ...one, id: 9002 })) })
  await askTwice()
  expect(reads).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
    [0, 0],
  ])
})
