import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Facts, openFacts } from './client/facts'
import { tempClickHouse } from './client/testServer'
import { partsOf } from './cluster'
import { openLocalCluster } from './cluster/localCluster'
import { type EntityName, entityNames } from './entities'
import type { Account } from './import/account'
import { importRecords } from './import/import-records'
import type { Refusal } from './import/problem'
import { stateOf } from './import/warehouse-state'
import { migrate } from './migrate'

export { type FaultyWay, faultyWay } from './client/faultyWay'
export { type TempClickHouse, tempClickHouse } from './client/testServer'
export { factsWith } from './testingFacts'

/** Contract records by entity, as plain objects. */
export type Records = Partial<Record<EntityName, readonly object[]>>

/** A store for tests: fresh, in a folder of its own, gone when closed. One a process. */
export interface TempFacts {
  facts: Facts
  dataDir: string
  /** Takes records in through the import. A refusal fails the test, unless `refusals` collects them. */
  load(records: Records, options?: { now?: number; companyId?: number; refusals?: Refusal[] }): Promise<Account[]>
  /** Empties every table. */
  clear(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a fresh store with its tables made: embedded, or with TEST_STORES=servers over HTTP. Then TEST_CLICKHOUSE_URL may
 * name a server that tests may make databases on; without it each gets a stand-in of its own. With TEST_STORES=cluster its
 * tables are split over two shards.
 */
export async function tempFacts(): Promise<TempFacts> {
  const { TEST_STORES } = process.env
  if (TEST_STORES === 'cluster') return tempCluster()
  return filledBy(TEST_STORES === 'servers' ? onServer : inFolder)
}

/** Opens a fresh store whose tables are split over the two shards of a cluster within this process. */
export const tempCluster = (): Promise<TempFacts> => filledBy(openLocalCluster)

/** Opens a fresh store on one server. */
export const tempServer = (): Promise<TempFacts> => filledBy(onServer)

type Opened = { facts: Facts; close: () => Promise<void> }

async function filledBy(open: (folder: string) => Promise<Opened>): Promise<TempFacts> {
  const dataDir = await mkdtemp(join(await scratch(), 'leaselight-facts-'))
  const { facts, close } = await open(dataDir)
  await migrate(facts)
  return {
    facts,
    dataDir,
    async load(records, { refusals, ...options } = {}) {
      const accounts: Account[] = []
      for (const entity of entityNames) {
        const rows = records[entity]
        if (!rows?.length) continue
        const refused: Refusal[] = []
        const onRefusal = (refusal: Refusal) => refused.push(refusal)
        accounts.push(await importRecords(facts, linesOf(rows), { ...options, entity, onRefusal }))
        if (refusals) refusals.push(...refused)
        else if (refused.length) throw new Error(refused.map((refusal) => JSON.stringify(refusal)).join('\n'))
      }
      return accounts
    },
    async clear() {
      const filled = await facts.query<{ name: string }>(
        `SELECT DISTINCT table AS name FROM ${partsOf(facts)} WHERE database = currentDatabase() AND active AND rows > 0 AND table != 'migrations'`,
      )
      for (const { name } of filled) await facts.command(`TRUNCATE TABLE ${name}`)
      stateOf(facts).forget()
    },
    async close() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function inFolder(dataDir: string): Promise<Opened> {
  const facts = await openFacts({ dataDir })
  return { facts, close: () => facts.close() }
}

async function onServer(under: string): Promise<Opened> {
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

const ROOMY = 2 << 30

/** A folder in memory where there is a roomy one: tests need no disk to acknowledge each of their thousand small inserts. */
async function scratch(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > ROOMY ? '/dev/shm' : tmpdir()
}

async function* linesOf(records: readonly object[]): AsyncIterable<Uint8Array> {
  yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}
