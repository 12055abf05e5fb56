import type { Facts } from '../client/facts'
import { DAY_SUMS } from './propertyDays'
import type { Fact, Kind, PeopleWorld } from './testing'
import { activeAt } from './testingDays'

/** What a record adds to, each with the instant on whose day it counts. */
function sumsOf(entity: Kind, fact: Fact): { sum: string; at: string | undefined }[] {
  const { direction, origin, channel, handled_by } = fact
  const isFromUs = direction === 'outbound' && (origin ?? handled_by) === 'agent'
  const isBulk = direction === 'outbound' && channel === 'email' && (origin === 'bulk' || origin === 'drip')
  const found: Record<string, string | undefined | false> = {}
  const at = activeAt(entity, fact) ?? fact.sent_at
  if (entity === 'messages') {
    if (isFromUs) found[channel === 'facebook' ? 'agent_facebook' : `agent_${channel}s`] = at
    if (isBulk) found.bulk_emails = at
  }
  if (entity === 'calls') {
    found.calls_from_us = isFromUs && at
    found.inbound_calls = direction === 'inbound' && fact.started_at
    found.answered_calls = fact.outcome === 'answered' && found.inbound_calls
  }
  if (entity === 'appointments' || entity === 'applications' || entity === 'leases') found[entity] = at
  if (entity === 'visits') {
    found.visits = at
    found.walk_ins = !fact.appointment_id && at
    found.units_shown = fact.unit_shown === true && at
  }
  if (entity === 'prospects') {
    found.leads = at
    found.referrals = fact.is_referral === true && at
    found.qualified = fact.qualified_at === undefined ? false : String(fact.qualified_at)
  }
  return Object.entries(found).flatMap(([sum, instant]) => (instant ? [{ sum, at: instant }] : []))
}

/** What happened at each property on each day, without what deleted people did; also at the removed one. */
export function propertyDays(world: PeopleWorld): object[] {
  const counted = new Map<string, number>()
  for (const { entity, fact } of world.all()) {
    const person = world.latest('prospects', entity === 'prospects' ? fact.id : fact.prospect_id)
    if (person?.deleted) continue
    for (const { sum, at } of sumsOf(entity, fact)) {
      const row = [world.dayOf(fact, at ?? ''), fact.property_id, person?.not_a_prospect ? 1 : 0, sum].join(' ')
      counted.set(row, (counted.get(row) ?? 0) + 1)
    }
  }
  return [...counted].map(([row, times]) => ({ row, times })).sort((a, b) => (a.row < b.row ? -1 : 1))
}

/** The same as the table has it, each number by itself. */
export const storedPropertyDays = (facts: Facts): Promise<{ row: string; times: number }[]> =>
  facts.query(
    `SELECT concat(toString(day), ' ', toString(property_id), ' ', toString(not_a_prospect), ' ', sum.1) AS row, toInt32(sum(sum.2)) AS times
     FROM property_days FINAL ARRAY JOIN [${Object.keys(DAY_SUMS)
       .map((sum) => `('${sum}', ${sum})`)
       .join(', ')}] AS sum
     WHERE company_id = 1 GROUP BY row HAVING times > 0 ORDER BY row`,
  )
