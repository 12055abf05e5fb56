import type { Address, Memory } from './morning'
import { openPortfolio } from './portfolio'
import { startBenchServer } from './serve'

// The server of `measureMorning`: nothing else is in this process.
const { facts, viewer, now } = await openPortfolio(JSON.parse(process.argv[2] ?? '{}'))
const { url, token, close } = await startBenchServer(facts, now, viewer, { QUESTIONS_PER_USER: '100000' })
process.on('message', () => {
  const memory: Memory = { now: process.memoryUsage().rss, most: process.resourceUsage().maxRSS * 1024 }
  process.send?.(memory)
})
process.once('SIGTERM', async () => {
  await close()
  await facts.close()
  process.exit()
})
const address: Address = { url, token }
process.send?.(address)
