import { createEngine, type Engine } from '@leaselight/engine'
import { type Facts, peopleAtHandOf, type QueryOptions } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { allowedFilters, parseState, type ReportDefinition, type ReportResult, type Viewer } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { now } from './portfolio'

interface Statement {
  sql: string
  params: Record<string, unknown>
  options: QueryOptions
}

/** A report's answer, and a function that runs its statements again without the rest of the request. */
interface Recorded {
  result: ReportResult
  runStatements: () => Promise<unknown>
}

/** An engine without a cache whose statements are recorded. */
export class RecordingEngine {
  #statements: Statement[] = []
  readonly #recording: Facts
  readonly #engine: Engine

  constructor(
    private readonly facts: Facts,
    private readonly viewer: Viewer,
  ) {
    this.#recording = factsWith(facts, {
      query: <T>(sql: string, params: Record<string, unknown> = {}, options: QueryOptions = {}) => {
        this.#statements.push({ sql, params, options })
        return facts.query<T>(sql, params, options)
      },
    })
    this.#engine = createEngine({ facts: this.#recording, loadQuery, now: () => now, cacheCells: 0 })
  }

  /** Has people in memory, as a server has, before anything is recorded. */
  async load(): Promise<void> {
    await peopleAtHandOf(this.#recording).load(this.viewer.companyId)
  }

  /** Asks a report twice, so that what is read once after an import isn't recorded. */
  async record(report: ReportDefinition, params: Readonly<Record<string, string>>): Promise<Recorded> {
    const { limit, ...filters } = params
    const state = parseState(report, filters, 'api')
    const ask = () =>
      this.#engine.runReport(report, state, this.viewer, limit ? { list: { limit: Number(limit) } } : undefined)
    await ask()
    this.#statements = []
    const result = await ask()
    const statements = this.#statements
    return {
      result,
      runStatements: () =>
        Promise.all(statements.map(({ sql, params, options }) => this.facts.query(sql, params, options))),
    }
  }
}

/** The periods that are measured. */
export const WEEK = { preset: 'last_7_days' }
export const YEAR = { start_date: '2025-06-15', end_date: '2026-06-14' }

/** The periods of a report: a week and a year, or its own. */
export const periodsOf = (report: ReportDefinition): Record<string, string>[] =>
  allowedFilters(report).includes('dateRange') ? [WEEK, YEAR] : [{}]

/** How long work takes, and how much time of the processor this process spends on it; milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const wall = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { wall, cpu: (user + system) / 1000 }
}
