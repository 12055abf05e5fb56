import type { Periods, ReportResult } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type pg from 'pg'
import { LARGE_FACTS, type Portfolio, print, quantile } from '../portfolio'
import { RecordingEngine, timed, WEEK, YEAR } from '../recording'
import { loadPostgres } from './load'
import { type ComparedReport, comparedReports } from './questions'

/** PostgreSQL gives up on a statement after this; the comparison then says so. */
const LIMIT_MS = 300_000

/** At fifty million facts PostgreSQL is to take at least this many times as long over a year. */
const LEAST_RATIO = 20

/** A slow answer is asked for fewer times. */
const SLOW_MS = 20_000

type Totals = Map<string, number>

/**
 * The same questions over the same records: the product's statements in its engine, and PostgreSQL's own. Both give the same
 * numbers in total and for the prior period, or this throws.
 */
export async function comparePostgres(portfolio: Portfolio, runs: number): Promise<void> {
  const { facts, viewer, size } = portfolio
  const near: string[] = []
  const engine = new RecordingEngine(facts, viewer)
  await engine.load()
  const known = await facts.query<{ id: number }>(
    `SELECT id FROM properties FINAL WHERE company_id = {company:UInt64} AND NOT has(products, 'call-intel-standalone')`,
    { company: viewer.companyId },
  )
  const postgres = await loadPostgres(
    facts,
    viewer.companyId,
    known.map(({ id }) => id),
  )
  try {
    await postgres.client.query(`SET statement_timeout = ${LIMIT_MS}`)
    print('| report | period | engine p50 | PostgreSQL p50 | PostgreSQL / engine |')
    print('|---|---|---:|---:|---:|')
    for (const compared of comparedReports)
      for (const params of [WEEK, YEAR]) {
        const ratio = await compare(compared, params, engine, postgres.client, runs)
        if (ratio !== null && ratio < LEAST_RATIO && params === YEAR) near.push(`${compared.key} ${ratio.toFixed(1)}`)
      }
    if (size.facts >= LARGE_FACTS)
      print(`\n- A year in PostgreSQL under ${LEAST_RATIO} times as long: ${near.join('; ') || 'none'}.`)
  } finally {
    await postgres.close()
  }
}

/** @returns how many times as long PostgreSQL takes; null when it gave up */
async function compare(
  compared: ComparedReport,
  params: Record<string, string>,
  engine: RecordingEngine,
  client: pg.Client,
  runs: number,
): Promise<number | null> {
  const report = reports.find(({ key }) => key === compared.key)
  if (!report) throw new Error(`There is no report ${compared.key}.`)
  const { result, runStatements } = await engine.record(report, params)
  const { period: current, priorPeriod: prior } = result
  if (!current || !prior) throw new Error(`${report.title} has no periods.`)
  const [ours, theirs]: [number[], number[]] = [[], []]
  const name = 'preset' in params ? 'last_7_days' : 'a year'
  for (let run = 0; run < runs; run++) {
    ours.push((await timed(runStatements)).wall)
    let totals: Totals | undefined
    const { wall } = await timed(async () => {
      totals = await askPostgres(client, compared, { current, prior })
    })
    if (!totals) {
      print(`| ${report.title} | ${name} | ${quantile(ours, 0.5).toFixed(0)} | over ${LIMIT_MS} | |`)
      return null
    }
    theirs.push(wall)
    requireSame(report.title, totals, result)
    if (wall > SLOW_MS && run > 0) break
  }
  const [engineTime, postgresTime] = [quantile(ours, 0.5), quantile(theirs, 0.5)]
  print(
    `| ${report.title} | ${name} | ${engineTime.toFixed(0)} | ${postgresTime.toFixed(0)} | ${(postgresTime / engineTime).toFixed(1)} |`,
  )
  return postgresTime / engineTime
}

/** Throws unless PostgreSQL's totals are the product's. */
function requireSame(title: string, totals: Totals, { total, priorTotal }: ReportResult): void {
  for (const [name, theirs] of totals) {
    const [period, column = ''] = name.split(' ')
    const ours = (period === 'current' ? total : priorTotal)?.[column]
    if (ours !== theirs) throw new Error(`${title}, ${name}: ${ours}, and by PostgreSQL ${theirs}.`)
  }
}

/** @returns the totals of both periods, or undefined when a statement takes too long */
async function askPostgres(client: pg.Client, compared: ComparedReport, periods: Periods): Promise<Totals | undefined> {
  const totals: Totals = new Map()
  for (const { sql, columns } of compared.parts(periods)) {
    const rows = await client.query<Record<string, unknown>>(sql).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('statement timeout')) return undefined
      throw error
    })
    if (!rows) return undefined
    for (const row of rows.rows)
      if (row.is_total === 1) for (const column of columns) totals.set(`${row.period} ${column}`, Number(row[column]))
  }
  return totals
}
