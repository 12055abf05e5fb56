import { setTimeout as sleep } from 'node:timers/promises'
import { addTo, allowedFilters } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { firstCalls, freshIds, loadRecords, somePeople } from './newRecords'
import { type Portfolio, print, quantile } from './portfolio'
import { startBenchServer } from './serve'

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

/**
 * Measures what readers wait for while others read and records come in: each reader opens a report, looks at it for a few
 * seconds, and opens another, of one property or all, of a week, four weeks, or a year. Without imports first, then with
 * new calls every few seconds, after each of which nothing counted from calls is cached any more. It ends with the process's
 * memory.
 */
export async function measureReaders({ facts, viewer, now }: Portfolio, options: ReaderOptions): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const places = await facts.query<{ id: number }>(
    'SELECT id FROM properties FINAL WHERE company_id = {company:UInt64}',
    { company: viewer.companyId },
  )
  const dated = reports.filter((report) => allowedFilters(report).includes('dateRange'))

  /** A question that another reader hardly asks; the same for the same index. */
  function question(index: number): string {
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

  async function measure(about: string, meanwhile: () => Promise<void>): Promise<void> {
    const server = await startBenchServer(facts, now, viewer, { QUESTIONS_PER_USER: '100000' })
    await server.get(server.url + question(0))
    const times: number[] = []
    let [requested, refused] = [1, 0]
    const ends = performance.now() + options.seconds * 1000
    const isOver = () => performance.now() > ends
    const looks = options.looks * 1000
    const read = async (reader: number) => {
      // Readers don't begin in the same moment.
      await sleep((looks * reader) / options.readers)
      while (!isOver()) {
        const since = performance.now()
        const { status } = await server.ask(server.url + question(requested++))
        times.push(performance.now() - since)
        if (status !== 200) refused++
        // Between half as long and half as long again, the same in every run.
        await sleep(looks * (0.5 + ((requested * 7) % 10) / 10))
      }
    }
    const importing = (async () => {
      while (!isOver()) {
        await meanwhile()
        await sleep(50)
      }
    })()
    await Promise.all([importing, ...Array.from({ length: options.readers }, (_, reader) => read(reader))])
    await server.close()
    const cells = [0.5, 0.95, 0.99, 1].map((level) => quantile(times, level).toFixed(0))
    const memory = `${(process.memoryUsage().rss / 2 ** 30).toFixed(1)} GB`
    print(
      `| ${[about, times.length, (times.length / options.seconds).toFixed(1), ...cells, refused, memory].join(' | ')} |`,
    )
  }

  print(`${options.readers} readers, each looks ${options.looks} s at a page, ${options.seconds} s each\n`)
  print('| | answered | a second | p50 | p95 | p99 | longest | refused or failed | memory |')
  print('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
  await measure('no import', async () => {})
  const people = await somePeople(facts, viewer.companyId, addTo(today, -60), 400)
  const nextId = await freshIds(facts)
  await measure(`400 calls imported every ${options.every} s`, async () => {
    await sleep(options.every * 1000)
    const calls = firstCalls(people, nextId, `${addTo(today, -1)}T18:00:00Z`)
    await loadRecords(facts, viewer.companyId, 'calls', calls, now)
  })
}
