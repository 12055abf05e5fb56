import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createRecordsFolder, removeLeftovers } from '../../leftovers'
import { abortable, type ImportSource } from './source'

/** Gives the work a file with the source's bytes: the file itself, or a copy of a stream that is removed afterwards. */
export async function withSpooledFile<T>(
  source: ImportSource,
  work: (path: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (typeof source === 'string') return work(source)
  await removeLeftovers()
  const folder = await createRecordsFolder()
  try {
    const path = join(folder, 'records')
    await pipeline(Readable.from(abortable(source, signal)), createWriteStream(path))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
