import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import * as schema from '../schema'
import type { StateEngine } from './engine'
import { StoreUnavailable } from './errors'
import { migrationsFolder } from './migrations'
import { reopenWhenBroken } from './reopen'
import { openSynced, SMALL_BUFFERS } from './syncedFolder'

/** Where PGlite keeps its files; without a folder, in memory. `dump` is a data directory to start from. */
export interface EmbeddedSettings {
  dataDir?: string
  dump?: Blob | undefined
}

/** An embedded engine, with the client for what only PGlite can do (dumping its data directory). */
export interface EmbeddedStateEngine extends StateEngine {
  client: PGlite
}

/** Opens PGlite and migrates its tables. The process has exclusive use, so instances need no lock. */
export async function openEmbedded(settings: EmbeddedSettings): Promise<EmbeddedStateEngine> {
  let { client, db } = await openMigrated(settings)
  const guard = reopenWhenBroken(async () => {
    await forceClose(client)
    ;({ client, db } = await openMigrated({ ...settings, dump: undefined }))
  })
  return {
    embedded: true,
    get db() {
      return db
    },
    get client() {
      return client
    },
    guard,
    close: () => client.close(),
  }
}

async function openMigrated(settings: EmbeddedSettings) {
  const client = await openClient(settings)
  try {
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder })
    return { client, db }
  } catch (error) {
    await client.close()
    throw error
  }
}

const CLOSING_MS = 2_000

/** Closes an engine that may no longer respond. */
async function forceClose(client: PGlite): Promise<void> {
  await Promise.race([client.close().catch(() => undefined), sleep(CLOSING_MS)])
}

async function openClient({ dataDir, dump }: EmbeddedSettings): Promise<PGlite> {
  if (dataDir === undefined)
    return PGlite.create({ loadDataDir: dump, startParams: [...PGlite.defaultStartParams, ...SMALL_BUFFERS] })
  const folder = join(dataDir, 'state')
  try {
    return await openSynced(folder, dump)
  } catch (error) {
    const reason = error instanceof StoreUnavailable ? error.message : String(error)
    throw new StoreUnavailable(`The state store in ${folder} could not be opened: ${reason}`, { cause: error })
  }
}
