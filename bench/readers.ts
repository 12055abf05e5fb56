import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addTo, allowedFilters } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { firstCalls, freshIds, loadRecords, somePeople } from './newRecords'
import { now, openPortfolio, portfolioOptions, print, quantile } from './portfolio'
import { startBenchServer } from './serve'

/**
 * Measures what readers wait for while others read and records come in: each reader opens a report, looks at it for a few
 * seconds, and opens another, of one property or all, of a week, four weeks, or a year. Without imports first, then with
 * new calls every few seconds, after each of which nothing is cached any more.
 * `npm run bench:readers -- --facts 5000000 --properties 200`
 */
const { values } = parseArgs({
  options: {
    ...portfolioOptions,
    readers: { type: 'string', default: '30' },
    /** Seconds that a reader looks at a page. */
    looks: { type: 'string', default: '6' },
    /** Seconds of each measurement. */
    seconds: { type: 'string', default: '60' },
    /** Seconds between two imports. */
    every: { type: 'string', default: '5' },
  },
})
const { facts, viewer, properties } = await openPortfolio(values)
const today = now.toISOString().slice(0, 10)
const places = await facts.query<{ id: number }>(
  'SELECT id FROM properties FINAL WHERE company_id = {company:UInt64}',
  {
    company: viewer.companyId,
  },
)
const dated = reports.filter((report) => allowedFilters(report).includes('dateRange'))
const lengths = [7, 7, 7, 28, 28, 365]

/** A question that another reader hardly asks; the same for the same index. */
function question(index: number): string {
  const report = dated[(index * 7) % dated.length]
  const end = addTo(today, -1 - ((index * 13) % 90))
  const days = lengths[index % lengths.length] ?? 7
  const place = places[(index * 31) % places.length]?.id
  const params = new URLSearchParams({ start_date: addTo(end, 1 - days), end_date: end })
  // One of three looks at all properties, and the others at their own.
  if (index % 3 !== 0 && report && place !== undefined)
    params.set(allowedFilters(report).includes('property') ? 'property' : 'property_ids', String(place))
  return `/api/reports/${report?.key}?${params}`
}

print(
  `\n${values.readers} readers, ${properties} properties, ${values.facts} facts; a reader looks ${values.looks} s at a page; ${values.seconds} s each; milliseconds\n`,
)
print('| | answered | a second | p50 | p95 | p99 | longest | refused or failed | memory |')
print('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
await measure('no import', async () => {})
const people = await somePeople(facts, viewer.companyId, addTo(today, -60), 400)
const nextId = await freshIds(facts)
await measure(`400 calls imported every ${values.every} s`, async () => {
  await sleep(Number(values.every) * 1000)
  const calls = firstCalls(people, nextId, `${addTo(today, -1)}T18:00:00Z`)
  await loadRecords(facts, viewer.companyId, 'calls', calls, now)
})
await facts.close()

async function measure(about: string, meanwhile: () => Promise<void>): Promise<void> {
  const server = await startBenchServer(facts, now, viewer, { QUESTIONS_PER_USER: '100000' })
  await server.get(server.url + question(0))
  const times: number[] = []
  let [asked, refused] = [1, 0]
  const ends = performance.now() + Number(values.seconds) * 1000
  const isOver = () => performance.now() > ends
  const looks = Number(values.looks) * 1000
  const read = async (reader: number) => {
    // Readers don't begin in the same moment.
    await sleep((looks * reader) / Number(values.readers))
    while (!isOver()) {
      const since = performance.now()
      const { status } = await server.ask(server.url + question(asked++))
      times.push(performance.now() - since)
      if (status !== 200) refused++
      // Between half as long and half as long again, the same in every run.
      await sleep(looks * (0.5 + ((asked * 7) % 10) / 10))
    }
  }
  const importing = (async () => {
    while (!isOver()) {
      await meanwhile()
      await sleep(50)
    }
  })()
  await Promise.all([importing, ...Array.from({ length: Number(values.readers) }, (_, reader) => read(reader))])
  await server.close()
  const cells = [0.5, 0.95, 0.99, 1].map((level) => quantile(times, level).toFixed(0))
  const memory = `${(process.memoryUsage().rss / 2 ** 30).toFixed(1)} GB`
  print(
    `| ${[about, times.length, (times.length / Number(values.seconds)).toFixed(1), ...cells, refused, memory].join(' | ')} |`,
  )
}
