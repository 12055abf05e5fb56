import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Feed } from '@leaselight/state'
import { badRequest } from '../http/errors'

/** A received file, stored where its run finds it. */
export interface StoredFile {
  location: string
  bytes: number
}

const MAX_NAME = 120

/** A file's name without anything that could lead elsewhere. */
export const safeFileName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-MAX_NAME) || 'file'

const extensions: Readonly<Record<string, string>> = {
  'text/csv': '.csv',
  'application/csv': '.csv',
  'application/vnd.apache.parquet': '.parquet',
}
const contractExtensions = ['.csv', '.ndjson', '.parquet']

/**
 * The name under which a run's file is stored. Contract files are read by their names, so the entity is in it; their form
 * follows from the content type or the file's own name, and is NDJSON otherwise.
 */
export function storedName({ kind, entity }: Pick<Feed, 'kind' | 'entity'>, name: string, contentType = ''): string {
  if (kind !== 'contract') return safeFileName(name)
  const byType = extensions[contentType.split(';')[0]?.trim().toLowerCase() ?? '']
  const byName = contractExtensions.find((one) => one === extname(name).toLowerCase())
  return `${entity}${byType ?? byName ?? '.ndjson'}`
}

/**
 * Stores bytes as they arrive, and returns once they are on the disk. A file that ends early or is too large is removed.
 * @param folder the run's own folder
 */
export async function storeFile(
  folder: string,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number; expectedBytes?: number | undefined; signal: AbortSignal },
): Promise<StoredFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const location = join(folder, name)
  let bytes = 0
  try {
    const file = await open(`${location}.part`, 'wx', 0o600)
    try {
      for await (const chunk of chunks) {
        limits.signal.throwIfAborted()
        bytes += chunk.length
        if (bytes > limits.maxBytes)
          throw badRequest(`The file is larger than ${Math.floor(limits.maxBytes / 1024 ** 2)} MB.`)
        await file.write(chunk)
      }
      if (limits.expectedBytes !== undefined && limits.expectedBytes !== bytes)
        throw badRequest(`The file ended after ${bytes} of ${limits.expectedBytes} bytes. Send it again.`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${location}.part`, location)
    const parent = await open(dirname(location), 'r')
    await parent.sync().finally(() => parent.close())
    return { location, bytes }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Whether a run's file is still where it was stored. */
export const isThere = async (location: string): Promise<boolean> =>
  (await stat(location).catch(() => undefined))?.isFile() ?? false

/** The id of the machine that has a spool, made on first use: other machines can't read its files. */
export async function machineOf(spool: string): Promise<string> {
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const path = join(spool, 'machine')
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const id = randomUUID()
  await writeFile(path, id, { mode: 0o600, flag: 'wx' }).catch(() => undefined)
  return (await readFile(path, 'utf8')).trim() || id
}
