import {
  EngineUnavailable,
  type Facts,
  isPartialCopy,
  type Lock,
  lockDataDir,
  migrate,
  openFacts,
  recover,
} from '@leaselight/facts'
import { interruptImportRuns, openState, type State } from '@leaselight/state'
import type { Settings } from '../settings/settings'
import { joinInstallation } from './integrity/pair'
import { inspectFacts } from './integrity/seals'

/** Both stores, open, migrated and, where they are embedded, locked. */
export interface Stores {
  facts: Facts
  state: State
  /** The lock of DATA_DIR; none when both stores are servers, which any number of instances share. */
  lock: Lock | undefined
  close: () => Promise<void>
}

/**
 * Opens both stores, embedded ones after locking DATA_DIR. Throws an error when one can't be opened, or when they belong to
 * different installations.
 */
export async function openStores(settings: Settings, role: string): Promise<Stores> {
  const { lock, closing, close } = await acquireDataDir(settings, role)
  try {
    const facts = await openConfiguredFacts(settings)
    closing.push(() => facts.close())
    await recover(facts)
    const state = await openConfiguredState(settings)
    closing.push(() => state.close())
    const now = settings.now ?? new Date()
    await joinInstallation({ facts, state }, now)
    if (lock) await interruptImportRuns(state, now)
    closing.push(async () => {
      await inspectFacts({ facts, state }, now)
    })
    return { facts, state, lock, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Locks DATA_DIR unless both stores are servers; what is pushed to `closing` is closed before the lock is released. */
export async function acquireDataDir(settings: Settings, role: string) {
  const isShared = settings.databaseUrl !== undefined && settings.clickhouse !== undefined
  const lock = isShared ? undefined : await lockDataDir(settings.dataDir, { role })
  const closing: (() => Promise<void>)[] = lock ? [() => lock.release()] : []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  return { lock, closing, close }
}

/**
 * Opens and migrates the facts store. `activity` observes its queries. Rejects the store of an unfinished copy, whose
 * numbers would be wrong, except for a copy (`halfCopied`).
 */
export async function openConfiguredFacts(
  { dataDir, clickhouse }: Settings,
  { halfCopied, ...parts }: Pick<Parameters<typeof openFacts>[0], 'activity'> & { halfCopied?: boolean } = {},
): Promise<Facts> {
  const facts = await openFacts(clickhouse ? { ...clickhouseOptions(clickhouse), ...parts } : { dataDir, ...parts })
  try {
    await migrate(facts)
    if (!halfCopied && (await isPartialCopy(facts)))
      throw new EngineUnavailable('A move or a restore into these facts did not come to its end. Run it again.')
    return facts
  } catch (error) {
    await facts.close()
    throw error
  }
}

/** The ClickHouse server of the settings. */
export const clickhouseOptions = ({ url, user, password, database, cluster }: NonNullable<Settings['clickhouse']>) => ({
  clickhouseUrl: url,
  ...(user && { clickhouseUser: user }),
  ...(password && { clickhousePassword: password }),
  ...(database && { clickhouseDatabase: database }),
  ...(cluster && { clickhouseCluster: cluster }),
})

/** Opens and migrates the state store. */
export const openConfiguredState = ({ dataDir, databaseUrl }: Settings): Promise<State> =>
  openState(databaseUrl ? { databaseUrl } : { dataDir })
