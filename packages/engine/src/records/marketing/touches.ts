import type { QueryContext } from '../../plan/measures'
import { raw, sql } from '../../plan/sql'
import { agent, carry, property, source } from '../carries'
import { inCompany, inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { LIVE_LEASE } from '../live'

/**
 * Prospects created in either period, one row per source that touched them, at its first touch: `touch` is `single`
 * when there is no other source, `first` for the earliest of several, and `later` for the others; `leased` and
 * `visited` say whether the prospect ever signed a live lease or ever visited. A prospect without touches counts for
 * its own source, at its creation.
 */
export function prospectTouches(context: QueryContext): RecordType {
  const { companyId } = context
  const cohort = sql`SELECT id, property_id, agent_id, source, created_at, created_day FROM prospects FINAL
    WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)} AND NOT not_a_prospect`
  const had = (table: string, condition: string) =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(companyId)} AND ${raw(condition)} AND prospect_id IN (SELECT id FROM cohort))`
  return fromSelect({
    label: 'Prospect',
    since: ['prospects'],
    prospect: 'id',
    agent: 'agent_id',
    isPeople: true,
    when: { column: 'touched_at', kind: 'instant' },
    details: raw(`concat(touch, ' touch', if(leased, ', leased', ''), if(visited, ', visited', ''))`),
    ...carry(property('property_id'), agent('agent_id'), source('source')),
    select: sql`WITH cohort AS (${cohort})
SELECT id, property_id, agent_id, created_at, created_day, 0 AS not_a_prospect, leased, visited,
  reached.1 AS touched_at, reached.3 AS source, multiIf(length(touches) = 1, 'single', place = 1, 'first', 'later') AS touch
FROM (
  SELECT id, property_id, agent_id, created_at, created_day,
    ${had('leases', LIVE_LEASE)} AS leased, ${had('visits', '1')} AS visited,
    if(empty(known), [(created_at, toUInt64(0), trimBoth(toString(cohort.source)))], known) AS touches
  FROM cohort
  LEFT ANY JOIN (
    SELECT prospect_id AS reached_prospect, arraySort(groupArray(earliest)) AS known FROM (
      SELECT prospect_id, min((touched_at, id, trimBoth(toString(source)))) AS earliest FROM touches FINAL
      WHERE ${inCompany(companyId)} AND prospect_id IN (SELECT id FROM cohort)
      GROUP BY prospect_id, trimBoth(toString(source))
    ) GROUP BY prospect_id
  ) AS sources ON sources.reached_prospect = cohort.id
) ARRAY JOIN touches AS reached, arrayEnumerate(touches) AS place`,
  })
}
