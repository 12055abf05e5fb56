import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { deriveEverywhere, importDirectory } from '@leaselight/facts'
import { type Portfolio, print } from './portfolio'

/** The entities that are corrected, each with the instant that a correction moves. */
const CORRECTED = {
  prospects: 'created_at',
  messages: 'sent_at',
  calls: 'started_at',
  appointments: 'starts_at',
  visits: 'visited_at',
  leases: 'signed_at',
} as const

/** Every so many records of each are corrected. */
const EVERY = 20

const DAY_MS = 86_400_000

/**
 * Measures an import of corrections: of every twentieth record the agent, and of half of these the day, so that their rows
 * move. The records are then imported as they were. Both times include what is worked out from them.
 */
export async function measureCorrections({ facts, files }: Portfolio): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'leaselight-corrections-'))
  const [corrected, original] = [join(scratch, 'corrected'), join(scratch, 'original')]
  try {
    for (const [entity, instant] of Object.entries(CORRECTED)) await writeBoth(entity, instant)
    print('| | records | seconds | a second |')
    print('|---|---:|---:|---:|')
    await measure('corrected', corrected)
    await measure('as they were', original)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }

  async function writeBoth(entity: string, instant: string): Promise<void> {
    const name = `${entity}.ndjson`
    const outputs = [corrected, original].map((folder) => {
      mkdirSync(folder, { recursive: true })
      return createWriteStream(join(folder, name))
    })
    let at = 0
    for await (const line of createInterface({ input: createReadStream(join(files, name)) })) {
      if (at++ % EVERY !== 0) continue
      const record: Record<string, unknown> = JSON.parse(line)
      const { agent_id: _, ...others } = record
      const moved = new Date(Date.parse(String(record[instant])) + DAY_MS).toISOString()
      const isMoved = at % (2 * EVERY) === 1 && record[instant] !== undefined
      const lines = [JSON.stringify(isMoved ? { ...others, [instant]: moved } : others), line]
      for (const [index, output] of outputs.entries()) output.write(`${lines[index]}\n`)
    }
    await Promise.all(outputs.map((output) => new Promise<void>((resolve) => output.end(resolve))))
  }

  async function measure(about: string, folder: string): Promise<void> {
    const started = performance.now()
    const { records, rejected } = await importDirectory(facts, folder, {})
    // An import so soon after another leaves it to the next one.
    await deriveEverywhere(facts)
    const seconds = (performance.now() - started) / 1000
    const imported = records.reduce((sum, { read }) => sum + read, 0) - rejected
    const cells = [imported.toLocaleString('en-US'), seconds.toFixed(1), Math.round(imported / seconds)]
    print(`| ${[about, ...cells].join(' | ')} |`)
  }
}
