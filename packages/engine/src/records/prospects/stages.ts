import type { QueryContext } from '../../plan/measures'
import { sql } from '../../plan/sql'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'
import { withMilestones } from './milestones'

/**
 * Prospects created in either period with the stages they ever reached anywhere in the company (`booked`, `visited`,
 * `applied`, `leased`), and whether they ever had an AI conversation (`by_ai`).
 */
export function prospectStages(context: QueryContext): RecordType {
  const cohort = sql`SELECT * FROM prospects FINAL
    WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)} AND NOT not_a_prospect`
  return fromSelect({
    ...recordTypes.prospects,
    later: { booked: 'appointments', visited: 'visits', applied: 'applications', leased: 'leases' },
    select: sql`SELECT * EXCEPT kept, kept AS booked FROM (${withMilestones(context, cohort, ['leased', 'applied', 'visited', 'kept', 'by_ai'], true)})`,
  })
}
