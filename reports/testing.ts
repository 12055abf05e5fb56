import { createEngine, type Engine } from '@leaselight/engine'
import type { Rejection } from '@leaselight/facts'
import { type TempFacts, tempFacts } from '@leaselight/facts/testing'
import type { RawParams, ReportDefinition, ReportState, Viewer } from '@leaselight/model'
import { parseState } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { entitiesOf, type Fixture } from '@leaselight/sample'

/** A store of its own, filled through the real import, and engines whose clocks stand where a test wants them. */
export interface TestStore {
  facts: TempFacts['facts']
  /** Imports more records, as a later file would. A refusal fails, unless `refusals` collects them. */
  load(world: Fixture, options?: { refusals?: Rejection[]; now?: number }): Promise<void>
  engineAt(now: string): Engine
  close(): Promise<void>
}

/** Opens a store that holds these worlds, imported one after the other. */
export async function openTestStore(...worlds: Fixture[]): Promise<TestStore> {
  const store = await tempFacts()
  const load: TestStore['load'] = async (world, options = {}) => {
    const records = Object.fromEntries(entitiesOf(world).map((part) => [part.entity, part.records]))
    await store.load(records, options)
  }
  for (const world of worlds) await load(world)
  return {
    facts: store.facts,
    load,
    engineAt: (now) => createEngine({ facts: store.facts, loadQuery, now: () => new Date(now) }),
    close: () => store.close(),
  }
}

/** A viewer as the token would name her. */
export const viewer = (role: string, userId: number, companyId = 1): Viewer => ({
  role,
  userId,
  companyId,
  groupIds: [],
})

/** What a reader has set, written as REST parameters. */
export const stateFrom = (report: ReportDefinition, params: RawParams = {}): ReportState =>
  parseState(report, params, 'api')

/** A state over days of its own, also where a report gives its reader no choice of dates. */
export function stateDuring(report: ReportDefinition, start: string, end: string, params: RawParams = {}): ReportState {
  const state = stateFrom(report, params)
  return { ...state, filters: { ...state.filters, dateRange: { preset: 'custom', start, end } } }
}

/** The counted columns of a row that are not 0, so that an expectation names what is there and nothing else. */
export function nonZeroCounts(report: ReportDefinition, values: object | null | undefined): Record<string, unknown> {
  const cells = new Map(Object.entries(values ?? {}))
  return Object.fromEntries(
    Object.entries(report.columns)
      .filter(([, column]) => column.kind === 'count' || column.kind === 'sum')
      .map(([key]) => [key, cells.get(key)] as const)
      .filter(([, value]) => value !== 0),
  )
}
