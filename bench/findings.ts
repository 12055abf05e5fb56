import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from '@leaselight/engine'
import { importDirectory, migrate, openFacts } from '@leaselight/facts'
import { findFindings, type WatchSeries } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { DEFAULT_PROPERTIES, requestedFacts, writePortfolio } from '@leaselight/sample'
import { measurePlants, nullWeeks, seededRandom } from './findings/worlds'

/**
 * Measures findings: `npm run findings:harness -- --weeks 200 --plants 20`. Reads every day of every watch of a sample
 * portfolio through the engine once, shuffles the days into worlds in which nothing changes, and counts what is found
 * there; then plants changes of known size at known days and looks for them week after week. With 0 weeks and 0 plants it
 * only times one search.
 */
const { values } = parseArgs({
  options: {
    weeks: { type: 'string', default: '200' },
    plants: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    properties: { type: 'string', default: String(DEFAULT_PROPERTIES) },
    facts: { type: 'string' },
    dir: { type: 'string', default: join(tmpdir(), 'leaselight-findings') },
  },
})
const properties = Number(values.properties)
const wanted = values.facts === undefined ? requestedFacts({ properties }) : Number(values.facts)
const now = new Date('2026-11-21T16:00:00Z')
const home = join(values.dir, `${wanted}-${properties}`)
const print = (line: string) => process.stdout.write(`${line}\n`)

mkdirSync(join(home, 'data'), { recursive: true })
const facts = await openFacts({ dataDir: join(home, 'data') })
await migrate(facts)
if (!existsSync(join(home, 'built'))) {
  await writePortfolio(join(home, 'files'), { now, properties, facts: wanted })
  await importDirectory(facts, join(home, 'files'), { now: now.getTime() })
  writeFileSync(join(home, 'built'), '')
}
const engine = createEngine({ facts, loadQuery, now: () => now, cacheCells: 0 })
const viewer = { companyId: 1, userId: 1, role: 'admin', groupIds: [] }

const began = performance.now()
const weekly = await engine.histories(reports, viewer)
const read = performance.now()
if (!weekly) throw new Error('There is nothing to find.')
const { findings, tests } = findFindings(weekly.series, weekly.end)
const found = performance.now()
print(`${weekly.series.length} histories, ${tests} tests, ${findings.length} findings of the portfolio itself`)
print(`read ${Math.round(read - began)} ms, found ${Math.round(found - read)} ms`)

const [weeks, plants] = [Number(values.weeks), Number(values.plants)]
const daily = weeks + plants > 0 ? await engine.histories(reports, viewer, { sliceDays: 1, slices: 60 * 7 }) : null
await facts.close()
if (!daily) process.exit()
const days: readonly WatchSeries[] = daily.series
const random = seededRandom(Number(values.seed))

for (const { name, weeks: looked, wrong } of weeks > 0 ? nullWeeks(days, weeks, random) : [])
  print(`${name}: ${wrong} false findings in ${looked} company-weeks, ${(wrong / looked).toFixed(3)} a week`)
print('plant | size | found | median days until found | false findings a week')
for (const { name, size, planted, hits, delay, wrongPerWeek } of measurePlants(days, plants, random))
  print(`${name} | ${size} | ${hits} of ${planted} | ${delay ?? '—'} | ${wrongPerWeek.toFixed(3)}`)
