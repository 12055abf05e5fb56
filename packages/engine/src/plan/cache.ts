import { createHash } from 'node:crypto'
import type { Facts } from '@leaselight/facts'
import { LRUCache } from 'lru-cache'

/** The one thing that counting asks of the facts. */
export type QueryRunner = Pick<Facts, 'query'>

/**
 * Answers of statements, kept until the next import of their company. In the morning many people open the same few pages
 * over the same properties: the first one waits for the engine, the others don't. A statement names all that its answer
 * depends on (company, properties, days, filters), so its text and parameters with the version of the company's facts are
 * the whole key; nothing here knows of reports or rights.
 */
export class QueryCache {
  private readonly answers: LRUCache<string, readonly object[]> | null

  /** @param cells how many numbers and texts are kept in all; 0 keeps none */
  constructor(cells: number) {
    const sizeCalculation = (rows: readonly object[]) => 1 + rows.length * Object.keys(rows[0] ?? {}).length
    this.answers = cells > 0 ? new LRUCache({ maxSize: cells, sizeCalculation }) : null
  }

  /** The facts of a company as they stand in a version of them; see `freshness`. */
  runnerFor(facts: QueryRunner, companyId: number, version: number, now: Date): QueryRunner {
    const { answers } = this
    if (!answers) return facts
    return {
      query: async <T>(...[sql, params = {}, options]: Parameters<Facts['query']>): Promise<T[]> => {
        // An answer that looks at this very instant is never asked for again.
        if (Object.values(params).includes(now.getTime())) return facts.query<T>(sql, params, options)
        const asked = JSON.stringify([companyId, version, sql, params])
        const key = createHash('sha256').update(asked).digest('base64')
        const known = answers.get(key)
        // What a key leads to was answered to the very same statement, so it has the same shape.
        if (known) return [...known] as T[]
        const answer = await facts.query<T & object>(sql, params, options)
        answers.set(key, answer)
        return answer
      },
    }
  }
}
