import { createEngine } from '@leaselight/engine'
import { entityNames, entityOf, type Facts, peopleAtHandOf } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { initialState, type ReportDefinition } from '@leaselight/model'
import { activity, appointments, callBack, forecast, occupancy } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

let store: TestStore
let statements: string[]
let engine: ReturnType<typeof createEngine>
const now = () => new Date(fixtureCompany.now)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  statements = []
  engine = await engineOver(listeningFacts())
})

/** An engine that finds the people in memory: statements read differently once they are there. */
async function engineOver(facts: Facts, options: { cacheCells?: number; now?: () => Date } = {}) {
  await peopleAtHandOf(facts).load(1)
  return createEngine({ facts, loadQuery, now, ...options })
}

const listeningFacts = (): Facts =>
  factsWith(store.facts, {
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
  // How fresh the facts are is read each time, where others may write them, too.
  expect(again.statements).toBe(1)
  expect(again.result).toEqual(first.result)

  const [ann] = fixtureCompany.prospects
  if (!ann) throw new Error('Nobody lives in the fixture company.')
  await store.load({ prospects: [{ ...ann, id: 9001 }] })
  const after = await ask()
  expect(after.statements).toBeGreaterThan(1)
  expect(after.result.total.leads).toBe(Number(first.result.total.leads) + 1)
})

it('reads how fresh the facts are only after a write, where no other process writes them', async () => {
  const facts = Object.defineProperty(listeningFacts(), 'writes', { get: () => store.facts.writes })
  engine = await engineOver(facts)
  const first = await ask()
  expect((await ask()).statements).toBe(store.facts.embedded ? 0 : 1)
  await store.load({ prospects: fixtureCompany.prospects.slice(0, 1).map((one) => ({ ...one, id: 9003 })) })
  // Otherwise they are loaded beside the questions, and one of these meets them for the first time.
  await peopleAtHandOf(facts).load(1)
  expect((await ask()).result.total.leads).toBe(Number(first.result.total.leads) + 1)
  // A write that failed may have changed something.
  await expect(store.facts.command('INSERT INTO no_such_table VALUES (1)')).rejects.toThrow()
  expect((await ask()).statements).toBe(1)
})

it('has the page on which an opened report opens ready before its next reader', async () => {
  // Loading people is paused for as many times as long as it took. Where no time passes, it never is.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  engine = await engineOver(listeningFacts())
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
  engine = await engineOver(listeningFacts())
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

it('answers what depends on the present instant anew each minute', async () => {
  let passed = 0
  engine = await engineOver(listeningFacts(), { now: () => new Date(now().getTime() + passed) })
  const counted = async () => {
    const { result } = await ask(appointments)
    return { total: result.total, times: statements.filter((sql) => sql.includes('FROM appointments')).length }
  }
  const first = await counted()
  expect(first.times).toBeGreaterThan(0)
  passed = 59_000
  expect(await counted()).toEqual({ ...first, times: 0 })
  passed = 60_000
  expect((await counted()).times).toBeGreaterThan(0)
})

it('reads how far records reach once after each import of them, and how long leads take once a day, also without a cache', async () => {
  engine = await engineOver(listeningFacts(), { cacheCells: 0 })
  const reads: [coverage: number, delays: number][] = []
  const times = (part: string) => statements.filter((sql) => sql.includes(part)).length
  const count = () => reads.push([times('AS propertyId, toString(min('), times('quantileExact(0.9)(days)')])
  const askTwice = async () => {
    for (const property_ids of ['-1', '11']) {
      await ask(activity, viewer('admin', 1), { date_by: 'created', property_ids })
      count()
    }
  }
  await askTwice()
  await store.load({ prospects: fixtureCompany.prospects.slice(0, 1).map((one) => ({ ...one, id: 9002 })) })
  await askTwice()
  await store.load({ messages: fixtureCompany.messages.slice(0, 1).map((one) => ({ ...one, id: 99_002 })) })
  await askTwice()
  // No reader waits for it: the learning job reads it again.
  statements = []
  await engine.learn(activity, viewer('admin', 1))
  count()
  const dated = entityNames.filter((entity) => entityOf(entity).datedBy !== undefined).length
  expect(reads).toEqual([
    [dated, 1],
    [0, 0],
    [1, 0],
    [0, 0],
    [1, 0],
    [0, 0],
    [0, 1],
  ])
})

it('reads what people are worth once a day, and in the background after each import of what tells it', async () => {
  engine = await engineOver(listeningFacts(), { cacheCells: 0 })
  const reads = async (asking: () => Promise<unknown>) => {
    statements = []
    await asking()
    return ['AS rent FROM leases', 'AS leads_leased'].map(
      (part) => statements.filter((sql) => sql.includes(part)).length,
    )
  }
  const open = () => ask(callBack)
  const learn = () => engine.learn(callBack, viewer('admin', 1))
  expect(await reads(open)).toEqual([1, 1])
  expect(await reads(open)).toEqual([0, 0])
  await store.load({ calls: fixtureCompany.calls.slice(0, 1).map((one) => ({ ...one, id: 99_004 })) })
  expect(await reads(learn)).toEqual([0, 0])
  await store.load({ visits: fixtureCompany.visits.slice(0, 1).map((one) => ({ ...one, id: 99_005 })) })
  expect(await reads(open)).toEqual([0, 0])
  expect(await reads(learn)).toEqual([1, 1])
  expect(await reads(open)).toEqual([0, 0])
})

it('counts anew what an import touched, and nothing else', async () => {
  const first = await ask(occupancy)
  await store.load({ calls: fixtureCompany.calls.slice(0, 1).map((one) => ({ ...one, id: 99_003 })) })
  const again = await ask(occupancy)
  expect(again.result.rows).toEqual(first.result.rows)
  // What is read is how far the import is, and the days of calls: on servers of all of them, and else of new ones.
  const ofCalls = store.facts.embedded ? /FROM calls\s+WHERE .* AND version > \{since:/ : /FROM calls FINAL WHERE/
  const isOfImport = (sql: string) => /FROM (\(?\s*SELECT version|import_log)/.test(sql)
  expect(statements.filter((sql) => !isOfImport(sql) && !ofCalls.test(sql))).toEqual([])
  expect(statements.filter((sql) => ofCalls.test(sql))).toHaveLength(1)
})

it('counts nothing of an earlier period where a report has none', async () => {
  const counting = async (report: ReportDefinition) => {
    await ask(report)
    return statements.filter((sql) => sql.includes(' AS c0')).map((sql) => sql.includes(' AS p0'))
  }
  expect(new Set(await counting(activity))).toEqual(new Set([true]))
  expect(new Set(await counting(forecast))).toEqual(new Set([false]))
})
