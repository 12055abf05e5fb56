import { parseArgs } from 'node:util'
import { createEngine } from '@leaselight/engine'
import type { EntityName } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { addTo, type Day, findFindings } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { firstCalls, freshIds, loadRecords, somePeople } from './newRecords'
import { now, openPortfolio, portfolioOptions, print } from './portfolio'

/**
 * Measures one search for findings, and those after imports: how many statements read histories, how long reading and
 * looking take, and the processor's seconds. `npm run bench:findings -- --facts 5000000 --properties 200`. The imports
 * stay in the data.
 */
const { values } = parseArgs({ options: portfolioOptions })
const { facts, viewer } = await openPortfolio(values)

let statements = 0
let at = now
const engine = createEngine({
  facts: factsWith(facts, {
    query: (sql, params, options) => {
      if (/ AS slice\b/.test(sql)) statements++
      return facts.query(sql, params, options)
    },
  }),
  loadQuery,
  now: () => at,
})

async function search(about: string): Promise<Day> {
  statements = 0
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  const histories = await engine.histories(reports, viewer)
  const [read, readCpu] = [performance.now() - began, seconds(process.cpuUsage(cpu))]
  if (!histories) throw new Error('There is nothing to find.')
  const { findings, tests } = findFindings(histories.series, histories.end)
  const [all, allCpu] = [performance.now() - began, seconds(process.cpuUsage(cpu))]
  const cells = [
    statements,
    `${(read / 1000).toFixed(1)} s`,
    readCpu.toFixed(1),
    `${((all - read) / 1000).toFixed(1)} s`,
  ]
  print(`| ${[about, ...cells, (allCpu - readCpu).toFixed(1)].join(' | ')} |`)
  if (about === 'all') print(`${histories.series.length} histories, ${tests} tests, ${findings.length} findings`)
  return histories.end
}

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000_000

const load = (entity: EntityName, records: readonly object[]) =>
  loadRecords(facts, viewer.companyId, entity, records, at)

print('| after | statements | read | CPU s | found | CPU s |')
print('|---|---:|---:|---:|---:|---:|')
const end = await search('all')
await search('nothing')

const people = await somePeople(facts, viewer.companyId, addTo(end, -60), 400)
const nextId = await freshIds(facts)
const startedAt = `${end}T18:00:00Z`

const calls = () => firstCalls(people, nextId, startedAt)
const messages = () =>
  people.map((person) => ({
    id: nextId(),
    ...{ property_id: person.property_id, prospect_id: person.id, sent_at: startedAt },
    ...{ channel: 'email', direction: 'outbound', origin: 'agent' },
  }))
const leases = async () => {
  const units = await facts.query<{ id: number; property_id: number }>(
    'SELECT id, property_id FROM units FINAL WHERE company_id = {company:UInt64} ORDER BY cityHash64(id) LIMIT 40',
    { company: viewer.companyId },
  )
  return units.map((unit) => ({
    id: nextId(),
    ...{ property_id: unit.property_id, unit_id: unit.id, signed_at: startedAt, kind: 'new', monthly_rent: 1_500 },
    ...{ starts_on: addTo(end, 30), ends_on: addTo(end, 395) },
  }))
}

await load('calls', calls())
await search(`${people.length} calls of yesterday`)
await load('messages', messages())
await search(`${people.length} answers to prospects of 60 days`)
await load('leases', await leases())
await search('40 leases of yesterday')
await Promise.all([load('calls', calls()), load('messages', messages()), leases().then((rows) => load('leases', rows))])
await search('all three')
at = new Date(now.getTime() + 86_400_000)
await load('calls', calls())
await search('the next morning')
await facts.close()
