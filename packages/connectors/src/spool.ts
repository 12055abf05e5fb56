import { closeSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntityName } from '@leaselight/contract'
import { createRecordsFolder, type FirstRecord, removeLeftovers } from '@leaselight/facts'

const FLUSH_AT = 1 << 20
const FIRST_ROWS = 5
const LINE_BYTES = 4

/**
 * A translation's records as contract files, in a folder that only this user can read, for the ordinary import. Beside each
 * file are its records' lines in the source file, so that the import's rejections can name them.
 */
export class Spool {
  readonly folder: string
  readonly first: FirstRecord[] = []
  readonly #files = new Map<EntityName, SpoolFile>()

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<Spool> {
    await removeLeftovers()
    return new Spool(await createRecordsFolder())
  }

  /** The number of records per entity. */
  get counts(): ReadonlyMap<EntityName, number> {
    return new Map([...this.#files].map(([entity, file]) => [entity, file.count]))
  }

  /** Buffers a record until the next `flush`. */
  add(entity: EntityName, line: number, record: object): void {
    let file = this.#files.get(entity)
    if (!file) {
      file = new SpoolFile(join(this.folder, `${entity}.ndjson`), join(this.folder, `${entity}.lines`))
      this.#files.set(entity, file)
    }
    if (file.count < FIRST_ROWS) this.first.push({ entity, line, record })
    file.add(line, record)
  }

  /** Writes the buffer when it is large enough. */
  async flush(atLeast = FLUSH_AT): Promise<void> {
    for (const file of this.#files.values()) await file.flush(atLeast)
  }

  /** Writes the rest, so that the folder can be imported. */
  async end(): Promise<void> {
    for (const file of this.#files.values()) await file.end()
  }

  /** The source file's line that a record comes from. */
  lineOf(entity: string, record: number): number {
    const file = [...this.#files].find(([name]) => name === entity)?.[1]
    return file?.lineOf(record) ?? record
  }

  /** Removes the folder, because it holds personal data. */
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

  // Read synchronously: the import reports rejections one by one, and there are few.
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
