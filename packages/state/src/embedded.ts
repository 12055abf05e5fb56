import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { StoreUnavailable } from './errors'
import { migrationsFolder } from './migrations'
import type { Engine } from './open'
import * as schema from './schema'

/** Where PGlite keeps its files; without a folder, in memory. `dump` is a data directory to start from. */
export interface EmbeddedSettings {
  dataDir?: string
  dump?: Blob
}

/** An embedded engine, with the client for what only PGlite can do (dumping its data directory). */
export interface EmbeddedEngine extends Engine {
  client: PGlite
}

/** Opens PGlite and brings its tables up to date. The process has it alone, so no lock is needed between instances. */
export async function openEmbedded(settings: EmbeddedSettings): Promise<EmbeddedEngine> {
  const client = await openClient(settings)
  try {
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder })
    return { db, embedded: true, client, close: () => client.close() }
  } catch (error) {
    await client.close()
    throw error
  }
}

async function openClient({ dataDir, dump }: EmbeddedSettings): Promise<PGlite> {
  if (dataDir === undefined) return PGlite.create({ loadDataDir: dump })
  const folder = join(dataDir, 'state')
  try {
    await mkdir(folder, { recursive: true })
    return await PGlite.create({ dataDir: folder, loadDataDir: dump })
  } catch (error) {
    throw new StoreUnavailable(`The state store in ${folder} could not be opened: ${String(error)}`, { cause: error })
  }
}
