import type { QueryOptions } from '@leaselight/facts'
import type { Day, PropertyRates } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { raw, type Sql, sql } from '../plan/sql'
import { excludedProspects, inCompany } from '../records/conditions'
import { costDays, hasLeased, isLeadOfYear, isLeaseOfCosts } from '../records/leases/leadYear'
import { LIVE_LEASE } from '../records/live'
import { adSpending } from '../records/marketing/spending'

/** A property's leads, those who leased, and what they cost. */
export type LeadCosts = Pick<PropertyRates, 'leads' | 'leased' | 'spend' | 'leases'>

/** Reads each property's leads, their leases, and what leads cost; what isn't there is left out. */
export async function readLeadCosts(
  facts: QueryRunner,
  companyId: number,
  today: Day,
  options: QueryOptions,
): Promise<Map<number, LeadCosts>> {
  const ask = <T>(statement: Sql) => queryRows<T>(facts, statement, options)
  const listed = await ask<{ id: string }>(
    sql`SELECT id FROM properties FINAL WHERE company_id = ${companyId} ORDER BY id`,
  )
  const properties = listed.map(({ id }) => ({ id: Number(id) }))
  const { current } = costDays(today)
  const [leads, costs] = await Promise.all([
    ask<
      Record<'id' | 'leads' | 'leased', string>
    >(sql`SELECT property_id AS id, count() AS leads, countIf(has_leased) AS leased
      FROM (SELECT property_id, ${hasLeased(companyId, today)} AS has_leased FROM prospects FINAL
        WHERE ${inCompany(companyId)} AND NOT not_a_prospect AND ${isLeadOfYear(today)})
      GROUP BY property_id ORDER BY property_id`),
    ask<Record<'id' | 'spend' | 'leases', string>>(sql`SELECT id, sum(spend) AS spend, sum(leases) AS leases FROM (
      SELECT property_id AS id, toFloat64(round(sum(amount), 6)) AS spend, 0 AS leases
      FROM ${adSpending({ companyId, properties, current, prior: null }).fromClause} GROUP BY property_id
      UNION ALL
      SELECT property_id AS id, 0 AS spend, count() AS leases FROM leases FINAL
      WHERE ${inCompany(companyId)} AND ${raw(LIVE_LEASE)} AND ${isLeaseOfCosts(today)} AND prospect_id NOT IN ${excludedProspects({ companyId })}
      GROUP BY property_id
    ) GROUP BY id ORDER BY id`),
  ])
  const found = new Map<number, LeadCosts>()
  const add = (id: string, part: Partial<LeadCosts>) =>
    found.set(Number(id), { leads: 0, leased: 0, spend: 0, leases: 0, ...found.get(Number(id)), ...part })
  for (const one of leads) add(one.id, { leads: Number(one.leads), leased: Number(one.leased) })
  for (const one of costs) add(one.id, { spend: Number(one.spend), leases: Number(one.leases) })
  return found
}
