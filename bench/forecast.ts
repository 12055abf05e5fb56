import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readTestedForecasts } from '@leaselight/engine'
import { importDirectory, migrate, openFacts } from '@leaselight/facts'
import { meanError, type PropertyForecast, sumByDay } from '@leaselight/model'
import { writePortfolio } from '@leaselight/sample'

/**
 * Measures the forecast of occupancy on random portfolios: `npm run forecast:harness -- --portfolios 10`. Each has its own
 * seed. The forecast is made as on twelve days of its last year, 30 days ahead, and compared with what came; so is the
 * guess that nothing changes. The band is the one that the report draws.
 */
const { values } = parseArgs({
  options: {
    portfolios: { type: 'string', default: '10' },
    properties: { type: 'string', default: '24' },
    facts: { type: 'string', default: '60000' },
    dir: { type: 'string', default: join(tmpdir(), 'leaselight-forecast') },
  },
})
const now = new Date('2026-11-21T16:00:00Z')
const BAND_DEVIATIONS = 1.2816
const print = (line: string) => process.stdout.write(`${line}\n`)
const points = (error: number | null) => (error === null ? '—' : (error * 100).toFixed(2))
const unchanged = (list: readonly PropertyForecast[]) => list.map((one) => ({ ...one, expected: one.before }))

print('portfolio | units | months | off by, portfolio | off by, property | off by if unchanged | in the band | read')
for (let seed = 1; seed <= Number(values.portfolios); seed++) {
  const home = join(values.dir, String(seed))
  rmSync(home, { recursive: true, force: true })
  mkdirSync(join(home, 'data'), { recursive: true })
  const facts = await openFacts({ dataDir: join(home, 'data') })
  await migrate(facts)
  const size = { properties: Number(values.properties), facts: Number(values.facts) }
  await writePortfolio(join(home, 'files'), { seed, now, ...size })
  await importDirectory(facts, join(home, 'files'), { now: now.getTime() })
  const began = performance.now()
  const forecasts = await readTestedForecasts(
    facts,
    { companyId: 1, derived: new Set(['home_spans']) },
    '2026-11-21',
    {},
  )
  const took = Math.round(performance.now() - began)
  await facts.close()
  const days = sumByDay(forecasts)
  const inside = forecasts.filter(
    ({ expected, occupied, variance }) => Math.abs(expected - occupied) <= BAND_DEVIATIONS * Math.sqrt(variance),
  )
  print(
    [
      `seed ${seed}`,
      days[0]?.units ?? 0,
      days.length,
      points(meanError(days)),
      points(meanError(forecasts)),
      points(meanError(sumByDay(unchanged(forecasts)))),
      `${Math.round((100 * inside.length) / Math.max(1, forecasts.length))}%`,
      `${took} ms`,
    ].join(' | '),
  )
  rmSync(home, { recursive: true, force: true })
}
