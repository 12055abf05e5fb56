import { type Milestone, prospectMilestones } from '@leaselight/facts'
import { dayCount } from '@leaselight/model'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { periodsIn } from '../conditions'

/**
 * In periods that are longer together, so many of all prospects are found that looking each up takes longer. In shorter ones
 * it pays where ids were given in turn, and costs a little where they were not.
 */
const LOOKED_UP_DAYS = 62

/**
 * Prospects with what they reached anywhere in the company, as columns beside their own: read from what was worked out at
 * import, or from the records while an import waits for that.
 * @param prospects a SELECT with `id`
 * @param isByKey whether their day is in the table's key, so that finding them twice costs little
 */
export function withMilestones(
  { companyId, derived, ...periods }: QueryContext,
  prospects: Sql,
  wanted: readonly Milestone[],
  isByKey: boolean,
): Sql {
  const days = periodsIn(periods).reduce((sum, period) => sum + dayCount(period), 0)
  const looksUp = isByKey && days <= LOOKED_UP_DAYS ? raw(' AND prospect_id IN (SELECT id FROM people)') : raw('')
  const columns = raw(wanted.join(', '))
  // PREWHERE before FINAL is correct here because its conditions are on the key.
  const reached = derived.has('prospect_milestones')
    ? sql`SELECT prospect_id, ${columns} FROM prospect_milestones FINAL PREWHERE company_id = ${companyId}${looksUp}`
    : raw(prospectMilestones(companyId, 'SELECT id AS prospect_id FROM people', wanted))
  // The engine keeps the right side in memory: the people asked for, who are fewer and narrower.
  return sql`WITH people AS (${prospects})
SELECT people.*, ${columns} FROM (${reached}) AS reached RIGHT JOIN people ON people.id = reached.prospect_id`
}
