import { createEngine, type OpenedReport } from '@leaselight/engine'
import { peopleAtHandOf } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { initialState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { activity, calls, occupancy } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, type TestServer, testServer } from '../testing/server'
import { AskingAhead } from './askingAhead'
import { Learning } from './learning'
import { learningFirst } from './learningFirst'

// What is read before anyone opens a page, over the fixture company.

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** An import that changes nothing which reports count. */
const importSource = (id: number) =>
  server.store.load({ sources: [{ id, company_id: 1, name: `Source ${id}`, is_paid: false }] })

test('learns how a report moves that was opened, once for the facts of its company, with pauses', async () => {
  let at = NOW
  const engine = createEngine({ facts: server.store.facts, loadQuery, now: () => NOW })
  const learning = new Learning({ engine, log: server.app.log, now: () => at })
  const learned = async () => {
    await learning.refill([])
    const first = await learning.next()
    expect(await learning.next()).toBe(false)
    return first
  }
  expect(await learned()).toBe(false)
  const viewer = { companyId: 1, userId: 1, role: 'master', groupIds: [] }
  await engine.runReport(activity, initialState(activity), viewer)
  expect(await learned()).toBe(true)
  expect(await learned()).toBe(false)
  await importSource(78)
  expect(await learned()).toBe(true)
  await importSource(79)
  // Records that never cease to come get a tenth of the time; a report that was never learned doesn't wait.
  expect(await learned()).toBe(false)
  await engine.runReport(calls, initialState(calls), viewer)
  expect(await learned()).toBe(true)
  at = new Date(at.getTime() + 3_600_000)
  expect(await learned()).toBe(true)
  expect(await learned()).toBe(false)
})

test('what is sent learns how its report moves before it runs, and is sent when that fails', async () => {
  const engine = createEngine({ facts: server.store.facts, loadQuery, now: () => NOW })
  const viewer = { companyId: 1, userId: 1, role: 'master', groupIds: [] }
  const { total } = await learningFirst({ engine, log: server.app.log }).runReport(
    activity,
    initialState(activity),
    viewer,
  )
  expect(await engine.learn(activity, viewer)).toBe(false)
  const failing = { ...engine, learn: () => Promise.reject(new Error('The store is away.')) }
  const sent = learningFirst({ engine: failing, log: server.app.log })
  expect((await sent.runReport(activity, initialState(activity), viewer)).total).toEqual(total)
})

test('asks ahead, after an import, for the pages that were opened within a day', async () => {
  let at = NOW
  const engine = createEngine({ facts: server.store.facts, loadQuery, now: () => at })
  const requested: string[] = []
  const askAhead = async (opened: OpenedReport) => {
    requested.push(opened.report.key)
    at = new Date(at.getTime() + 1_000)
    await engine.askAhead(opened)
  }
  const ahead = new AskingAhead({ engine: { ...engine, askAhead }, log: server.app.log, now: () => at })
  const all = async () => {
    requested.length = 0
    await ahead.refill([])
    while (await ahead.next());
    return requested
  }
  const viewer = { companyId: 1, userId: 1, role: 'master', groupIds: [] }
  expect(await all()).toEqual([])
  for (const report of [activity, occupancy]) await engine.runReport(report, initialState(report), viewer)
  expect(await all()).toEqual(['occupancy', 'activity'])
  expect(await all()).toEqual([])
  await importSource(80)
  at = new Date(at.getTime() + 3_600_000)
  expect(await all()).toEqual(['occupancy', 'activity'])
  await importSource(81)
  at = new Date(at.getTime() + 2 * 86_400_000)
  expect(await all()).toEqual([])
})

test('asks ahead, after a start, for every page that the latest reader of findings may open', async () => {
  const statements: string[] = []
  const facts = factsWith(server.store.facts, {
    query: (sql, ...rest) => {
      statements.push(sql)
      return server.store.facts.query(sql, ...rest)
    },
  })
  let at = NOW
  const engine = createEngine({ facts, loadQuery, now: () => at })
  const requested: string[] = []
  const askAhead = async (opened: OpenedReport) => {
    requested.push(`${opened.report.key} ${opened.viewer.userId}`)
    await engine.askAhead(opened)
  }
  const ahead = new AskingAhead({ engine: { ...engine, askAhead }, log: server.app.log, now: () => at })
  const readBy = (userId: number, hoursAgo: number) => ({
    ...{ companyId: 1, userId, role: 'master' as const },
    requestedAt: new Date(NOW.getTime() - hoursAgo * 3_600_000),
  })
  const all = async (readers: Parameters<AskingAhead['refill']>[0]) => {
    requested.length = 0
    await ahead.refill(readers)
    while (await ahead.next());
    return requested
  }
  // Nobody is expected who was away for days.
  expect(await all([readBy(1, 72)])).toEqual([])
  // Nor where many companies are read: the others need the engine, too.
  const others = Array.from({ length: 20 }, (_, index) => ({ ...readBy(1, 1), companyId: 1_000 + index }))
  expect(await all([readBy(1, 12), ...others])).toEqual([])
  await peopleAtHandOf(facts).load(1)
  expect(await all([readBy(1, 12), readBy(2, 2)])).toEqual(reports.map(({ key }) => `${key} 2`))
  statements.length = 0
  const viewer = { companyId: 1, userId: 1, role: 'master', groupIds: [] }
  for (const report of [activity, occupancy]) await engine.runReport(report, initialState(report), viewer)
  expect(statements.filter((sql) => !sql.includes('import_log'))).toEqual([])
  await importSource(82)
  // From then on it is known what they open.
  at = new Date(at.getTime() + 3_600_000)
  expect(await all([readBy(1, 12)])).toEqual(['occupancy 1', 'activity 1'])
  expect(await all([readBy(1, 12)])).toEqual([])
})
