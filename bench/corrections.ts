import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { deriveEverywhere, type Facts, importDirectory, tidyNow } from '@leaselight/facts'
import { now, type Portfolio, print } from './portfolio'

/** The entities that are corrected, each with the instant that a correction moves. */
const CORRECTED = {
  prospects: 'created_at',
  messages: 'sent_at',
  calls: 'started_at',
  appointments: 'starts_at',
  visits: 'visited_at',
  leases: 'signed_at',
} as const

type CorrectedEntity = keyof typeof CORRECTED

/** Every so many records of each are corrected where these are of all years: all, many, and some thousands as a sync brings them. */
const EVERY = [1, 20, 1_000]

/** The days before now whose records are all corrected where these are the newest. */
const RECENT_DAYS = 60

const DAY_MS = 86_400_000

/** Which records are corrected: of their place among those of the entity, and of the instant that a correction moves. */
const KINDS: Readonly<Record<string, (at: number, instant: string) => boolean>> = {
  ...Object.fromEntries(
    EVERY.map((every) => [
      every === 1 ? 'every record' : `every ${every.toLocaleString('en-US')}th of all years`,
      (at: number) => at % every === 0,
    ]),
  ),
  [`all of the last ${RECENT_DAYS} days`]: (_, instant) =>
    instant >= new Date(now.getTime() - RECENT_DAYS * DAY_MS).toISOString(),
}

/**
 * Measures imports of corrections: of some records the agent, and of half of these the day, so that their rows move. The
 * records are then imported as they were. Both times include what is worked out from them. Each import finds its tables
 * merged, as those of a night do; the time that this takes is in a column of its own.
 */
export async function measureCorrections({ facts, files }: Portfolio): Promise<void> {
  print('| | | records | seconds | a second | merged later, seconds |')
  print('|---|---|---:|---:|---:|---:|')
  await tidyNow(facts)
  for (const [kind, isCorrected] of Object.entries(KINDS)) {
    const scratch = mkdtempSync(join(tmpdir(), 'leaselight-corrections-'))
    const [corrected, original] = [join(scratch, 'corrected'), join(scratch, 'original')]
    try {
      for (const entity of Object.keys(CORRECTED) as CorrectedEntity[])
        await writeBoth(files, entity, isCorrected, [corrected, original])
      await measure(facts, [kind, 'corrected'], corrected)
      await measure(facts, [kind, 'as they were'], original)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }
}

/** Writes the records of an entity that are corrected, once as corrected and once as they were. */
async function writeBoth(
  files: string,
  entity: CorrectedEntity,
  isCorrected: (at: number, instant: string) => boolean,
  folders: readonly string[],
): Promise<void> {
  const name = `${entity}.ndjson`
  const instant = CORRECTED[entity]
  const outputs = folders.map((folder) => {
    mkdirSync(folder, { recursive: true })
    return createWriteStream(join(folder, name))
  })
  let at = 0
  let count = 0
  for await (const line of createInterface({ input: createReadStream(join(files, name)) })) {
    const record: Record<string, unknown> = JSON.parse(line)
    const moment = record[instant]
    if (!isCorrected(at++, String(moment ?? ''))) continue
    const { agent_id: _, ...others } = record
    const isMoved = count++ % 2 === 0 && moment !== undefined
    const moved = isMoved ? { [instant]: new Date(Date.parse(String(moment)) + DAY_MS).toISOString() } : {}
    const lines = [JSON.stringify({ ...others, ...moved }), line]
    for (const [index, output] of outputs.entries()) if (!output.write(`${lines[index]}\n`)) await once(output, 'drain')
  }
  await Promise.all(outputs.map((output) => new Promise<void>((resolve) => output.end(resolve))))
}

async function measure(facts: Facts, about: readonly string[], folder: string): Promise<void> {
  const started = performance.now()
  const { records, rejected } = await importDirectory(facts, folder, {})
  // An import so soon after another leaves it to the next one.
  await deriveEverywhere(facts)
  const seconds = (performance.now() - started) / 1000
  const imported = records.reduce((sum, { read }) => sum + read, 0) - rejected
  const tidying = performance.now()
  await tidyNow(facts)
  const later = (performance.now() - tidying) / 1000
  const cells = [
    ...[imported.toLocaleString('en-US'), seconds.toFixed(1), Math.round(imported / seconds).toLocaleString('en-US')],
    later.toFixed(1),
  ]
  print(`| ${[...about, ...cells].join(' | ')} |`)
}
