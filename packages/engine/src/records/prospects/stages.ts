import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../live'
import { recordTypes } from '../recordTypes'

/**
 * Prospects created in either period with the stages they ever reached anywhere in the company (`booked`, `visited`,
 * `applied`, `leased`), and whether they ever had an AI conversation (`by_ai`).
 */
export function prospectStages(context: QueryContext): RecordType {
  const cohort = sql`SELECT * FROM prospects FINAL
    WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)} AND NOT not_a_prospect`
  const had = (table: string, condition = '1'): Sql =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(context.companyId)} AND ${raw(condition)} AND prospect_id IN (SELECT id FROM cohort))`
  return fromSelect({
    ...recordTypes.prospects,
    select: sql`WITH cohort AS (${cohort})
SELECT *, ${had('conversations', `handled_by = 'ai'`)} AS by_ai,
  ${had('appointments', KEPT_APPOINTMENT)} AS booked,
  ${had('visits')} AS visited, ${had('applications')} AS applied,
  ${had('leases', LIVE_LEASE)} AS leased
FROM cohort`,
  })
}
