import { readFileSync } from 'node:fs'
import { type CopiedPart, type CopyProgress, copyInstallation } from './copy'
import { type CopiedStores, fromStores } from './fromStores'
import { intoFolder } from './intoFolder'
import { readerOf } from './open'

/** What a backup is made of and where it goes. */
export interface BackUp {
  /** A new folder, on this machine. */
  directory: string
  /** In words: where the installation lies. */
  place: string
  /** Whether nobody else writes to the stores meanwhile. */
  still: boolean
  now: Date
}

/** Backs an installation up, also while it runs. */
export async function backUp(
  stores: CopiedStores,
  { directory, place, still, now }: BackUp,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedPart[]> {
  const { reader, close } = readerOf(stores.facts)
  try {
    const source = await fromStores(stores, place, still)
    return await copyInstallation(source, intoFolder(directory, { reader, app: versionOf(), now }), onProgress)
  } finally {
    await close()
  }
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
