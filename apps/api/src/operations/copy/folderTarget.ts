import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { type Facts, fileSums, partName, type Sums } from '@leaselight/facts'
import { CliError } from '../../console/console'
import type { CopySource, CopyTarget } from './installation'
import { type BackupFile, FORMAT, type Manifest, manifestIn } from './manifest'

/** How a copy is written into a folder. */
export interface FolderTargetOptions {
  /** The embedded engine, which reads back written files. */
  reader: () => Promise<Facts>
  /** The product's version. */
  app: string
  now: Date
}

/**
 * A folder as the target of a copy: a backup. Only its owner can read it, because it contains personal data and keys.
 */
export function folderTarget(directory: string, { reader, app, now }: FolderTargetOptions): CopyTarget {
  const facts: Manifest['facts'] = []
  const state: Manifest['state'] = []
  const written = new Map<string, Omit<BackupFile, 'rows' | 'sum'>>()
  return {
    async prepare() {
      const found = await readdir(directory).catch(() => [])
      if (found.length) throw new CliError(`${directory} is not empty. Name a new folder for the backup.`)
      for (const name of ['', 'facts', 'state']) await mkdir(join(directory, name), { recursive: true, mode: 0o700 })
    },
    isCopied: async () => false,
    clear: async () => undefined,
    async write(part, pieces) {
      const file = `facts/${partName(part)}.native.gz`
      written.set(partName(part), await writeCompressed(directory, file, pieces))
    },
    async sums(part) {
      const file = written.get(partName(part))
      if (!file) throw new Error(`${partName(part)} was not written.`)
      // Read back by the engine that a restore will use: a file that it can't read is not a backup.
      const sums = file.bytes > 0 ? await readBack(await reader(), join(directory, file.file), part) : NONE
      facts.push({ ...file, ...sums, ...part })
      return sums
    },
    async writeState(_source, { tables, read }) {
      for (const { table, sums } of tables) {
        const file = await writeCompressed(directory, `state/${table}.ndjson.gz`, linesOf(read(table)))
        state.push({ ...file, rows: sums.rows, sum: sums.sum, table })
      }
      return state.map(({ table, rows, sum }) => ({ store: 'state', name: table, rows, sum, how: 'copied' }))
    },
    async finish({ location, levels }: CopySource) {
      const manifest: Manifest = {
        format: FORMAT,
        app,
        madeAt: now.toISOString(),
        source: location,
        levels,
        facts,
        state,
      }
      const draft = `${manifestIn(directory)}.part`
      await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
      await rename(draft, manifestIn(directory))
      const folder = await open(directory)
      await folder.sync().finally(() => folder.close())
    },
  }
}

const NONE: Sums = { rows: 0, sum: '0' }

async function readBack(reader: Facts, path: string, part: Parameters<typeof fileSums>[1]): Promise<Sums> {
  try {
    return await fileSums(reader, part, path)
  } catch (cause) {
    throw new CliError(`${path} can’t be read back, so this is no backup: ${firstLine(cause)}. Make another one.`)
  }
}

const firstLine = (cause: unknown): string =>
  String(cause instanceof Error ? cause.message : cause).split('\n')[0] ?? ''

const isDiskFullError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EFBIG', 'EDQUOT'].includes(String(error.code))

async function* linesOf(chunks: AsyncIterable<string[]>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(`${chunk.join('\n')}\n`)
}

/** Writes a compressed file that is on the disk when this returns. */
async function writeCompressed(
  directory: string,
  file: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Omit<BackupFile, 'rows' | 'sum'>> {
  const path = join(directory, file)
  const hash = createHash('sha256')
  let bytes = 0
  const counting = async function* () {
    for await (const piece of pieces) {
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(
    Readable.from(counting(), { objectMode: false }),
    // The fastest level: a backup is limited by the processor, not by the disk.
    createGzip({ level: constants.Z_BEST_SPEED }),
    new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    }),
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  ).catch((error: unknown) => {
    if (!isDiskFullError(error)) throw error
    throw new CliError(
      `There is no room for ${path}, so this is no backup. Remove the folder, make room and make another one.`,
    )
  })
  const { size } = await stat(path)
  return { file, size, sha256: hash.digest('hex'), bytes }
}
