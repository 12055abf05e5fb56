import type { Facts } from './facts'

/** A database of tables that are in the engine's memory alone: a store that is opened again has none of them. */
const DATABASE = 'in_work'

let made = 0

/**
 * Tables in the engine's memory for one piece of work. Only of an embedded store, whose memory is this process's own.
 */
export class MemoryTables {
  readonly #names: string[] = []
  #database: Promise<void> | undefined

  constructor(private readonly facts: Pick<Facts, 'command'>) {}

  /** Whether a store can have any. */
  static arePossible({ embedded, cluster }: Pick<Facts, 'embedded' | 'cluster'>): boolean {
    return embedded && !cluster
  }

  /** Makes a table of what a SELECT gives. @param columns with their types @returns its name */
  async make(about: string, columns: string, select: string): Promise<string> {
    this.#database ??= this.facts.command(`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Memory`)
    await this.#database
    const name = `${DATABASE}.${about}_${++made}`
    await this.facts.command(`CREATE TABLE ${name} (${columns}) ENGINE = Memory`)
    // Half of it would stay in memory when the next statement fails.
    this.#names.push(name)
    await this.facts.command(`INSERT INTO ${name} ${select} SETTINGS use_index_for_in_with_subqueries = 0`)
    return name
  }

  /** Drops every table that was made. */
  async drop(): Promise<void> {
    for (const name of this.#names.splice(0)) await this.facts.command(`DROP TABLE IF EXISTS ${name}`)
  }
}
