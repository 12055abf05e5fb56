import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { createEngine } from '@leaselight/engine'
import { EngineTimeout, type QueryOptions } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { allowedFilters, parseState, type ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { now, openPortfolio, portfolioOptions, print, quantile } from './portfolio'
import { startBenchServer } from './serve'

/**
 * Builds a portfolio of a given size once. For each report and period it prints the bare time of its statements in the
 * engine, the time of the API's whole response, and their ratio. `npm run bench -- --facts 5000000 --properties 200`
 */
const { values } = parseArgs({ options: { ...portfolioOptions, runs: { type: 'string', default: '20' } } })
const runs = Number(values.runs)
const { facts, viewer, properties } = await openPortfolio(values)

interface Statement {
  sql: string
  params: Record<string, unknown>
  options: QueryOptions
}

/** The statements of a report, recorded so that they can run again without the rest of the request. */
const recorded: Statement[] = []
const recordingFacts = factsWith(facts, {
  query: <T>(sql: string, params: Record<string, unknown> = {}, options: QueryOptions = {}) => {
    recorded.push({ sql, params, options })
    return facts.query<T>(sql, params, options)
  },
})

const engine = createEngine({ facts: recordingFacts, loadQuery, now: () => now, cacheCells: 0 })
// One server without a cache, and one as users find it, with cached answers.
const uncached = await startBenchServer(facts, now, viewer, { CELLS_KEPT: '0' })
const cached = await startBenchServer(facts, now, viewer, { CELLS_KEPT: '4000000' })

const [{ total } = { total: 0 }] = await facts.query<{ total: number }>(
  'SELECT sum(total_rows) AS total FROM system.tables WHERE database = currentDatabase()',
)
print(
  `\n${total.toLocaleString('en-US')} rows, ${properties} properties, ${cpus().length} cores, ${runs} runs each; milliseconds\n`,
)
print('| report | period | engine p50 | API p50 | API p95 | API / engine | asked again p95 |')
print('|---|---|---:|---:|---:|---:|---:|')
for (const report of reports) for (const period of periodsOf(report)) await reportMeasurement(report, period)
await uncached.close()
await cached.close()
await facts.close()

function periodsOf(report: ReportDefinition): Record<string, string>[] {
  if (!allowedFilters(report).includes('dateRange')) return [{}]
  return [{ preset: 'last_7_days' }, { start_date: '2025-06-15', end_date: '2026-06-14' }]
}

/** A rejected request is a result too. */
async function reportMeasurement(report: ReportDefinition, params: Record<string, string>): Promise<void> {
  try {
    await measure(report, params)
  } catch (error) {
    if (!(error instanceof EngineTimeout)) throw error
    print(`| ${report.title} | ${periodName(params)} | ${error.message} | | | | |`)
  }
}

async function measure(report: ReportDefinition, params: Record<string, string>): Promise<void> {
  const state = parseState(report, params, 'api')
  await engine.runReport(report, state, viewer)
  recorded.length = 0
  await engine.runReport(report, state, viewer)
  const statements = [...recorded]
  const address = `/api/reports/${report.key}?${new URLSearchParams(params)}`
  const bare: number[] = []
  const whole: number[] = []
  const again: number[] = []
  await cached.get(cached.url + address)
  // Alternating, so that a slow moment of the machine affects both.
  for (let run = 0; run < runs; run++) {
    bare.push(
      await timed(() => Promise.all(statements.map(({ sql, params, options }) => facts.query(sql, params, options)))),
    )
    whole.push(await timed(() => uncached.get(uncached.url + address)))
    again.push(await timed(() => cached.get(cached.url + address)))
  }
  const [engineTime, apiTime] = [quantile(bare, 0.5), quantile(whole, 0.5)]
  const cells = [engineTime, apiTime, quantile(whole, 0.95)].map((time) => time.toFixed(1))
  const ratio = (apiTime / engineTime).toFixed(2)
  print(
    `| ${report.title} | ${periodName(params)} | ${cells.join(' | ')} | ${ratio} | ${quantile(again, 0.95).toFixed(1)} |`,
  )
}

function periodName(params: Record<string, string>): string {
  return params.preset ?? (params.start_date ? 'a year' : 'its own')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
