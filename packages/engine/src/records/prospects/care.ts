import { type Care, prospectCare } from '@leaselight/facts'
import type { Day } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { all, daySql, join, raw, type Sql, sql } from '../../plan/sql'

/** Which people, and what of them. */
interface Wanted {
  care: Care
  /** Expressions of their own columns. */
  columns: Sql
  /** Conditions on their own columns. */
  where: readonly Sql[]
  /** The day before which contacts and appointments don't matter any more, nor people who were done by then. */
  since: Day
}

/**
 * Prospects with how they were looked after anywhere in the company (`id`, the columns and the care that is wanted): read
 * from what was worked out at import, or from the records while an import waits for that.
 */
export function prospectsWithCare(
  { companyId, derived }: Pick<QueryContext, 'companyId' | 'derived'>,
  { care, columns, where, since }: Wanted,
): Sql {
  // PREWHERE before FINAL is correct here because its conditions are on the key.
  if (derived.has('prospect_care'))
    return sql`SELECT prospect_id AS id, ${columns}, ${raw(care)}
    FROM prospect_care FINAL PREWHERE company_id = ${companyId} AND ends_day >= ${daySql(since)} WHERE ${all(where)}`
  const { collected, value, columns: own } = prospectCare(companyId, care, since)
  const people = join([sql`id, ${columns}`, ...own.map(raw)], ', ')
  // The engine keeps the right side in memory: the prospects, who are fewer and narrower.
  return sql`SELECT people.*, ${raw(`${value} AS ${care}`)} FROM (${raw(collected)}) AS care_of
    RIGHT JOIN (SELECT ${people} FROM prospects FINAL WHERE ${all([sql`company_id = ${companyId}`, ...where])}) AS people
    ON people.id = care_of.prospect_id`
}
