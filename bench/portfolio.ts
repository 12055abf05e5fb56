import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveEverywhere, type Facts, importDirectory, migrate, openFacts, peopleAtHandOf } from '@leaselight/facts'
import type { Viewer } from '@leaselight/model'
import { writePortfolio } from '@leaselight/sample'

/** The clock of every measurement. */
export const now = new Date('2026-06-15T16:00:00Z')

/** The options of every measurement's command line, and what they are by default. */
export const portfolioOptions = {
  facts: { type: 'string', default: '1000000' },
  properties: { type: 'string', default: '100' },
  dir: { type: 'string', default: join(tmpdir(), 'leaselight-bench') },
} as const

/** From so many facts on, the bars of fifty million hold. */
export const LARGE_FACTS = 20_000_000

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** An open portfolio, with the administrator of its largest company. */
export interface Portfolio {
  facts: Facts
  viewer: Viewer
  now: Date
  size: { facts: number; properties: number }
  /** The folder with the records as contract files. */
  files: string
}

/** Opens a portfolio of that size, which is built once. */
export async function openPortfolio(options: Record<keyof typeof portfolioOptions, string>): Promise<Portfolio> {
  const [wanted, properties] = [Number(options.facts), Number(options.properties)]
  const home = join(options.dir, `${wanted}-${properties}`)
  const [dataDir, files] = [join(home, 'data'), join(home, 'files')]
  mkdirSync(dataDir, { recursive: true })
  const facts = await openFacts({ dataDir })
  await migrate(facts)
  if (!existsSync(join(home, 'built'))) await build(facts, home, files, { wanted, properties })
  const [first] = await facts.query<{ company_id: number }>(
    'SELECT company_id, count() AS size FROM properties FINAL GROUP BY company_id ORDER BY size DESC LIMIT 1',
  )
  const viewer: Viewer = { userId: 1, companyId: first?.company_id ?? 0, role: 'admin', groupIds: [] }
  // As a server has it a moment after an import: otherwise the first questions would read the records.
  await deriveEverywhere(facts)
  await peopleAtHandOf(facts).load(viewer.companyId)
  return { facts, viewer, now, size: { facts: wanted, properties }, files }
}

async function build(
  facts: Facts,
  home: string,
  files: string,
  size: { wanted: number; properties: number },
): Promise<void> {
  print(`Writing ${size.wanted.toLocaleString('en-US')} facts …`)
  await writePortfolio(files, { seed: 1, now, properties: size.properties, facts: size.wanted })
  print('Importing them …')
  const started = performance.now()
  const { records, rejected } = await importDirectory(facts, files, {})
  const seconds = (performance.now() - started) / 1000
  const imported = records.reduce((sum, { read }) => sum + read, 0) - rejected
  print(
    `Imported ${imported.toLocaleString('en-US')} records in ${seconds.toFixed(1)} s: ${Math.round(imported / seconds).toLocaleString('en-US')} a second.`,
  )
  mkdirSync(join(home, 'built'))
}

export function quantile(times: readonly number[], level: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(level * sorted.length))] ?? 0
}
