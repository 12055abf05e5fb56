import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EntityName, entityNames } from '@leaselight/contract'
import type { Facts } from './client/facts'
import { copyStore } from './client/testing/copyStore'
import { tempClickHouse } from './client/testing/tempClickHouse'
import { openFacts } from './client/warehouse'
import { systemParts } from './cluster'
import { openLocalCluster } from './cluster/localCluster'
import { deriveImported } from './derive/derive'
import { CLAIMS } from './identity'
import { importValidRecords } from './import'
import type { Rejection } from './import/check/problem'
import { recover } from './import/recover'
import type { RecordCounts } from './import/report'
import { importStateOf } from './import/state'
import type { EntityTable } from './tables/columns'
import { migrate } from './tables/migrate'
import { CHANGES } from './tables/sync'

export { factsWith } from './client/testing/factsWith'
export { type FaultyProxy, faultyProxy } from './client/testing/faultyProxy'
export { type TempClickHouse, tempClickHouse } from './client/testing/tempClickHouse'
export { AWKWARD_LINES } from './derive/testingLines'

/** Contract records by entity, as plain objects. */
export type Records = Partial<Record<EntityName, readonly object[]>>

/** A store for tests: fresh, in a folder of its own, gone when closed. One a process. */
export interface TempFacts {
  facts: Facts
  dataDir: string
  /** Takes records in through the import. A refusal fails the test, unless `refusals` collects them. */
  load(
    records: Records,
    options?: { now?: number; companyId?: number; refusals?: Rejection[] },
  ): Promise<RecordCounts[]>
  /** Empties every table. */
  clear(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a fresh store with its tables made: embedded, or with TEST_STORES=servers over HTTP. Then TEST_CLICKHOUSE_URL may
 * name a server that tests may make databases on; without it each gets a stand-in of its own. With TEST_STORES=cluster its
 * tables are split over two shards. `declared` makes a store of another declaration, such as an older one.
 */
export async function tempFacts(declared?: readonly EntityTable[]): Promise<TempFacts> {
  const { TEST_STORES } = process.env
  if (TEST_STORES === 'cluster') return tempCluster(declared)
  return openTempFacts(TEST_STORES === 'servers' ? openOnServer : openInFolder, declared)
}

/** What a test's store takes in at once, and when. */
export interface Batch {
  records: Records
  now?: number
}

/**
 * Opens a fresh store that has taken in some batches. An embedded one is a copy, which costs a tenth of an import: the
 * first test file of a run that asks for these batches imports them, into the folder that PREPARED_STORES names.
 */
export async function filledFacts(...batches: readonly Batch[]): Promise<TempFacts> {
  const { PREPARED_STORES, TEST_STORES } = process.env
  if (!PREPARED_STORES || TEST_STORES) return fill(await tempFacts(), batches)
  const key = createHash('sha256').update(JSON.stringify(batches)).digest('hex').slice(0, 16)
  const prepared = join(PREPARED_STORES, `facts-${key}`)
  if (!existsSync(prepared)) await prepare(prepared, batches)
  return openTempFacts(openInFolder, undefined, prepared)
}

async function fill(store: TempFacts, batches: readonly Batch[]): Promise<TempFacts> {
  for (const { records, now } of batches) await store.load(records, now === undefined ? {} : { now })
  return store
}

async function prepare(prepared: string, batches: readonly Batch[]): Promise<void> {
  const store = await fill(await openTempFacts(openInFolder), batches)
  // Written in full before it is copied.
  await store.facts.close()
  const aside = `${prepared}.${randomBytes(6).toString('hex')}`
  copyStore(store.dataDir, aside)
  await store.close()
  // Another process may have been faster; its copy holds the same.
  await rename(aside, prepared).catch(() => rm(aside, { recursive: true, force: true }))
}

/** Opens a fresh store whose tables are split over the two shards of a cluster within this process. */
export const tempCluster = (declared?: readonly EntityTable[]): Promise<TempFacts> =>
  openTempFacts(openLocalCluster, declared)

/** Opens a fresh store on one server. */
export const tempServer = (declared?: readonly EntityTable[]): Promise<TempFacts> =>
  openTempFacts(openOnServer, declared)

type Opened = { facts: Facts; close: () => Promise<void> }

async function openTempFacts(
  open: (folder: string) => Promise<Opened>,
  declared?: readonly EntityTable[],
  prepared?: string,
): Promise<TempFacts> {
  const dataDir = await mkdtemp(join(await scratchFolder(), 'leaselight-facts-'))
  if (prepared) copyStore(prepared, dataDir)
  const { facts, close } = await open(dataDir)
  if (!prepared) await migrate(facts, declared)
  return {
    facts,
    dataDir,
    async load(records, { refusals, ...options } = {}) {
      const counts: RecordCounts[] = []
      await recover(facts)
      for (const entity of entityNames) {
        const rows = records[entity]
        if (!rows?.length) continue
        const refused: Rejection[] = []
        const onRejection = (refusal: Rejection) => refused.push(refusal)
        counts.push(...(await importValidRecords(facts, ndjsonOf(rows), { ...options, entity, onRejection })).records)
        if (refusals) refusals.push(...refused)
        else if (refused.length) throw new Error(refused.map((refusal) => JSON.stringify(refusal)).join('\n'))
      }
      // Imports right after one another would leave this to the first question. An older store lacks tables for it.
      if (!declared) await deriveImported(facts)
      return counts
    },
    async clear() {
      const filled = await facts.query<{ name: string }>(
        `SELECT DISTINCT table AS name FROM ${systemParts(facts)} WHERE database = currentDatabase() AND active AND rows > 0 AND table NOT IN ('migrations', '${CHANGES}', '${CLAIMS}')`,
      )
      for (const { name } of filled) await facts.command(`TRUNCATE TABLE ${name}`)
      importStateOf(facts).reset()
    },
    async close() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openInFolder(dataDir: string): Promise<Opened> {
  const facts = await openFacts({ dataDir })
  return { facts, close: () => facts.close() }
}

async function openOnServer(under: string): Promise<Opened> {
  const clickhouseUrl = process.env.TEST_CLICKHOUSE_URL
  if (clickhouseUrl) {
    const clickhouseDatabase = `leaselight_test_${randomBytes(6).toString('hex')}`
    const facts = await openFacts({ clickhouseUrl, clickhouseDatabase })
    const close = async () => {
      await facts.command(`DROP DATABASE ${clickhouseDatabase}`)
      await facts.close()
    }
    return { facts, close }
  }
  const server = await tempClickHouse({ under })
  const facts = await openFacts({ clickhouseUrl: server.url })
  const close = async () => {
    await facts.close()
    await server.remove()
  }
  return { facts, close }
}

const MIN_FREE_BYTES = 2 << 30

/** A folder in memory where there is a roomy one: tests need no disk to acknowledge each of their thousand small inserts. */
async function scratchFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > MIN_FREE_BYTES ? '/dev/shm' : tmpdir()
}

async function* ndjsonOf(records: readonly object[]): AsyncIterable<Uint8Array> {
  yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
