import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { deriveEverywhere, type EntityName } from '@leaselight/facts'
import { reports } from '@leaselight/reports'
import { loadRecords } from './newRecords'
import { type Portfolio, print, quantile } from './portfolio'
import { periodsOf, timed } from './recording'
import { startBenchServer } from './serve'

/** Reports whose default period is requested, each as the first after an import. */
const REPORTS = ['calls', 'conversions', 'appointments', 'boxscore', 'ad-spend', 'engagement']

interface Change {
  about: string
  entity: EntityName
  /** The record as it comes, made of an imported one. */
  changed: (record: Record<string, unknown>, newId: () => number) => object
}

const isNew: Change['changed'] = (record, newId) => ({ ...record, id: newId() })
/** Another one each time: what comes as it was imports nothing. */
const anInstant = () => new Date(Date.UTC(2026, 5, 20) + Math.floor(Math.random() * 1e9)).toISOString()

/** What an import brings; a CRM pushes such all day. */
const CHANGES: readonly Change[] = [
  { about: 'new messages', entity: 'messages', changed: isNew },
  { about: 'messages that were opened', entity: 'messages', changed: (one) => ({ ...one, opened_at: anInstant() }) },
  { about: 'new calls', entity: 'calls', changed: isNew },
  { about: 'new prospects', entity: 'prospects', changed: isNew },
  {
    about: 'prospects with another follow-up',
    entity: 'prospects',
    changed: (one) => ({ ...one, next_follow_up_at: anInstant() }),
  },
]

/** How many records an import brings. */
const RECORDS = 3
/** Every so many records of a file one is taken. */
const EVERY = 50

/**
 * Measures the first answer after a small import, once what is derived from it is worked out: a report that is counted anew or
 * cached, and what every answer must know of the company. What is imported stays in the portfolio.
 */
export async function measureFirstAfter({ facts, viewer, now, files }: Portfolio, runs: number): Promise<void> {
  const server = await startBenchServer(facts, now, viewer, {})
  const requested = reports.filter(({ key }) => REPORTS.includes(key))
  const request = (report: (typeof reports)[number]) =>
    timed(() => server.get(`${server.url}/api/reports/${report.key}?${new URLSearchParams(periodsOf(report)[0])}`))
  for (const report of requested) await request(report)

  print(`The first answer after an import of ${RECORDS} records, median of ${runs}, and processor time\n`)
  print(`| | ${requested.map(({ title }) => title).join(' | ')} |`)
  print(`|---|${requested.map(() => '---:|').join('')}`)
  for (const { about, entity, changed } of CHANGES) {
    const records = await takeRecords(join(files, `${entity}.ndjson`), RECORDS * runs * requested.length)
    const newId = await idsOf(entity)
    const cells: string[] = []
    for (const report of requested) {
      const [walls, cpus]: [number[], number[]] = [[], []]
      for (let run = 0; run < runs; run++) {
        const coming = records.splice(0, RECORDS).map((record) => changed(record, newId))
        await loadRecords(facts, viewer.companyId, entity, coming, now)
        await deriveEverywhere(facts)
        const { wall, cpu } = await request(report)
        walls.push(wall)
        cpus.push(cpu)
      }
      cells.push([walls, cpus].map((times) => quantile(times, 0.5).toFixed(0)).join(', '))
    }
    print(`| ${about} | ${cells.join(' | ')} |`)
  }
  await server.close()

  async function idsOf(entity: EntityName): Promise<() => number> {
    const [found] = await facts.query<{ newest: number }>(
      'SELECT max(id) AS newest FROM record_keys WHERE entity = {entity:String}',
      { entity },
    )
    let id = found?.newest ?? 0
    return () => ++id
  }
}

/** Some records of a file, none beside another. */
async function takeRecords(file: string, count: number): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  let at = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (at++ % EVERY === 0) records.push(JSON.parse(line))
    if (records.length >= count) break
  }
  return records
}
