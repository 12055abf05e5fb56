import { type Facts, type Lock, lockDataDir, migrate, openFacts, recover } from '@leaselight/facts'
import { interruptImportRuns, openState, type State } from '@leaselight/state'
import type { Settings } from './settings'

/** Both stores, open, up to date and ours. */
export interface Stores {
  facts: Facts
  state: State
  /** The hold on DATA_DIR; none when both stores are servers, which any number of instances share. */
  lock: Lock | undefined
  close: () => Promise<void>
}

/** Opens both stores; whatever is embedded only after DATA_DIR is held. */
export async function openStores(settings: Settings, role: 'server' | 'import'): Promise<Stores> {
  const { dataDir, databaseUrl, clickhouse } = settings
  const isShared = databaseUrl !== undefined && clickhouse !== undefined
  const lock = isShared ? undefined : await lockDataDir(dataDir, { role })
  const closing: (() => Promise<void>)[] = lock ? [() => lock.release()] : []
  const close = async () => {
    // The lock, taken first, goes last.
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const facts = await openFacts(
      clickhouse
        ? {
            clickhouseUrl: clickhouse.url,
            ...(clickhouse.user && { clickhouseUser: clickhouse.user }),
            ...(clickhouse.password && { clickhousePassword: clickhouse.password }),
            ...(clickhouse.database && { clickhouseDatabase: clickhouse.database }),
          }
        : { dataDir },
    )
    closing.push(() => facts.close())
    await migrate(facts)
    await recover(facts)
    const state = await openState(databaseUrl ? { databaseUrl } : { dataDir })
    closing.push(() => state.close())
    if (lock) await interruptImportRuns(state, settings.now ?? new Date())
    return { facts, state, lock, close }
  } catch (error) {
    await close()
    throw error
  }
}
