import { createEngine, type Engine } from '@leaselight/engine'
import type { Facts, Rejection } from '@leaselight/facts'
import { factsWith, filledFacts, type TempFacts, tempFacts } from '@leaselight/facts/testing'
import type { RawParams, ReportDefinition, ReportState, Viewer } from '@leaselight/model'
import { parseState } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { entitiesOf, type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'

/** A store of its own, filled through the real import, and engines with the clock a test sets. */
export interface TestStore {
  facts: TempFacts['facts']
  /** Imports more records, like a later file. A rejection fails, unless `refusals` collects them. */
  load(company: Fixture, options?: { refusals?: Rejection[]; now?: number }): Promise<void>
  engineAt(now: string): Engine
  close(): Promise<void>
}

/** Opens a store with these companies, imported one after the other. */
export async function openTestStore(...companies: Fixture[]): Promise<TestStore> {
  const recordsOf = (company: Fixture) =>
    Object.fromEntries(entitiesOf(company).map((part) => [part.entity, part.records]))
  // Most test files begin with these two.
  const [first, second, ...others] = companies
  const isUsual = first === fixtureCompany && second === otherCompany
  const store = isUsual
    ? await filledFacts({ records: recordsOf(first) }, { records: recordsOf(second) })
    : await tempFacts()
  const load: TestStore['load'] = async (company, options = {}) => {
    await store.load(recordsOf(company), options)
  }
  for (const company of isUsual ? others : companies) await load(company)
  // An engine learns a company's history once, and again after an import.
  const engines = new Map<string, Engine>()
  return {
    facts: store.facts,
    load,
    engineAt: (now) => {
      const engine = engines.get(now) ?? createEngine({ facts: store.facts, loadQuery, now: () => new Date(now) })
      engines.set(now, engine)
      return engine
    },
    close: () => store.close(),
  }
}

/** The same store, none of whose derived tables contains the last import: questions read the records. */
export function withNothingDerived(facts: Facts): Facts {
  const fails = () => Promise.reject(new Error('nothing is worked out here'))
  return factsWith(facts, {
    query: <T>(...[sql, ...rest]: Parameters<Facts['query']>) =>
      facts.query<T>(
        sql.replaceAll('FROM derived_batches', "FROM (SELECT * FROM derived_batches WHERE name = '')"),
        ...rest,
      ),
    insert: fails,
    command: fails,
  })
}

/** A viewer with the token's claims. */
export const viewer = (role: string, userId: number, companyId = 1): Viewer => ({
  role,
  userId,
  companyId,
  groupIds: [],
})

/** A report's settings as REST parameters. */
export const stateFrom = (report: ReportDefinition, params: RawParams = {}): ReportState =>
  parseState(report, params, 'api')

/** A state with its own dates, even for a report without a date filter. */
export function stateDuring(report: ReportDefinition, start: string, end: string, params: RawParams = {}): ReportState {
  const state = stateFrom(report, params)
  return { ...state, filters: { ...state.filters, dateRange: { preset: 'custom', start, end } } }
}

/** The counted columns of a row without zeros, so that an expectation names only what is there. */
export function nonZeroCounts(report: ReportDefinition, values: object | null | undefined): Record<string, unknown> {
  const cells = new Map(Object.entries(values ?? {}))
  return Object.fromEntries(
    Object.entries(report.columns)
      .filter(([, column]) => column.kind === 'count' || column.kind === 'sum')
      .map(([key]) => [key, cells.get(key)] as const)
      .filter(([, value]) => value !== 0),
  )
}
