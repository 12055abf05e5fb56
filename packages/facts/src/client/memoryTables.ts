import type { Facts, QueryOptions } from './facts'

/** A database of tables that are in the engine's memory alone: a store that is opened again has none of them. */
const DATABASE = 'in_work'

let made = 0

/** A table in the engine's memory. */
export interface MemoryTable {
  name: string
  rows: number
}

/** Tables in the engine's memory for one piece of work. Only of an embedded store, whose memory is this process's own. */
export class MemoryTables {
  readonly #names: string[] = []
  #database: Promise<void> | undefined

  constructor(private readonly facts: Pick<Facts, 'command' | 'query'>) {}

  /** Whether a store can have any. */
  static arePossible({ embedded, cluster }: Pick<Facts, 'embedded' | 'cluster'>): boolean {
    return embedded && !cluster
  }

  /**
   * Makes a table of what a SELECT gives.
   * @param columns with their types
   * @param options of the query that counts its rows
   */
  async make(about: string, columns: string, select: string, options: QueryOptions): Promise<MemoryTable> {
    this.#database ??= this.facts.command(`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Memory`)
    await this.#database
    const name = `${DATABASE}.${about}_${++made}`
    await this.facts.command(`CREATE TABLE ${name} (${columns}) ENGINE = Memory`)
    // Half of it would stay in memory when the next statement fails.
    this.#names.push(name)
    // To compare a long set with the order of a table takes longer than to read the table.
    await this.facts.command(`INSERT INTO ${name} ${select} SETTINGS use_index_for_in_with_subqueries = 0`)
    const [found] = await this.facts.query<{ rows: number }>(`SELECT count() AS rows FROM ${name}`, {}, options)
    return { name, rows: found?.rows ?? 0 }
  }

  /** Drops every table that was made. */
  async drop(): Promise<void> {
    for (const name of this.#names.splice(0)) await this.facts.command(`DROP TABLE IF EXISTS ${name}`)
  }
}
