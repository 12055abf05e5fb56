import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import type { ReportDefinition } from '@leaselight/model'
import { callBack, tourType } from '@leaselight/reports/definitions'
import { loadQuery } from '@leaselight/reports/server'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'

// What a year of a company has shown takes long to read, and an import hardly changes it: no reader waits for it again.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

it.each<[string, ReportDefinition, string, number]>([
  ['what people are worth', callBack, 'AS leads_leased', 9300],
  ['how long leads take', tourType, 'SELECT ripening, count() AS cases', 9301],
])(
  'reads %s for the first reader of a day, and after imports in the background',
  async (_what, report, statement, id) => {
    const priorities: unknown[] = []
    const facts = factsWith(store.facts, {
      query: <T>(...[sql, params, options]: Parameters<Facts['query']>) => {
        if (sql.includes(statement)) priorities.push(options?.priority ?? 'first')
        return store.facts.query<T>(sql, params, options)
      },
    })
    let now = new Date(fixtureCompany.now)
    const engine = createEngine({ facts, loadQuery, now: () => now, cacheCells: 0 })
    const who = viewer('manager', 201)
    const open = () => engine.runReport(report, stateFrom(report), who)

    await open()
    await open()
    expect(priorities).toEqual(['first'])
    await store.load({
      ...fixtureCompany,
      leases: fixtureCompany.leases.slice(0, 1).map((lease) => ({ ...lease, id })),
    })
    await open()
    expect(priorities).toEqual(['first'])
    await engine.learn(report, who)
    await engine.learn(report, who)
    await open()
    expect(priorities).toEqual(['first', 'background'])
    now = new Date(now.getTime() + 86_400_000)
    await open()
    expect(priorities).toEqual(['first', 'background', 'first'])
  },
)
