import { mkdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { engineFile, isPattern } from '../engineFile'
import { INSERT_SETTINGS, type InsertBody } from './engine'

/**
 * From so many bytes on, lines go through a file. Within a statement the embedded engine takes two to three times the
 * processor for them; a few are in sooner than a file is written.
 */
const FILE_BYTES = 512 << 10

/** One thread reads a file: a batch is two inserts side by side, and more threads copy what they hand to each other. */
const ONE_THREAD = {
  max_threads: 1,
  max_insert_threads: 1,
  input_format_parallel_parsing: 0,
  // A file of lines doesn't name its columns: they are those of the insert.
  use_structure_from_insertion_table_in_table_functions: 1,
} as const

/**
 * A statement that inserts the rows of a file.
 * @param settings besides those of every insert
 * @throws Error when the engine would read the path as a pattern
 */
export function insertFromFileSql(
  table: string,
  columns: readonly string[],
  file: { path: string; format: string },
  settings: Readonly<Record<string, number>> = {},
): string {
  const all = Object.entries({ ...INSERT_SETTINGS, ...settings }).map(([name, value]) => `${name} = ${value}`)
  const names = columns.join(', ')
  return `INSERT INTO ${table} (${names}) SETTINGS ${all.join(', ')}
    SELECT ${names} FROM ${engineFile(file.path, file.format)}`
}

/** Files from which the embedded engine reads lines, in a folder that only we can read. */
export class IncomingFiles {
  readonly #folder: string
  #written = 0

  /** The caller holds the lock of the store: what a killed process left is removed. */
  constructor(path: string) {
    this.#folder = resolve(path, 'incoming')
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { mode: 0o700 })
  }

  /** Whether a file of the lines is worth its while, and can be read. */
  isWorthwhile(lines: Buffer): boolean {
    return lines.length >= FILE_BYTES && !isPattern(this.#folder)
  }

  /** Gives the work a statement that inserts the rows, and removes their file afterwards. */
  insert({ table, columns = [], format, lines }: InsertBody, work: (sql: string) => Promise<void>): Promise<void> {
    return this.#withFile(lines, (path) => work(insertFromFileSql(table, columns, { path, format }, ONE_THREAD)))
  }

  /** Gives the work a FROM with the column `line`, and removes the file afterwards. */
  read<T>(lines: Buffer, work: (from: string) => Promise<T>): Promise<T> {
    return this.#withFile(lines, (path) => work(engineFile(path, 'LineAsString')))
  }

  async #withFile<T>(lines: Buffer, work: (path: string) => Promise<T>): Promise<T> {
    const path = resolve(this.#folder, String(this.#written++))
    try {
      await writeFile(path, lines, { mode: 0o600 })
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }
}
