import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importDirectory, importRecords, migrate, openFacts } from '@leaselight/facts'
import { writePortfolio } from '@leaselight/sample'

/**
 * Measures an import that corrects the time zones of properties, whose facts all move to other local days.
 * `npm run bench:zones -- --properties 183 --changed 137 --facts 200000`
 */
const { values } = parseArgs({
  options: {
    facts: { type: 'string', default: '200000' },
    properties: { type: 'string', default: '183' },
    changed: { type: 'string', default: '137' },
  },
})
const [wanted, properties, changed] = [Number(values.facts), Number(values.properties), Number(values.changed)]
const print = (line: string) => process.stdout.write(`${line}\n`)

const home = mkdtempSync(join(tmpdir(), 'leaselight-zones-'))
try {
  const files = join(home, 'files')
  await writePortfolio(files, { seed: 1, now: new Date('2026-06-15T16:00:00Z'), properties, facts: wanted })
  const facts = await openFacts({ dataDir: join(home, 'data') })
  await migrate(facts)
  const whole = await timed(() => importDirectory(facts, files, {}))
  const corrected = await correctedProperties(join(files, 'properties.ndjson'))
  const seconds = await timed(() => importRecords(facts, bytes(corrected), { entity: 'properties' }))
  const [{ moved } = { moved: 0 }] = await facts.query<{ moved: number }>(
    "SELECT count() AS moved FROM record_keys FINAL WHERE version > (SELECT max(version) FROM import_log WHERE entity = 'properties' AND company_id = 0 AND state = 'begun')",
  )
  print(
    `${changed} of ${properties} properties with another time zone, ${moved.toLocaleString('en-US')} facts dated again: ${seconds.toFixed(1)} s. The import of everything took ${whole.toFixed(1)} s.`,
  )
  await facts.close()
} finally {
  rmSync(home, { recursive: true, force: true })
}

/** The properties' file with other time zones for the first of them. */
async function correctedProperties(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return lines
    .map((line, index) => {
      const property = JSON.parse(line)
      const zone = property.time_zone === 'America/Denver' ? 'America/Chicago' : 'America/Denver'
      return index < changed ? JSON.stringify({ ...property, time_zone: zone }) : line
    })
    .join('\n')
}

async function* bytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
