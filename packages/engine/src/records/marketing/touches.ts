import { SOURCED_COLUMNS, sourcesOfPeople } from '@leaselight/facts'
import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { agent, carry, property, source } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'

/**
 * Prospects created in either period, one row per source that touched them, at its first touch: `alone` when there is no
 * other source, and its `place` among all of them, from 1 on, the earliest first; `leased` and `visited` say whether the prospect ever signed a live lease or ever visited. A prospect without touches counts for
 * its own source, at its creation.
 */
export function prospectTouches(context: QueryContext): RecordType {
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
    select: sql`SELECT *, 0 AS not_a_prospect FROM (${sourcesSql(context)})`,
  })
}

/** Read from what was worked out at import, or from the records while an import waits for that. */
function sourcesSql(context: QueryContext): Sql {
  const created = sql`${inScopedProperties(context)} AND ${inEitherPeriod('created_day', context)}`
  return context.derived.has('prospect_sources')
    ? sql`SELECT * EXCEPT (prospect_id), prospect_id AS id FROM prospect_sources FINAL WHERE ${created}`
    : sql`WITH people AS (SELECT ${raw(SOURCED_COLUMNS)} FROM prospects FINAL WHERE ${created} AND NOT not_a_prospect)
${raw(sourcesOfPeople(context.companyId, 'people'))}`
}
