import { randomInt } from 'node:crypto'
import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { loadMaxIds } from './own/recordKeys'
import { Registry } from './own/registry'
import { Tidying } from './write/tidying'

/** The work on a company's derived tables. */
export interface Derivation {
  /** Ends when the work does, whether it succeeded or not. */
  running: Promise<void> | undefined
  /** By the clock of `performance.now()`. */
  endedAt: number
  milliseconds: number
}

/**
 * What this process remembers of a store between batches. Within the process it is the only writer of an embedded store;
 * of a server there may be others, so that there it is read afresh for each batch.
 */
export class ImportState {
  readonly #facts: Facts
  #registry: Registry | undefined
  readonly #tops = new Map<EntityName, Map<number, number>>()
  #lastVersion = 0
  /** Whether nothing can be half done: known of an embedded store since it was last looked after, never of a server. */
  isRecovered = false
  /** Keeps apart what two instances write in the same millisecond: of equal versions none would win. */
  readonly #salt: number
  #queue: Promise<unknown> = Promise.resolve()
  /** Companies whose derived tables this process's batches have changed. */
  readonly toDerive = new Set<number>()
  readonly tidying: Tidying
  /** The last time each company's derived tables were worked out. */
  readonly derivations = new Map<number, Derivation>()

  constructor(facts: Facts) {
    this.#facts = facts
    this.tidying = new Tidying(facts)
    this.#salt = facts.embedded ? 0 : randomInt(1000)
  }

  /** Runs batches one after the other, whichever import they belong to. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  /** The companies and properties that are known. */
  async registry(): Promise<Registry> {
    if (!this.#registry || !this.#facts.embedded) this.#registry = await Registry.load(this.#facts)
    return this.#registry
  }

  /** The highest known id of each scope; nothing when others may be writing too. */
  async maxIds(name: EntityName): Promise<Map<number, number> | undefined> {
    if (!this.#facts.embedded) return undefined
    let tops = this.#tops.get(name)
    if (!tops) {
      tops = await loadMaxIds(this.#facts, name)
      this.#tops.set(name, tops)
    }
    return tops
  }

  /** The version of the next batch: time in microseconds, but always higher than the last one and than `above`. */
  async nextVersion(above = 0): Promise<number> {
    if (this.#lastVersion === 0) {
      const [found] = await this.#facts.query<{ last: number }>(
        'SELECT max(version) AS last FROM import_log WHERE company_id = 0',
      )
      this.#lastVersion = Math.max(this.#lastVersion, found?.last ?? 0)
    }
    this.#lastVersion = Math.max(this.#lastVersion + 1, above + 1, Date.now() * 1000 + this.#salt)
    return this.#lastVersion
  }

  /** Forgets everything but the versions, after the tables were emptied or a batch failed half-way. */
  reset(): void {
    this.isRecovered = false
    this.#registry = undefined
    this.#tops.clear()
  }
}

const states = new WeakMap<Facts, ImportState>()

/** The one memory of a store. */
export function importStateOf(facts: Facts): ImportState {
  let state = states.get(facts)
  if (!state) {
    state = new ImportState(facts)
    states.set(facts, state)
  }
  return state
}
