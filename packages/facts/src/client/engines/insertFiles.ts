import { mkdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { INSERT_SETTINGS, type InsertBody } from './engine'
import { withParams } from './params'

/**
 * From so many bytes on, rows go through a file. Within a statement the embedded engine takes two to three times the
 * processor for them; a few rows are in sooner than a file is written.
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
 * Whether the engine reads the path as a pattern, or as that of a file within an archive. It would find none, and insert
 * nothing without a word.
 */
export const isPattern = (path: string): boolean => /[*?{}]|::/.test(path)

/** The settings of an insert from a file, for its statement. */
export const fileInsertSettings = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')

/** Files from which the embedded engine reads the rows of large inserts, in a folder that only we can read. */
export class InsertFiles {
  readonly #folder: string
  #written = 0

  /** The caller holds the lock of the store: what a killed process left is removed. */
  constructor(path: string) {
    this.#folder = join(path, 'incoming')
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { mode: 0o700 })
  }

  /**
   * Whether a file is worth its while, and can be read. Rows whose columns are not named may leave some out, which then have
   * their defaults only within a statement.
   */
  isWorthwhile({ columns, lines }: InsertBody): boolean {
    return columns !== undefined && lines.length >= FILE_BYTES && !isPattern(this.#folder)
  }

  /** Gives the work a statement that inserts the rows, and removes their file afterwards. */
  async insert(
    { table, columns = [], format, lines }: InsertBody,
    work: (sql: string) => Promise<void>,
  ): Promise<void> {
    const path = join(this.#folder, String(this.#written++))
    try {
      await writeFile(path, lines, { mode: 0o600 })
      const file = withParams('{path:String}', { path })
      await work(
        `INSERT INTO ${table} (${columns.join(', ')}) SETTINGS ${fileInsertSettings({ ...INSERT_SETTINGS, ...ONE_THREAD })}
         SELECT * FROM file(${file}, '${format}')`,
      )
    } finally {
      await rm(path, { force: true })
    }
  }
}
