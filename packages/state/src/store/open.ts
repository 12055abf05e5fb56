import { sql } from 'drizzle-orm'
import type { Database, State } from '../state'
import { openEmbedded } from './embedded'
import type { StateEngine } from './engine'
import { mapUnavailable } from './errors'
import { openServer } from './server'

/** Where the store is: a server, a folder, or (for tests) only memory. A server wins over a folder. */
export interface StateSettings {
  dataDir?: string
  databaseUrl?: string
  inMemory?: boolean
  /** Lets statements on a server run for hours, for copies of the whole store. */
  patient?: boolean
}

/**
 * Opens the store and migrates its tables. Throws StoreUnavailable with a reason when it can't be opened. An embedded
 * store doesn't lock its folder: the caller must hold the lock of `dataDir`.
 */
export async function openState(settings: StateSettings): Promise<State> {
  if (settings.databaseUrl) return stateOver(await openServer(settings.databaseUrl, settings.patient))
  if (settings.inMemory) return stateOver(await openEmbedded({}))
  if (!settings.dataDir) throw new Error('The state store needs DATABASE_URL or DATA_DIR.')
  return stateOver(await openEmbedded({ dataDir: settings.dataDir }))
}

/** The store over an open engine. */
export function stateOver(engine: StateEngine): State {
  let closing: Promise<void> | undefined
  const run = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    mapUnavailable(() => (engine.guard ? engine.guard(() => work(engine.db)) : work(engine.db)))
  return {
    get db() {
      return engine.db
    },
    embedded: engine.embedded,
    run,
    ping: async () => {
      await run((db) => db.execute(sql`select 1`))
    },
    close: () => {
      closing ??= engine.close()
      return closing
    },
  }
}
