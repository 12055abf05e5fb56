import { type Care, prospectCare } from '@leaselight/facts'
import type { Day } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { daySql, raw, type Sql, sql } from '../../plan/sql'

/**
 * How prospects were looked after anywhere in the company (`prospect_id` and what is wanted): read from what was worked
 * out at import, or from the records while an import waits for that.
 * @param since the day before which contacts and appointments don't matter any more
 * @param where the condition for the rows that matter
 */
export function careOfProspects(
  { companyId, derived }: Pick<QueryContext, 'companyId' | 'derived'>,
  wanted: Care,
  since: Day,
  where: Sql,
): Sql {
  // PREWHERE before FINAL is correct here because its conditions are on the key.
  const care = derived.has('prospect_care')
    ? sql`prospect_care FINAL PREWHERE company_id = ${companyId} AND ends_day >= ${daySql(since)}`
    : sql`(${raw(prospectCare(companyId, wanted, since))})`
  return sql`SELECT prospect_id, ${raw(wanted)} FROM ${care} WHERE ${where}`
}
