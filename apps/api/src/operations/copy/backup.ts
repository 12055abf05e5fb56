import { readFileSync } from 'node:fs'
import type { StorePair } from '../integrity/pair'
import { requireWhole } from '../integrity/seals'
import { folderTarget } from './folderTarget'
import { type CopiedPart, type CopyProgress, copyInstallation } from './installation'
import { localEngine } from './openStores'
import { storesSource } from './storesSource'

/** What a backup copies and where it is written. */
export interface BackupOptions {
  /** A new folder, on this machine. */
  directory: string
  /** A description of the installation's location. */
  location: string
  /** Whether no other process writes to the stores meanwhile. */
  isQuiescent: boolean
  now: Date
}

/** Backs an installation up, also while it runs. */
export async function backUp(
  stores: StorePair,
  { directory, location, isQuiescent, now }: BackupOptions,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedPart[]> {
  const { reader, close } = localEngine(stores.facts)
  try {
    await requireWhole(stores, now)
    const source = await storesSource(stores, location, isQuiescent)
    return await copyInstallation(source, folderTarget(directory, { reader, app: versionOf(), now }), onProgress)
  } finally {
    await close()
  }
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
