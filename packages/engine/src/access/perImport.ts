import { type EntityName, entitiesRead, entityNames } from '@leaselight/facts'
import { LRUCache } from 'lru-cache'
import type { QueryRunner } from '../plan/cache'
import { InFlight } from '../plan/inFlight'

/** How many answers are stored: a few kilobytes each. */
const MAX_ANSWERS = 5_000

/** An answer, and the version of the facts that it was read at. */
export interface Known<T> {
  /** Of the entities that it was read from; see `CompanyContext.versionOf`. */
  version: string
  answer: T
}

interface Latest<T> extends Known<T> {
  /** What its statements read. */
  entities: readonly EntityName[]
}

/**
 * What is known of a company's facts as a whole. It takes a look at many records, so it is read once after each import of
 * what it reads, whatever else is cached, and questions that need it at the same moment read it together.
 */
export class PerImport<T> {
  readonly #latest = new LRUCache<string, Latest<T>>({ max: MAX_ANSWERS })
  readonly #reading = new InFlight<Latest<T>>()

  constructor(private readonly facts: QueryRunner) {}

  /** What was read last under a key, whatever has been imported since; undefined when nothing was. */
  last(key: string): T | undefined {
    return this.#latest.get(key)?.answer
  }

  /**
   * @param key the company, and whatever else the answer depends on
   * @param versionOf see `CompanyContext.versionOf`
   * @param read must stop on its signal, and ask for nothing but these facts; it gets what was known before
   */
  async get(
    key: string,
    versionOf: (entities: readonly EntityName[]) => string,
    read: (facts: QueryRunner, signal: AbortSignal, before: Known<T> | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const latest = this.#latest.get(key)
    if (latest && latest.version === versionOf(latest.entities)) return latest.answer
    const found = await this.#reading.share(
      `${versionOf(entityNames)} ${key}`,
      async (stop) => {
        const named = new Set<EntityName>()
        const listening: QueryRunner = {
          query: (sql, ...asked) => {
            for (const entity of entitiesRead(sql)) named.add(entity)
            return this.facts.query(sql, ...asked)
          },
        }
        const answer = await read(listening, stop, latest)
        const entities = [...named]
        return { entities, version: versionOf(entities), answer }
      },
      signal,
    )
    this.#latest.set(key, found)
    return found.answer
  }
}
