import type { QueryContext } from '../../plan/measures'
import { raw, sql } from '../../plan/sql'
import { agent, carry, property, source } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { withMilestones } from '../prospects/milestones'

/**
 * Prospects created in either period, one row per source that touched them, at its first touch: `alone` when there is no
 * other source, and its `place` among all of them, from 1 on, the earliest first; `leased` and `visited` say whether the prospect ever signed a live lease or ever visited. A prospect without touches counts for
 * its own source, at its creation.
 */
export function prospectTouches(context: QueryContext): RecordType {
  const cohort = sql`SELECT id, property_id, agent_id, source AS own_source, created_at, created_day FROM prospects FINAL
    WHERE ${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)} AND NOT not_a_prospect`
  return fromSelect({
    label: 'Prospect',
    since: ['prospects'],
    prospect: 'id',
    agent: 'agent_id',
    isPeople: true,
    peopleOnce: { by: 'source', isFirst: raw('place = 1') },
    later: { visited: 'visits', leased: 'leases' },
    when: { column: 'touched_at', kind: 'instant' },
    details: raw(
      `concat(multiIf(alone, 'single', place = 1, 'first', 'later'), ' touch', if(leased, ', leased', ''), if(visited, ', visited', ''))`,
    ),
    ...carry(property('property_id'), agent('agent_id'), source('source')),
    select: sql`SELECT id, property_id, agent_id, created_at, created_day, 0 AS not_a_prospect, leased, visited,
  reached.1 AS touched_at, reached.2 AS source, length(sources) = 1 AS alone, place
FROM (
  SELECT *, if(empty(touches), [(created_at, trimBoth(toString(own_source)))], touches) AS sources
  FROM (${withMilestones(context, cohort, ['touches', 'leased', 'visited'], true)})
) ARRAY JOIN sources AS reached, arrayEnumerate(sources) AS place`,
  })
}
