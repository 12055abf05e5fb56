import type { QueryOptions } from '@leaselight/facts'
import type { QueryRunner } from './cache'
import { render, type Sql } from './sql'

/** Runs a statement. The type of its rows is what the statement selects: 64-bit integers come as text. */
export function queryRows<T>(facts: QueryRunner, statement: Sql, options?: QueryOptions): Promise<T[]> {
  const { text, params } = render(statement)
  return facts.query<T>(text, params, options)
}
