import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN } from '@leaselight/run'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importDirectory, migrate, openFacts, recover } from '../..'
import { ana, company, east, lease, message, west } from '../testing'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'leaselight-crash-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const ROWS = 6_000

/** Records that all move between the first and the second version: to the other property, another day, many to another year. */
function folderOf(version: 1 | 2): Record<string, object[]> {
  const property_id = version === 1 ? 10 : 20
  const day = (index: number) =>
    new Date(Date.UTC(2025, 11, 20 + (version === 1 ? 0 : 11), index % 24, index % 60)).toISOString()
  const many = <T>(record: (index: number) => T) => Array.from({ length: ROWS }, (_, index) => record(index + 1))
  return {
    companies: [company],
    properties: [version === 1 ? east : { ...east, time_zone: 'Asia/Kathmandu' }, west],
    prospects: many((id) => ({ ...ana, id, property_id, created_at: day(id), not_a_prospect: id % 7 === version })),
    messages: many((id) =>
      version === 2 && id % 5 === 0
        ? { id, property_id, deleted: true }
        : { ...message, id, property_id, prospect_id: id, sent_at: day(id) },
    ),
    leases: many((id) => ({ ...lease, id, property_id: 10, signed_at: day(id) })),
  }
}

async function writeFolder(path: string, files: Record<string, object[]>): Promise<void> {
  await mkdir(path)
  for (const [name, records] of Object.entries(files)) {
    await writeFile(join(path, `${name}.ndjson`), records.map((record) => JSON.stringify(record)).join('\n'))
  }
}

/** Imports in a process of its own, killed `killAfter` ms after it began. Tells how long it took from there; NaN when it was killed. */
async function importInChild(dataDir: string, folder: string, killAfter?: number): Promise<number> {
  const child: ChildProcess = fork(RUN, [fileURLToPath(new URL('./crashChild.ts', import.meta.url)), dataDir, folder])
  const ended = once(child, 'exit')
  // One that ends before it begins is a failure, and nothing to wait for.
  const begins = once(child, 'message').then(() => true)
  expect(await Promise.race([begins, ended.then(() => false)])).toBe(true)
  const began = performance.now()
  if (killAfter !== undefined) {
    await Promise.race([sleep(killAfter), ended])
    child.kill('SIGKILL')
  }
  const [code] = await ended
  return code === 0 ? performance.now() - began : Number.NaN
}

/** Numbers that tell two stores apart, however their tables came to be. */
const fingerprint = (table: string, columns: string) =>
  `SELECT count() AS rows, uniqExact(company_id, id) AS records, toString(sum(cityHash64(${columns}))) AS hash FROM ${table} FINAL`

async function open(dataDir: string) {
  const facts = await openFacts({ dataDir })
  await migrate(facts)
  return facts
}

/** Opens a store as a start does, runs the work, closes it. */
async function withStore<T>(
  dataDir: string,
  work: (facts: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const facts = await open(dataDir)
  try {
    await recover(facts)
    return await work(facts)
  } finally {
    await facts.close()
  }
}

const fingerprints = (dataDir: string) =>
  withStore(dataDir, async (facts) => {
    const questions = {
      prospects: fingerprint('prospects', 'id, property_id, created_at, created_day, not_a_prospect'),
      messages: fingerprint('messages', 'id, property_id, sent_at, sent_day, sent_offset'),
      leases: fingerprint('leases', 'id, property_id, signed_at, signed_day, signed_offset'),
      marks: `${fingerprint('prospect_marks', 'id, not_a_prospect, deleted')} WHERE not_a_prospect OR deleted`,
    }
    const found: Record<string, { rows: number; records: number; hash: string } | undefined> = {}
    for (const [name, sql] of Object.entries(questions))
      [found[name]] = await facts.query<NonNullable<(typeof found)[string]>>(sql)
    return found
  })

it('killed in the middle and run again, an import ends as if nothing had happened', async () => {
  const [first, second, clean] = [join(dir, 'first'), join(dir, 'second'), join(dir, 'clean')]
  await writeFolder(first, folderOf(1))
  await writeFolder(second, folderOf(2))
  const start = join(dir, 'start')
  expect(await importInChild(start, first)).not.toBeNaN()
  await cp(start, clean, { recursive: true })
  const whole = await importInChild(clean, second)
  expect(whole).not.toBeNaN()
  const expected = await fingerprints(clean)
  expect(expected).toMatchObject({
    prospects: { rows: ROWS },
    messages: { rows: (ROWS * 4) / 5 },
    leases: { rows: ROWS },
  })

  const hurt = join(dir, 'hurt')
  await cp(start, hurt, { recursive: true })
  // The same folder is killed again and again, each time a little later, and never cleaned up in between.
  for (const share of [0.05, 0.2, 0.4, 0.7]) {
    await importInChild(hurt, second, whole * share)
    const found = await fingerprints(hurt)
    // Whatever came through: every record stands there once at most, and no prospect or lease was lost.
    for (const table of Object.values(found)) expect(table?.rows).toBe(table?.records)
    expect(found).toMatchObject({ prospects: { rows: ROWS }, leases: { rows: ROWS } })
  }
  await withStore(hurt, async (facts) => {
    await importDirectory(facts, second)
  })
  expect(await fingerprints(hurt)).toEqual(expected)
}, 300_000)
