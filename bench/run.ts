import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureColdStart } from './coldStart'
import { measureCorrections } from './corrections'
import { measureFirstAfter } from './firstAfter'
import { measureHandling } from './handling'
import { measureMorning } from './morning'
import { openPortfolio, portfolioOptions, print } from './portfolio'
import { comparePostgres } from './postgres/compare'
import { measureReaders } from './readers'
import { measureReports } from './reportTimes'

/**
 * Builds a portfolio of a given size once, and measures: every report, the same questions asked of PostgreSQL, readers side by
 * side, a browser that starts with nothing cached and one that follows its reader, first answers after imports, an import of
 * corrections, and the memory of a server over a morning. `npm run bench -- --facts 5000000 --properties 200`;
 * `--sections reports,readers` measures these alone.
 */
const { values } = parseArgs({
  options: {
    ...portfolioOptions,
    sections: { type: 'string', default: 'reports,postgres,readers,cold,handling,after,corrections,morning' },
    runs: { type: 'string', default: '20' },
    readers: { type: 'string', default: '30' },
    /** Seconds that a reader looks at a page. */
    looks: { type: 'string', default: '6' },
    /** Seconds of each measurement of readers. */
    seconds: { type: 'string', default: '60' },
    /** Seconds between two imports beside the readers. */
    every: { type: 'string', default: '5' },
    megabits: { type: 'string', default: '10' },
    latency: { type: 'string', default: '40' },
  },
})
const runs = Number(values.runs)
const portfolio = await openPortfolio(values)

const readers = {
  readers: Number(values.readers),
  looks: Number(values.looks),
  seconds: Number(values.seconds),
  every: Number(values.every),
}

const sections: Record<string, () => Promise<void>> = {
  reports: () => measureReports(portfolio, runs),
  postgres: () => comparePostgres(portfolio, Math.min(runs, 5)),
  readers: () => measureReaders(portfolio, readers),
  cold: () => measureColdStart(portfolio, { runs, speed: Number(values.megabits), latency: Number(values.latency) }),
  handling: () => measureHandling(portfolio, runs),
  after: () => measureFirstAfter(portfolio, Math.min(runs, 5)),
  corrections: () => measureCorrections(portfolio),
  // The last one, since it takes the folder.
  morning: () => measureMorning(portfolio, values, readers),
}

const [{ total } = { total: 0 }] = await portfolio.facts.query<{ total: number }>(
  'SELECT sum(total_rows) AS total FROM system.tables WHERE database = currentDatabase()',
)
print(
  `\n${total.toLocaleString('en-US')} rows, ${portfolio.size.properties} properties, ${cpus().length} cores, ${runs} runs each; milliseconds`,
)
for (const name of values.sections.split(',')) {
  const measure = sections[name]
  if (!measure) throw new Error(`There is no section ${name}; there are ${Object.keys(sections).join(', ')}.`)
  print(`\n## ${name}\n`)
  await measure().catch((error: unknown) => {
    // The other sections are worth having, too.
    print(`Failed: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
  print(`\nMemory of this process: ${(process.memoryUsage().rss / 2 ** 30).toFixed(2)} GB.`)
}
await portfolio.facts.close()
