import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Facts, openFacts, readLock, recover } from '@leaselight/facts'
import { connectedInstances, interruptImportRuns, openState } from '@leaselight/state'
import { CliError } from '../../console/console'
import type { Settings } from '../../settings/settings'
import { joinInstallation, type StorePair } from '../integrity/pair'
import { acquireDataDir, openConfiguredFacts } from '../stores'

/** Stores that a copy reads or writes. */
export interface OpenStorePair extends StorePair {
  close: () => Promise<void>
}

/**
 * Opens an installation's stores as the source or target of a copy; a target may contain an unfinished copy. Embedded
 * stores are locked by their folder as usual.
 */
export async function openForCopy(settings: Settings, role: string, mode: 'read' | 'fill'): Promise<OpenStorePair> {
  const { lock, closing, close } = await acquireDataDir(settings, role)
  try {
    const facts = await openConfiguredFacts(settings, { halfCopied: mode === 'fill' })
    closing.push(() => facts.close())
    if (mode === 'read' && facts.embedded) await recover(facts)
    const { databaseUrl, dataDir } = settings
    const state = await openState(databaseUrl ? { databaseUrl, patient: true } : { dataDir })
    closing.push(() => state.close())
    const now = settings.now ?? new Date()
    if (mode === 'read') await joinInstallation({ facts, state }, now)
    if (lock && state.embedded) await interruptImportRuns(state, now)
    return { facts, state, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws an error when the folder has no installation, or a server runs on it. */
export async function requireStopped({ dataDir }: Settings, what: string): Promise<void> {
  const holder = await readLock(dataDir)
  if (holder?.role === 'server')
    throw new CliError(
      `Leaselight runs on ${dataDir} (pid ${holder.pid}${holder.port ? `, port ${holder.port}` : ''}). Stop it first: ${what}.`,
    )
}

/** Throws an error when the folder has no installation. */
export async function requireInstallation({ dataDir }: Settings): Promise<void> {
  const isThere = await stat(join(dataDir, 'facts')).catch(() => undefined)
  if (!isThere) throw new CliError(`There is no installation in ${dataDir}. Say where it is with DATA_DIR.`)
}

/** Throws an error while instances use the target stores. */
export async function requireNoInstances({ state }: StorePair): Promise<void> {
  if ((await connectedInstances(state)) > 0)
    throw new CliError(
      'Leaselight runs on these servers. Stop every instance first: what it writes meanwhile would be lost.',
    )
}

/** The embedded engine to read files with: the stores' own, or one in a temporary folder. */
export function localEngine(facts: Facts): { reader: () => Promise<Facts>; close: () => Promise<void> } {
  let opened: Promise<{ facts: Facts; close: () => Promise<void> }> | undefined
  return {
    reader: async () => {
      if (facts.embedded) return facts
      opened ??= openTemporaryEngine()
      return (await opened).facts
    },
    close: async () => (await opened)?.close(),
  }
}

async function openTemporaryEngine() {
  const dataDir = await mkdtemp(join(tmpdir(), 'leaselight-copy-'))
  const facts = await openFacts({ dataDir })
  const close = async () => {
    await facts.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { facts, close }
}
