import { createHash } from 'node:crypto'
import { type EntityName, entitiesRead, type Facts } from '@leaselight/facts'
import { LRUCache } from 'lru-cache'
import { InFlight } from './inFlight'

/** The present instant moves on by minutes. */
export const MINUTE_MS = 60_000

/** The part of the facts that counting needs. */
export type QueryRunner = Pick<Facts, 'query'>

/**
 * Caches the results of statements until the next import of what they read. In the morning many people open the same few
 * pages over the same properties: only the first one waits for the engine. A statement contains everything that its
 * result depends on (company, properties, days, filters), so its text, its parameters, and the versions of the entities that
 * it reads are the whole key. Those who ask while the first one waits get the same answer. The cache knows nothing of
 * reports or access.
 */
export class QueryCache {
  private readonly answers: LRUCache<string, readonly object[]> | null
  private readonly inFlight = new InFlight<readonly object[]>()

  /** @param cells how many numbers and texts to cache in all; 0 disables the cache */
  constructor(cells: number) {
    const sizeCalculation = (rows: readonly object[]) => 1 + rows.length * Object.keys(rows[0] ?? {}).length
    this.answers = cells > 0 ? new LRUCache({ maxSize: cells, sizeCalculation }) : null
  }

  /** Runs queries on a company's facts at some versions of them; see `CompanyContext.versionOf`. */
  runnerFor(
    facts: QueryRunner,
    companyId: number,
    versionOf: (entities: readonly EntityName[]) => string,
    now: Date,
  ): QueryRunner {
    const { answers } = this
    if (!answers) return facts
    return {
      query: async <T>(...[sql, params = {}, options]: Parameters<Facts['query']>): Promise<T[]> => {
        const asked = JSON.stringify([companyId, versionOf(entitiesRead(sql)), sql, params])
        const key = createHash('sha256').update(asked).digest('base64')
        const known = answers.get(key)
        // The cached value answered the same statement, so it has the same shape.
        if (known) return [...known] as T[]
        const { signal, ...limits } = options ?? {}
        // A statement with other limits may fail where this one doesn't, so the two are not the same.
        const answer = await this.inFlight.share(
          `${key} ${JSON.stringify(limits)}`,
          (stop) => facts.query<T & object>(sql, params, { ...limits, signal: stop }),
          signal,
        )
        // What depends on the present instant is over with its minute, and would only push out what isn't.
        const isOfNow = Object.values(params).includes(now.getTime())
        answers.set(key, answer, isOfNow ? { ttl: MINUTE_MS } : {})
        return [...answer] as T[]
      },
    }
  }
}
