import { setTimeout as sleep } from 'node:timers/promises'
import { addTo, allowedFilters } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { firstCalls, freshIds, loadRecords, somePeople } from './newRecords'
import { type Portfolio, print, quantile } from './portfolio'
import { type BenchClient, startBenchServer } from './serve'

export interface ReaderOptions {
  readers: number
  /** Seconds that a reader looks at a page. */
  looks: number
  /** Seconds of each measurement. */
  seconds: number
  /** Seconds between two imports. */
  every: number
}

/** Days of the periods that readers choose, one after the other. */
const LENGTHS = [7, 7, 7, 28, 28, 365]

/** What readers waited for: each answer's milliseconds, and how many were refused or failed. */
export interface Waits {
  times: number[]
  refused: number
}

/** Pages that readers open one after the other: the same for the same index, and hardly another reader's. */
export type Pages = (index: number) => string

/** Every report with a period, of a week, four weeks, or a year, of one property or all. */
export async function pagesOf({ facts, viewer, now }: Portfolio): Promise<Pages> {
  const today = now.toISOString().slice(0, 10)
  const places = await facts.query<{ id: number }>(
    'SELECT id FROM properties FINAL WHERE company_id = {company:UInt64}',
    { company: viewer.companyId },
  )
  const dated = reports.filter((report) => allowedFilters(report).includes('dateRange'))
  return (index) => {
    const report = dated[(index * 7) % dated.length]
    const end = addTo(today, -1 - ((index * 13) % 90))
    const days = LENGTHS[index % LENGTHS.length] ?? 7
    const place = places[(index * 31) % places.length]?.id
    const params = new URLSearchParams({ start_date: addTo(end, 1 - days), end_date: end })
    // One of three looks at all properties, and the others at their own.
    if (index % 3 !== 0 && report && place !== undefined)
      params.set(allowedFilters(report).includes('property') ? 'property' : 'property_ids', String(place))
    return `/api/reports/${report?.key}?${params}`
  }
}

/** Has readers open pages until the time is over, each with a look at a page before the next. */
export async function readPages(
  server: BenchClient,
  page: Pages,
  { readers, looks, isOver }: Pick<ReaderOptions, 'readers' | 'looks'> & { isOver: () => boolean },
): Promise<Waits> {
  const waits: Waits = { times: [], refused: 0 }
  let requested = 1
  const read = async (reader: number) => {
    // Readers don't begin in the same moment.
    await sleep((looks * 1000 * reader) / readers)
    while (!isOver()) {
      const since = performance.now()
      const { status } = await server.ask(server.url + page(requested++))
      waits.times.push(performance.now() - since)
      if (status !== 200) waits.refused++
      // Between half as long and half as long again, the same in every run.
      await sleep(looks * 1000 * (0.5 + ((requested * 7) % 10) / 10))
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  return waits
}

/**
 * Measures what readers wait for while others read and records come in. Without imports first, then with new calls every few
 * seconds, after each of which nothing counted from calls is cached any more.
 */
export async function measureReaders(portfolio: Portfolio, options: ReaderOptions): Promise<void> {
  const { facts, viewer, now } = portfolio
  const today = now.toISOString().slice(0, 10)
  const page = await pagesOf(portfolio)

  async function measure(about: string, meanwhile: () => Promise<void>): Promise<void> {
    const server = await startBenchServer(facts, now, viewer, { QUESTIONS_PER_USER: '100000' })
    await server.get(server.url + page(0))
    const ends = performance.now() + options.seconds * 1000
    const isOver = () => performance.now() > ends
    const importing = (async () => {
      while (!isOver()) {
        await meanwhile()
        await sleep(50)
      }
    })()
    const [{ times, refused }] = await Promise.all([readPages(server, page, { ...options, isOver }), importing])
    await server.close()
    const cells = [0.5, 0.95, 0.99, 1].map((level) => quantile(times, level).toFixed(0))
    print(`| ${[about, times.length, (times.length / options.seconds).toFixed(1), ...cells, refused].join(' | ')} |`)
  }

  print(`${options.readers} readers, each looks ${options.looks} s at a page, ${options.seconds} s each\n`)
  print('| | answered | a second | p50 | p95 | p99 | longest | refused or failed |')
  print('|---|---:|---:|---:|---:|---:|---:|---:|')
  await measure('no import', async () => {})
  const people = await somePeople(facts, viewer.companyId, addTo(today, -60), 400)
  const nextId = await freshIds(facts)
  await measure(`400 calls imported every ${options.every} s`, async () => {
    await sleep(options.every * 1000)
    const calls = firstCalls(people, nextId, `${addTo(today, -1)}T18:00:00Z`)
    await loadRecords(facts, viewer.companyId, 'calls', calls, now)
  })
}
