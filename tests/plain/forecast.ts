import type { RecordOf } from '@leaselight/contract'
import type { PlainCompany } from './company'
import { isStandalone } from './question'
import { addDays, localTimeAt } from './time'

type Lease = RecordOf<'leases'>

const FAR = '2200-01-01'
const MONTHS = [0, 1, 2, 3]

/** What Road to occupancy needs, of a property or of all. */
export interface PlainNeed {
  units: number
  held: number
  /** Ended leases whose residents had been undecided, and those of them who left. */
  decided: number
  decidedLeft: number
  leads: number
  leased: number
}

/** Follows each unit and each ended lease by itself, and adds up by property. */
export function plainNeeds(company: PlainCompany, now: number, horizon: number): Map<number, PlainNeed> {
  const zoneOf = (id: number) => company.properties.find((one) => one.id === id)?.time_zone ?? 'UTC'
  const dayOf = (instant: string, property: number) => localTimeAt(Date.parse(instant), zoneOf(property)).day
  const today = localTimeAt(now, company.company.time_zone ?? 'UTC').day
  const signed = new Map(company.leases.map((one) => [one.id, dayOf(one.signed_at, one.property_id)]))
  const signedOn = (lease: Lease) => signed.get(lease.id) ?? FAR
  const cancelledOn = (lease: Lease) => (lease.cancelled_at ? dayOf(lease.cancelled_at, lease.property_id) : FAR)
  const isKnown = (lease: Lease, day: string) => signedOn(lease) <= day && cancelledOn(lease) > day
  const byId = new Map(company.leases.map((one) => [one.id, one]))
  const rootOf = (lease: Lease): Lease => {
    const before = lease.kind === 'renewal' ? byId.get(lease.previous_lease_id ?? 0) : undefined
    return before ? rootOf(before) : lease
  }
  const chains = new Map<number, Lease[]>()
  for (const one of company.leases) chains.set(rootOf(one).id, [...(chains.get(rootOf(one).id) ?? []), one])
  const chainOf = (lease: Lease) => chains.get(rootOf(lease).id) ?? []
  const isRenewed = (lease: Lease, day: string) =>
    chainOf(lease).some((one) => one.kind === 'renewal' && one.previous_lease_id === lease.id && isKnown(one, day))

  // Who left, of those undecided in the middle of each month before the end.
  const cases = new Map(company.properties.map(({ id }) => [id, MONTHS.map(() => [0, 0] as [number, number])]))
  const decisions = new Map(company.properties.map(({ id }) => [id, { decided: 0, decidedLeft: 0 }]))
  for (const lease of company.leases) {
    if (!isKnown(lease, today) || lease.ends_on <= addDays(today, -379) || lease.ends_on > addDays(today, -14)) continue
    const moved = lease.kind === 'renewal' ? lease.starts_on : (lease.moved_in_on ?? FAR)
    const begun = [signedOn(lease), moved].sort()[1] ?? FAR
    const renewals = chainOf(lease).filter(
      (one) => one.kind === 'renewal' && one.previous_lease_id === lease.id && isKnown(one, today),
    )
    const notice = lease.notice_on && lease.notice_on <= today ? lease.notice_on : FAR
    const decided = [notice, ...renewals.map(signedOn)].sort()[0] ?? FAR
    const outs = chainOf(lease).flatMap((one) => (one.cancelled_at || !one.moved_out_on ? [] : [one.moved_out_on]))
    const out = [...outs.filter((day) => day <= today), FAR].sort()[0] ?? FAR
    const left = Number(renewals.length === 0 && out <= addDays(lease.ends_on, 14))
    const open = MONTHS.filter((month) => {
      const at = addDays(lease.ends_on, -(30 * month + 15))
      return begun <= at && decided > at && out > at
    })
    for (const month of open) {
      const counted = cases.get(lease.property_id)?.[month]
      if (!counted) continue
      counted[1]++
      counted[0] += left
    }
    const of = decisions.get(lease.property_id)
    if (of && open.length > 0) {
      of.decided++
      of.decidedLeft += left
    }
  }
  const sum = (month: number, which: 0 | 1) =>
    [...cases.values()].reduce((all, months) => all + (months[month]?.[which] ?? 0), 0)
  const all = (which: 0 | 1) => MONTHS.reduce((total, month) => total + sum(month, which), 0)
  const companyShare = (month: number) => (sum(month, 1) < 20 ? all(0) / all(1) : sum(month, 0) / sum(month, 1))
  const shareOf = (property: number, month: number) => {
    const [left = 0, of = 0] = cases.get(property)?.[month] ?? []
    return (left + 20 * companyShare(month)) / (of + 20)
  }

  const needs = new Map<number, PlainNeed>()
  for (const property of company.properties) {
    if (isStandalone(property, [company.company])) continue
    const day = localTimeAt(now, zoneOf(property.id)).day
    const then = addDays(day, horizon)
    const homes = company.units.filter(
      (unit) => unit.property_id === property.id && (unit.status ?? 'rentable') === 'rentable',
    )
    const held = homes.reduce((total, unit) => {
      const known = company.leases.filter((one) => one.unit_id === unit.id && isKnown(one, day))
      const chain = known.filter((one) => {
        const whole = chainOf(one).filter((other) => isKnown(other, day))
        return (
          whole.some((other) => other.moved_in_on && other.moved_in_on <= day) &&
          !whole.some((other) => other.moved_out_on && other.moved_out_on <= day)
        )
      })
      const ends =
        chain
          .map((one) => one.ends_on)
          .sort()
          .at(-1) ?? ''
      const leaving = chain.some((one) => one.notice_on && one.notice_on <= day && !isRenewed(one, day))
      const arrives = known.some(
        (one) =>
          one.kind !== 'renewal' &&
          !(one.moved_in_on && one.moved_in_on <= day) &&
          !(one.moved_out_on && one.moved_out_on <= day) &&
          one.starts_on <= then,
      )
      const daysLeft = Math.round((Date.parse(ends) - Date.parse(day)) / 86_400_000)
      const month = Math.min(3, Math.floor((daysLeft - 1) / 30))
      const stays =
        chain.length === 0 || (leaving && ends <= then)
          ? 0
          : leaving || ends <= day || ends > then
            ? 1
            : 1 - shareOf(property.id, Math.max(0, month))
      return total + stays + (1 - stays) * Number(arrives)
    }, 0)
    const [first, last] = [addDays(today, -424), addDays(today, -60)]
    const asked = company.prospects.filter((one) => {
      const created = dayOf(one.created_at, property.id)
      return one.property_id === property.id && !one.not_a_prospect && created >= first && created <= last
    })
    const leased = asked.filter(({ id }) =>
      company.leases.some(
        (one) => one.prospect_id === id && one.kind === 'new' && !one.cancelled_at && signedOn(one) <= today,
      ),
    )
    const decided = decisions.get(property.id) ?? { decided: 0, decidedLeft: 0 }
    needs.set(property.id, { units: homes.length, held, ...decided, leads: asked.length, leased: leased.length })
  }
  return needs
}

/** The sum of properties. */
export const sumOfNeeds = (needs: Iterable<PlainNeed>): PlainNeed =>
  [...needs].reduce(
    (all, one) => ({
      units: all.units + one.units,
      held: all.held + one.held,
      decided: all.decided + one.decided,
      decidedLeft: all.decidedLeft + one.decidedLeft,
      leads: all.leads + one.leads,
      leased: all.leased + one.leased,
    }),
    { units: 0, held: 0, decided: 0, decidedLeft: 0, leads: 0, leased: 0 },
  )

/** Leases and leads for a target; no leads from fewer than 20, or without a lease. */
export function plainLeads({ units, held, leads, leased }: PlainNeed, target: number) {
  const leasesNeeded = Math.max(0, Math.ceil(units * target - held - 0.0045))
  return { leasesNeeded, leadsNeeded: leads < 20 || leased === 0 ? null : Math.ceil((leasesNeeded * leads) / leased) }
}
