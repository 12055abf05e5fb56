import { openFacts } from '../..'

/** Prints how long the embedded engine keeps unused memory (milliseconds), and from which size on it doesn't (0: never). */
const facts = await openFacts({ dataDir: process.argv[2] ?? '' })
const [found] = await facts.query<{ stats: string }>('SELECT stats FROM system.jemalloc_stats')
const setting = (name: string) => found?.stats.match(new RegExp(`opt\\.${name}: (\\d+)`))?.[1]
process.stdout.write(`${setting('dirty_decay_ms')} ${setting('oversize_threshold')}`)
await facts.close()
