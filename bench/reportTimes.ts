import { isRecordList, type ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { LARGE_FACTS, type Portfolio, print, quantile } from './portfolio'
import { periodsOf, RecordingEngine, timed } from './recording'
import { type BenchClient, startBenchServer } from './serve'

/** What a report's default period, and a year of it, may take at the 95th percentile; milliseconds. */
interface Bars {
  byDefault: number
  year: number
}
const SMALL: Bars = { byDefault: 100, year: 200 }
const LARGE: Bars = { byDefault: 250, year: 1_000 }

/** The API may take this many times as long as the engine, or so many milliseconds longer. */
const API_SHARE = 1.3
const API_MS = 15
const AGAIN_MS = 100

/** A list shows this many records first. */
const FIRST_PAGE = '100'

interface Misses {
  first: string[]
  late: string[]
  unequal: string[]
  again: string[]
  refused: string[]
}

/**
 * For each report and period: the bare time of its statements in the engine, the time of the API's whole response, their
 * ratio, and the time of a response that is cached. A list is asked for its first page, as the screen does, and for all.
 * Before that, each is requested once: a server's first question loads code and reads what is known of the company.
 */
export async function measureReports({ facts, viewer, now, size }: Portfolio, runs: number): Promise<void> {
  const engine = new RecordingEngine(facts, viewer)
  await engine.load()
  // One server without a cache, and one as users find it, with cached answers.
  const uncached = await startBenchServer(facts, now, viewer, { CELLS_KEPT: '0' })
  const cached = await startBenchServer(facts, now, viewer, { CELLS_KEPT: '4000000' })
  const bars = size.facts >= LARGE_FACTS ? LARGE : SMALL
  const misses: Misses = { first: [], late: [], unequal: [], again: [], refused: [] }

  async function measure(report: ReportDefinition, params: Record<string, string>): Promise<void> {
    const { runStatements } = await engine.record(report, params)
    const address = addressOf(report, params)
    const [bare, whole, again]: [number[], number[], number[]] = [[], [], []]
    const [bareCpu, wholeCpu]: [number[], number[]] = [[], []]
    // What depends on the present instant is cached for a minute.
    await cached.get(cached.url + address)
    // Alternating, so that a slow moment of the machine affects all.
    for (let run = 0; run < runs; run++) {
      const statements = await timed(runStatements)
      const response = await timed(() => uncached.get(uncached.url + address))
      bare.push(statements.wall)
      bareCpu.push(statements.cpu)
      whole.push(response.wall)
      wholeCpu.push(response.cpu)
      again.push((await timed(() => cached.get(cached.url + address))).wall)
    }
    const [engineTime, apiTime, late, cachedLate] = [
      quantile(bare, 0.5),
      quantile(whole, 0.5),
      quantile(whole, 0.95),
      quantile(again, 0.95),
    ]
    const ratio = (apiTime / engineTime).toFixed(2)
    const period = periodName(params)
    const about = `${report.title} (${period})`
    if (late > barOf(params)) misses.late.push(`${about} ${late.toFixed(0)}`)
    if (apiTime > engineTime * API_SHARE && apiTime > engineTime + API_MS)
      misses.unequal.push(`${about} ${ratio} times, ${(apiTime - engineTime).toFixed(0)} ms`)
    if (cachedLate > AGAIN_MS) misses.again.push(`${about} ${cachedLate.toFixed(0)}`)
    const cells = [
      ...[engineTime, apiTime, late].map((time) => time.toFixed(1)),
      ratio,
      ...[Math.min(...bareCpu), Math.min(...wholeCpu)].map((time) => time.toFixed(0)),
      cachedLate.toFixed(1),
    ]
    print(`| ${report.title} | ${period} | ${cells.join(' | ')} |`)
  }

  const questions = reports.flatMap((report) => questionsOf(report).map((params) => ({ report, params })))
  const barOf = (params: Record<string, string>) => ('start_date' in params ? bars.year : bars.byDefault)
  for (const { report, params } of questions) {
    const ask = (server: BenchClient) => timed(() => server.get(server.url + addressOf(report, params)))
    // What it rejects, the table names.
    const first = await ask(uncached).catch(() => ({ wall: 0 }))
    await ask(cached).catch(() => undefined)
    const about = `${report.title} (${periodName(params)}) ${first.wall.toFixed(0)}`
    if (first.wall > barOf(params)) misses.first.push(about)
  }
  await quiet()

  print('| report | period | engine p50 | API p50 | API p95 | API / engine | engine CPU | API CPU | repeated p95 |')
  print('|---|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const { report, params } of questions) {
    try {
      await measure(report, params)
    } catch (error) {
      // A rejected request is a result too, and no reason to measure nothing else.
      const message = error instanceof Error ? error.message : String(error)
      misses.refused.push(`${report.title} (${periodName(params)})`)
      print(`| ${report.title} | ${periodName(params)} | ${message} | | | | | | |`)
    }
  }
  await uncached.close()
  await cached.close()
  printMisses(misses, bars)
}

const addressOf = (report: ReportDefinition, params: Record<string, string>): string =>
  `/api/reports/${report.key}?${new URLSearchParams(params)}`

/**
 * Servers learn in the background how the reports move that were opened, and look every half minute what there is. So long
 * it must be quiet, and is waited for at most; seconds.
 */
const QUIET = { lasts: 35, most: 900 }

/** A process that has nothing to do takes less than this share of a second. */
const IDLE = 0.1

/** Waits until this process has had nothing to do for long enough. */
async function quiet(): Promise<void> {
  const second = () => new Promise((resolve) => setTimeout(resolve, 1000))
  for (let passed = 0, idle = 0; passed < QUIET.most && idle < QUIET.lasts; passed++) {
    const { cpu, wall } = await timed(second)
    idle = cpu < IDLE * wall ? idle + 1 : 0
  }
}

function questionsOf(report: ReportDefinition): Record<string, string>[] {
  const periods = periodsOf(report)
  return isRecordList(report) ? periods.flatMap((params) => [{ ...params, limit: FIRST_PAGE }, params]) : periods
}

function periodName({ preset, start_date, limit }: Record<string, string>): string {
  const period = preset ?? (start_date ? 'a year' : 'its own')
  return limit ? `${period}, first page` : period
}

function printMisses({ first, late, unequal, again, refused }: Misses, { byDefault, year }: Bars): void {
  const list = (about: string, missed: string[]) => print(`- ${about}: ${missed.join('; ') || 'none'}.`)
  print('')
  list(`The server's first question over ${byDefault} ms, or ${year} ms for a year`, first)
  list(`95th percentile over ${byDefault} ms, or ${year} ms for a year`, late)
  list(`API over ${API_SHARE} times the engine's time and ${API_MS} ms`, unequal)
  list(`Asked again, 95th percentile over ${AGAIN_MS} ms`, again)
  list('Refused', refused)
}
