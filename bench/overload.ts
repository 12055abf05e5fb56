import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allowedFilters } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { now, openPortfolio, portfolioOptions, print, quantile } from './portfolio'
import { startBenchServer } from './serve'

/**
 * Measures the queue before the engine: many different questions at once, none of them cached, with several limits. What is
 * answered before the longest wait (20 seconds) is what may wait. `npm run bench:overload -- --questions 800`
 */
const { values } = parseArgs({
  options: {
    ...portfolioOptions,
    questions: { type: 'string', default: '800' },
    waiting: { type: 'string', default: '100000' },
    'at-once': { type: 'string', default: '4,8,16,32' },
  },
})
const wanted = Number(values.questions)
const { facts, viewer, size } = await openPortfolio(values)

const addresses = reports
  .filter((report) => allowedFilters(report).includes('dateRange'))
  .map(({ key }) => `/api/reports/${key}`)
const DAY_MS = 86_400_000
/** Weeks that begin on different days, so that no two questions are the same. */
const question = (index: number): string => {
  const day = (offset: number) => new Date(now.getTime() - offset * DAY_MS).toISOString().slice(0, 10)
  const back = 1 + (index % 300)
  return `${addresses[index % addresses.length]}?start_date=${day(back + 6)}&end_date=${day(back)}`
}

print(
  `\n${wanted} questions at once over ${size.properties} properties and ${values.facts} facts, ${cpus().length} cores, ${values.waiting} may wait\n`,
)
print(
  '| at once | answered | a second | CPU for each | answered after, p50 | p95 | refused | refused after, p50 | p95 | `/healthz` p95 | longest |',
)
print('|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
for (const atOnce of values['at-once'].split(',')) await measure(atOnce)
await facts.close()

async function measure(atOnce: string): Promise<void> {
  const limits = { QUESTIONS_AT_ONCE: atOnce, QUESTIONS_WAITING: values.waiting, QUESTIONS_PER_USER: '100000' }
  const server = await startBenchServer(facts, now, viewer, { ...limits, CELLS_KEPT: '0' })
  await server.get(server.url + question(0))
  const [answered, refused, health]: [number[], number[], number[]] = [[], [], []]
  const started = performance.now()
  const before = process.cpuUsage()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now()
      await server.get(`${server.url}/healthz`)
      health.push(performance.now() - since)
      await sleep(100)
    }
  })()
  await Promise.all(
    Array.from({ length: wanted }, async (_, index) => {
      const { status } = await server.ask(server.url + question(index))
      const ended = performance.now() - started
      if (status === 200) answered.push(ended)
      else if (status === 503) refused.push(ended)
      else throw new Error(`${question(index)} was answered ${status}.`)
    }),
  )
  isOver = true
  const { user, system } = process.cpuUsage(before)
  await watching
  await server.close()
  const seconds = (times: number[], level: number) =>
    times.length === 0 ? '' : `${(quantile(times, level) / 1000).toFixed(1)} s`
  const rate = answered.length / (Math.max(...answered) / 1000)
  const cells = [
    ...[atOnce, answered.length, rate.toFixed(1), `${((user + system) / 1e6 / answered.length).toFixed(2)} s`],
    ...[seconds(answered, 0.5), seconds(answered, 0.95)],
    ...[refused.length, seconds(refused, 0.5), seconds(refused, 0.95), seconds(health, 0.95), seconds(health, 1)],
  ]
  print(`| ${cells.join(' | ')} |`)
}
