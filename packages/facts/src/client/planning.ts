import type { Engine } from './engines/engine'

/**
 * Planning steps that cost our statements time without a benefit.
 * `optimize_and_compare_chain` derives `a < 3` from `a < b AND b < 3`, and walks the whole statement for every condition
 * in it, which took two thirds of the planning time of a report with many numbers (Multi-touch attribution: 190 of
 * 240 ms, before a single row was read).
 * `use_statistics` orders joins and conditions by statistics that the engine keeps of every column. Our statements put
 * theirs in a good order themselves; reading the statistics took a quarter of Boxscore's processor time.
 * `compile_…` translate expressions into machine code the third time they are met. At 5 million facts that took a ninth
 * of the processor time of default periods asked for the first time, and saved none when they were asked again.
 */
export const COSTLY_STEPS = [
  'optimize_and_compare_chain',
  'use_statistics',
  'compile_expressions',
  'compile_aggregate_expressions',
  'compile_sort_description',
]

/** An INSERT up to its SELECT. */
const INSERT = /^\s*INSERT INTO \w+(?: \([^()]*\))?(?=\s+SELECT\b)/

/** How an engine plans statements, as settings to append to each. */
export class Planning {
  #known: Promise<readonly string[]> | undefined

  constructor(private readonly engine: Pick<Engine, 'embedded' | 'rows'>) {}

  /**
   * Never fails. A server is queried once for the steps it knows: an older one would reject a statement that names an
   * unknown step.
   */
  settings(): Promise<readonly string[]> {
    this.#known ??= this.engine.embedded ? Promise.resolve(disabled(COSTLY_STEPS)) : this.#ask()
    return this.#known
  }

  /** A statement that writes, with these settings where it inserts what a SELECT gives. */
  async planned(sql: string): Promise<string> {
    const insert = INSERT.exec(sql)?.[0]
    const settings = insert ? await this.settings() : []
    return insert && settings.length > 0 ? `${insert} SETTINGS ${settings.join(', ')}${sql.slice(insert.length)}` : sql
  }

  #ask(): Promise<readonly string[]> {
    const names = { names: COSTLY_STEPS }
    return this.engine
      .rows('SELECT name FROM system.settings WHERE name IN {names:Array(String)}', names, TIMEOUT_MS)
      .then((rows) => new Set(rows.map((row) => (row as { name: string }).name)))
      .then((known) => disabled(COSTLY_STEPS.filter((step) => known.has(step))))
      .catch(() => {
        // The next statement tries again; this one reports itself what is wrong with the server.
        this.#known = undefined
        return []
      })
  }
}

const TIMEOUT_MS = 2_000

const disabled = (steps: readonly string[]): string[] => steps.map((step) => `${step} = 0`)
