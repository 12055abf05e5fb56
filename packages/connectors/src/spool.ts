import { closeSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntityName } from '@leaselight/contract'
import { createRecordsFolder, removeLeftovers } from '@leaselight/facts'
import type { FirstRow } from './report'

const FLUSH_AT = 1 << 20
const FIRST_ROWS = 5
const LINE_BYTES = 4

/**
 * The contract's files of a translation, in a folder that only we can read: what the ordinary import then takes in.
 * Beside each lies where in the foreign file its records come from, so that the import's refusals can name that line.
 */
export class Spool {
  readonly folder: string
  readonly first: FirstRow[] = []
  readonly #files = new Map<EntityName, SpoolFile>()

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<Spool> {
    await removeLeftovers()
    return new Spool(await createRecordsFolder())
  }

  /** Entities of which there is a record, with how many. */
  get counts(): ReadonlyMap<EntityName, number> {
    return new Map([...this.#files].map(([entity, file]) => [entity, file.count]))
  }

  /** Keeps a record; it is written by the next `flush`. */
  add(entity: EntityName, line: number, record: object): void {
    let file = this.#files.get(entity)
    if (!file) {
      file = new SpoolFile(join(this.folder, `${entity}.ndjson`), join(this.folder, `${entity}.lines`))
      this.#files.set(entity, file)
    }
    if (file.count < FIRST_ROWS) this.first.push({ entity, line, record })
    file.add(line, record)
  }

  /** Writes what has gathered, where that is worth it. */
  async flush(atLeast = FLUSH_AT): Promise<void> {
    for (const file of this.#files.values()) await file.flush(atLeast)
  }

  /** Writes the rest; the folder can be imported now. */
  async end(): Promise<void> {
    for (const file of this.#files.values()) await file.end()
  }

  /** The line of the foreign file that a record of ours comes from. */
  lineOf(entity: string, record: number): number {
    const file = [...this.#files].find(([name]) => name === entity)?.[1]
    return file?.lineOf(record) ?? record
  }

  /** Removes it all: the folder holds people's data. */
  async remove(): Promise<void> {
    for (const file of this.#files.values()) await file.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

class SpoolFile {
  count = 0
  #text = ''
  #lines: number[] = []
  #handles: [records: FileHandle, lines: FileHandle] | undefined

  constructor(
    readonly path: string,
    readonly linesPath: string,
  ) {}

  add(line: number, record: object): void {
    this.count++
    this.#text += `${JSON.stringify(record)}\n`
    this.#lines.push(line)
  }

  async flush(atLeast: number): Promise<void> {
    if (this.#text.length < atLeast || this.#text === '') return
    this.#handles ??= [await open(this.path, 'a', 0o600), await open(this.linesPath, 'a', 0o600)]
    const [records, lines] = this.#handles
    await records.write(this.#text)
    await lines.write(new Uint8Array(Uint32Array.from(this.#lines).buffer))
    this.#text = ''
    this.#lines = []
  }

  async end(): Promise<void> {
    await this.flush(0)
    await this.close()
  }

  async close(): Promise<void> {
    const handles = this.#handles
    this.#handles = undefined
    for (const handle of handles ?? []) await handle.close()
  }

  // At once and not awaited: the import tells of refusals one by one, and there are few.
  lineOf(record: number): number {
    const file = openSync(this.linesPath, 'r')
    try {
      const line = new Uint32Array(1)
      readSync(file, line, 0, LINE_BYTES, (record - 1) * LINE_BYTES)
      return line[0] ?? record
    } finally {
      closeSync(file)
    }
  }
}
