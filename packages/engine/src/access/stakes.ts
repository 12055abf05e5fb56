import type { QueryOptions } from '@leaselight/facts'
import { addTo, type Day, MIN_CASES } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import type { PropertyStakes } from '../plan/measures'
import { queryRows } from '../plan/queryRows'
import { raw, type Sql, sql } from '../plan/sql'
import { inCompany } from '../records/conditions'
import { LIVE_LEASE } from '../records/live'

/** Shares and rents come from this many days, */
const HISTORY_DAYS = 365
/** which end so long ago that most people who sign have signed. */
const RIPE_DAYS = 60

interface Counted {
  property: string
  rent?: number
  leads?: string
  leads_leased?: string
  tourists?: string
  tourists_leased?: string
}

/**
 * Reads what people are worth at each of a company's properties, by what had happened before a day: what happens on it
 * changes hardly anything.
 */
export async function readStakes(
  facts: QueryRunner,
  companyId: number,
  today: Day,
  options: QueryOptions,
): Promise<PropertyStakes[]> {
  const ask = (statement: Sql) => queryRows<Counted>(facts, statement, options)
  const [rents, shares] = await Promise.all([ask(rentsSql(companyId, today)), ask(sharesSql(companyId, today))])
  const found = new Map<string, Counted>()
  for (const one of [...rents, ...shares]) found.set(one.property, { ...found.get(one.property), ...one })
  const share = (part = '0', whole = '0') => (Number(whole) < MIN_CASES ? null : Number(part) / Number(whole))
  return [...found.values()].map((one) => ({
    property: Number(one.property),
    rent: one.rent ?? null,
    chanceAfterTour: share(one.tourists_leased, one.tourists),
    chance: share(one.leads_leased, one.leads),
  }))
}

const leasedBefore = (today: Day): Sql => sql`${raw(LIVE_LEASE)} AND signed_day < toDate32(${today})`

function rentsSql(companyId: number, today: Day): Sql {
  return sql`SELECT property_id AS property, quantileExactInclusive(0.5)(toFloat64(monthly_rent)) AS rent FROM leases FINAL
  WHERE ${inCompany(companyId)} AND ${leasedBefore(today)} AND signed_day >= toDate32(${addTo(today, -HISTORY_DAYS)})
  GROUP BY property_id ORDER BY property_id`
}

/** How many of each property's people leased, and of those who toured. */
function sharesSql(companyId: number, today: Day): Sql {
  const end = addTo(today, -RIPE_DAYS)
  const behind = (table: string, condition: Sql): Sql =>
    sql`id IN (SELECT prospect_id FROM ${raw(table)} FINAL WHERE ${inCompany(companyId)} AND ${condition})`
  return sql`SELECT property_id AS property, count() AS leads, countIf(leased) AS leads_leased, countIf(toured) AS tourists,
    countIf(toured AND leased) AS tourists_leased FROM (
      SELECT property_id, ${behind('visits', sql`visited_day < toDate32(${today})`)} AS toured, ${behind('leases', leasedBefore(today))} AS leased
      FROM prospects FINAL WHERE ${inCompany(companyId)} AND NOT not_a_prospect
        AND created_day > toDate32(${addTo(end, -HISTORY_DAYS)}) AND created_day <= toDate32(${end})
    ) GROUP BY property_id ORDER BY property_id`
}
