import type { QueryContext } from '../../plan/measures'
import { raw, type Sql, sql } from '../../plan/sql'
import { calendarDay, carry, noAgent, property, source } from '../carries'
import { excludedProspects, inCompany, inEitherPeriod } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { LIVE_LEASE } from '../live'
import { joinAtHand, prospectJoin } from '../tables/prospectJoin'

/** A credit as a decimal: parts of one add up to one. */
const decimal = (credit: number): Sql => raw(`toDecimal128('${credit}', 18)`)

/** Milliseconds after which a touch counts half as much. */
const HALF_LIFE = 7 * 24 * 3_600_000

/**
 * Conversions, one row per touch before them, with the credit that each model gives that touch: `first`, `last`,
 * `linear`, `position`, and `decay`. A prospect's conversion is its first live lease (or its first visit) anywhere in
 * the company; it counts at the prospect's property. Conversions of unknown people count where they happened.
 */
export function attributionCredits(context: QueryContext): RecordType {
  const visits = context.filters.viewBy === 'visit-conversion'
  return fromSelect({
    label: visits ? 'Visit' : 'Lease',
    since: [visits ? 'visits' : 'leases'],
    prospect: 'prospect_id',
    when: { column: 'converted_at', kind: 'instant' },
    details: raw(`concat('after ', toString(touches), if(touches = 1, ' touch', ' touches'))`),
    ...carry(property('property_id'), noAgent, source('source'), calendarDay('converted_day')),
    select: creditsSql(context, visits),
  })
}

function creditsSql(context: QueryContext, visits: boolean): Sql {
  const { companyId, peopleAtHand } = context
  const table = raw(visits ? 'visits' : 'leases')
  const at = raw(visits ? 'visited_at' : 'signed_at')
  const day = visits ? 'visited_day' : 'signed_day'
  const counts = sql`${inCompany(companyId)} ${raw(visits ? '' : `AND ${LIVE_LEASE}`)}
    AND prospect_id NOT IN ${excludedProspects(context)}`
  const inPeriod = inEitherPeriod(day, context)
  const byCreated = context.filters.prospectsByCreateDate
  // Only people with a conversion in either period (or created in one) can have their first conversion in it. They are
  // looked for wherever people are: a name for the conversions would stand for their whole statement each time.
  const candidates = byCreated
    ? sql`(SELECT id FROM prospects FINAL WHERE company_id = ${companyId} AND ${inEitherPeriod('created_day', context)})`
    : sql`(SELECT prospect_id FROM ${table} FINAL WHERE ${counts} AND ${inPeriod} AND prospect_id != 0)`
  const unknown = byCreated ? raw('0') : sql`prospect_id = 0 AND ${inPeriod}`
  // Few records are of them, so this is looked at first: the engine checks one condition after the other.
  // Sorted, because the least of several values together is found by comparing them one by one.
  const conversions = sql`SELECT * FROM (
      SELECT prospect_id, id, property_id AS own_property, ${at} AS converted_at, ${raw(day)} AS converted_day FROM ${table} FINAL
      WHERE (${unknown} OR prospect_id IN ${candidates}) AND ${counts}
      ORDER BY converted_at, id LIMIT 1 BY prospect_id, if(prospect_id = 0, id, 0)
    ) WHERE ${byCreated ? raw('1') : inEitherPeriod('converted_day', context)}`
  const touches = sql`SELECT prospect_id AS touched, groupArray((touched_at, id, trimBoth(toString(source)))) AS known FROM touches FINAL
    WHERE prospect_id != 0 AND prospect_id IN ${candidates} AND ${inCompany(companyId)}
    GROUP BY prospect_id`
  const people =
    peopleAtHand === null
      ? prospectJoin('prospect_id', companyId, sql`id IN ${candidates}`)
      : joinAtHand('prospect_id', peopleAtHand)
  // Only the differences between the touches' ages matter; measured from the last touch, they stay small enough for the
  // weights.
  return sql`WITH converted AS (${conversions})
SELECT id, prospect_id, property_id, converted_at, converted_day, touch.3 AS source, touches,
  place = 1 AS first, place = touches AS last, ${decimal(1)} / touches AS linear,
  multiIf(touches = 1, ${decimal(1)}, touches = 2, ${decimal(0.5)}, place = 1 OR place = touches, ${decimal(0.4)},
    ${decimal(0.2)} / greatest(touches - 2, 1)) AS position,
  toDecimal128(weights[place] / arraySum(weights), 18) AS decay
FROM (
  SELECT id, prospect_id, if(of_prospect = 0, own_property, prospect_property) AS property_id, converted_at, converted_day,
    arraySort(arrayFilter(one -> one.1 <= converted_at, known)) AS before,
    if(empty(before), [(if(of_prospect = 0, converted_at, prospect_created_at), toUInt64(0), trimBoth(toString(prospect_source)))], before) AS path,
    length(path) AS touches,
    arrayMap(one -> exp2(-(toUnixTimestamp64Milli(path[-1].1) - toUnixTimestamp64Milli(one.1)) / ${HALF_LIFE}), path) AS weights
  FROM converted AS r ${people}
  LEFT ANY JOIN (${touches}) AS touched ON touched.touched = r.prospect_id
) ARRAY JOIN path AS touch, arrayEnumerate(path) AS place`
}
