import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { factsLevel } from '@leaselight/facts'
import { stateLevel } from '@leaselight/state'
import { z } from 'zod'
import { CliError } from '../../console/console'

/** The version of the folder's layout; unknown ones are refused. */
export const FORMAT = 1

const count = z.number().int().min(0)
const file = z.object({
  /** Within the folder. */
  file: z.string().regex(/^(facts|state)\/[\w.]+$/),
  /** The file's size in bytes, compressed. */
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The size of its content in bytes. */
  bytes: count,
  rows: count,
  /** The sum of the rows' checksums. */
  sum: z.string().regex(/^\d+$/),
})
const name = z.string().regex(/^\w+$/)

const shape = z.object({
  format: z.literal(FORMAT),
  app: z.string(),
  madeAt: z.iso.datetime(),
  source: z.string(),
  levels: z.object({ facts: count, state: count }),
  facts: z.array(
    file.extend({
      table: name,
      part: z.enum(['live', 'removed', 'all']),
      columns: z.array(name).min(1),
      versioned: z.boolean(),
    }),
  ),
  state: z.array(file.extend({ table: name })),
})

/** The contents of a backup's folder. It is written last, so that a folder without it is no backup. */
export type Manifest = z.infer<typeof shape>

/** A file of a backup. */
export type BackupFile = z.infer<typeof file>

export const manifestIn = (directory: string): string => join(directory, 'manifest.json')

/** Reads a folder's manifest. Throws an error when the backup can't be restored. */
export async function readManifest(directory: string): Promise<Manifest> {
  const path = manifestIn(directory)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new CliError(`${directory} holds no finished backup: there is no manifest.json in it.`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new CliError(`${path} is damaged. Nothing was changed.`)
  }
  const format = z.object({ format: z.number() }).safeParse(json)
  if (format.success && format.data.format !== FORMAT)
    throw new CliError(`${directory} was made by another version of Leaselight, in a form that this one does not know.`)
  const parsed = shape.safeParse(json)
  if (!parsed.success) throw new CliError(`${path} is damaged. Nothing was changed.`)
  const { levels, app } = parsed.data
  if (levels.facts > factsLevel || levels.state > stateLevel)
    throw new CliError(`${directory} was made by a newer version of Leaselight (${app}). Restore it with that version.`)
  return parsed.data
}

/**
 * Verifies every byte of a backup before anything is changed. Throws an error that names what is missing or damaged.
 */
export async function checkFiles(
  directory: string,
  { facts, state }: Manifest,
  onProgress: (bytes: number, totalBytes: number) => void,
): Promise<void> {
  const files: BackupFile[] = [...facts, ...state]
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let before = 0
  for (const { file: name, size, sha256 } of files) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    if (!found) throw new CliError(`${path} is missing. Nothing was changed.`)
    if (found.size !== size)
      throw new CliError(`${path} is damaged: it has ${found.size} bytes instead of ${size}. Nothing was changed.`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== sha256)
      throw new CliError(`${path} is damaged: its content is not what was backed up. Nothing was changed.`)
    before += size
    onProgress(before, total)
  }
}
