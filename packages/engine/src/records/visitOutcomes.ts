import { type DayRange, separatesStandalone } from '@leaselight/model'
import { type Measure, measureOf, type QueryContext } from '../plan/measures'
import { join, raw, type Sql, sql } from '../plan/sql'
import { agent, calendarDay, carry, property, values } from './carries'
import { inEitherPeriod, inScopedProperties, knownProperties, sinceEitherPeriod } from './conditions'
import { fromSelect, type RecordType } from './definition'
import { RENT_AND_START } from './inText'
import { LIVE_LEASE } from './live'
import { inRange } from './periods'

type VisitScope = Pick<QueryContext, 'companyId' | 'current' | 'prior' | 'properties'>

/** Applications that visitors sent at or after a visit of the period. Each counts once, in the row of the visit. */
export function applicationsAfterVisits(asking: VisitScope): Measure {
  return afterVisits(
    asking,
    { label: 'Application', later: 'applications' },
    sql`SELECT id, prospect_id, submitted_at AS outcome_at, status AS outcome FROM applications FINAL
    WHERE company_id = ${asking.companyId} AND ${sinceFirstVisit('submitted_day', asking)}`,
  )
}

/** New leases, not canceled, that visitors signed at or after a visit of the period. Each counts once. */
export function leasesAfterVisits(asking: VisitScope): Measure {
  return afterVisits(
    asking,
    { label: 'Lease', later: 'leases' },
    sql`SELECT id, prospect_id, signed_at AS outcome_at, concat(${raw(RENT_AND_START)}) AS outcome
    FROM leases FINAL WHERE company_id = ${asking.companyId} AND ${raw(LIVE_LEASE)} AND prospect_id != 0
      AND ${sinceFirstVisit('signed_day', asking)}`,
  )
}

/** Outcomes that can be later than the first visit; those of removed properties are hidden. */
const sinceFirstVisit = (column: string, asking: VisitScope): Sql =>
  sql`${sinceEitherPeriod(column, asking)} AND property_id IN ${knownProperties(asking.companyId)}`

/**
 * Each outcome once per earlier visit: the visit's property, agent, kind, and day, and the outcome's id and instant.
 */
function afterVisits(asking: VisitScope, what: Pick<RecordType, 'label' | 'later'>, outcomes: Sql): Measure {
  const kind = fromSelect({
    ...what,
    since: ['visits'],
    prospect: 'prospect_id',
    agent: 'agent_id',
    when: { column: 'outcome_at', kind: 'instant' },
    details: raw('outcome'),
    ...carry(
      property('property_id'),
      agent('agent_id'),
      calendarDay('visited_day'),
      values({ 'visit-type': 'visit_type' }),
    ),
    select: sql`
  SELECT o.id AS id, o.outcome_at AS outcome_at, o.outcome AS outcome, v.property_id AS property_id, v.agent_id AS agent_id,
    v.prospect_id AS prospect_id, v.visit_type AS visit_type, v.uses_tour_app AS uses_tour_app, v.visited_day AS visited_day
  FROM (
    SELECT property_id, agent_id, prospect_id, visit_type, uses_tour_app, visited_at, visited_day FROM visits FINAL
    WHERE ${inScopedProperties(asking)} AND ${inEitherPeriod('visited_day', asking)}
  ) AS v
  INNER JOIN (${outcomes}) AS o ON o.prospect_id = v.prospect_id
  WHERE o.outcome_at >= v.visited_at`,
  })
  return measureOf(kind).dated('visited_at').distinct('id')
}

/**
 * Visits with an ID scan, for either period, with `gender` and `age` of the visitor: the age bracket on the day of the
 * first scanned visit of that period anywhere in the company, so a prospect has one age in every row.
 */
export function visitorsWithScannedId(asking: VisitScope & Pick<QueryContext, 'flags'>): RecordType {
  const apart = separatesStandalone(asking.flags) ? raw(` AND NOT has(products, 'call-intel-standalone')`) : raw('')
  const visits = (range: DayRange, period: 'current' | 'prior') => sql`
    SELECT ${period} AS of_period, id, property_id, agent_id, prospect_id, visited_at,
      first_value(visited_day) OVER (PARTITION BY prospect_id ORDER BY visited_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS first_day
    FROM visits FINAL
    WHERE company_id = ${asking.companyId} AND ${inRange('visited_day', range)} AND id_scanned_at IS NOT NULL
      AND property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${asking.companyId}
        AND has(products, 'tours')${apart})`
  const periods = [
    ...(asking.current ? [visits(asking.current, 'current')] : []),
    ...(asking.prior ? [visits(asking.prior, 'prior')] : []),
  ]
  return fromSelect({
    label: 'Visitor',
    since: ['visits'],
    prospect: 'prospect_id',
    agent: 'agent_id',
    periodColumn: 'of_period',
    when: { column: 'visited_at', kind: 'instant' },
    details: raw(`concat(if(gender = '', 'gender unknown', gender), ', ', if(age = '', 'age unknown', age))`),
    ...carry(property('property_id'), agent('agent_id'), values({ age: 'age' })),
    select: sql`
  SELECT of_period, id, property_id, agent_id, prospect_id, visited_at, gender, ${ageBucket('first_day', 'birth_on')} AS age
  FROM (${join(periods, ' UNION ALL ')}) AS v
  LEFT ANY JOIN (SELECT id AS of_prospect, gender, birth_on FROM prospects FINAL WHERE company_id = ${asking.companyId}
    AND id IN (SELECT prospect_id FROM visits FINAL WHERE company_id = ${asking.companyId} AND ${inEitherPeriod('visited_day', asking)})
  ) AS p ON p.of_prospect = v.prospect_id`,
  })
}

/** The bracket of an age on a day; empty for people under 18 and for unknown birthdays. */
function ageBucket(on: string, born: string): Sql {
  const years = `(toYear(${on}) - toYear(${born}) - if(toMonth(${on}) * 100 + toDayOfMonth(${on}) < toMonth(${born}) * 100 + toDayOfMonth(${born}), 1, 0))`
  return raw(`multiIf(${born} IS NULL OR ${years} < 18, '', ${years} < 25, '18-24', ${years} < 35, '25-34',
    ${years} < 45, '35-44', ${years} < 55, '45-54', ${years} < 65, '55-64', '65+')`)
}
