import { type Fact, houses, type Tables, WEEK } from './wrongBoxscore'

/** What each line counts at a property, recounted from the records alone. */
export function plainCount({ prospects, appointments, visits, applications, leases, units }: Tables, property: number) {
  const zone = houses.find(({ id }) => id === property)?.time_zone
  const isIn = (value: unknown): boolean => {
    if (typeof value !== 'string') return false
    const day = value.includes('T')
      ? new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(value))
      : value
    return day >= WEEK.start_date && day <= WEEK.end_date
  }
  const people = new Map(prospects.map((person) => [person.id, person]))
  const isProspect = ({ prospect_id: id }: Fact) => !people.get(id)?.deleted && !people.get(id)?.not_a_prospect
  const count = (facts: readonly Fact[], is: (fact: Fact) => boolean) =>
    facts.filter((fact) => fact.property_id === property && is(fact)).length
  const renewed = new Set(leases.map(({ previous_lease_id: before }) => before))
  const alive = (is: (lease: Fact) => boolean) => count(leases, (lease) => !lease.cancelled_at && is(lease))
  const ofUnit = new Map(leases.map((lease) => [lease.unit_id, lease]))
  const isOccupied = (unit: Fact) => isHome(unit) && String(ofUnit.get(unit.id)?.moved_in_on ?? '9') <= WEEK.end_date
  const isHome = (unit: Fact) => unit.status === 'rentable'
  return {
    leads: count(prospects, (one) => isIn(one.created_at) && !one.deleted),
    prospects: count(prospects, (one) => isIn(one.created_at) && !one.deleted && !one.not_a_prospect),
    appointments: count(
      appointments,
      (one) => isIn(one.starts_at) && isProspect(one) && !String(one.status).startsWith('cancelled'),
    ),
    visits: count(visits, (one) => isIn(one.visited_at) && isProspect(one)),
    applications: count(applications, (one) => isIn(one.submitted_at) && isProspect(one)),
    applicationsApproved: count(
      applications,
      (one) => one.status === 'approved' && isIn(one.status_at) && isProspect(one),
    ),
    applicationsDenied: count(applications, (one) => one.status === 'denied' && isIn(one.status_at) && isProspect(one)),
    leases: count(leases, (one) => one.kind === 'new' && isIn(one.signed_at) && isProspect(one)),
    cancelledLeases: count(leases, (one) => one.kind === 'new' && isIn(one.cancelled_at) && isProspect(one)),
    moveIns: alive((one) => isIn(one.moved_in_on)),
    moveOuts: alive((one) => isIn(one.moved_out_on)),
    notices: alive((one) => isIn(one.notice_on) && !renewed.has(one.id)),
    renewals: alive((one) => one.kind === 'renewal' && isIn(one.signed_at)),
    transfers: alive((one) => one.kind === 'transfer' && isIn(one.signed_at)),
    totalUnits: count(units, isHome),
    totalOccupied: count(units, isOccupied),
    vacant: count(units, (unit) => isHome(unit) && !isOccupied(unit)),
    onNotice: count(units, (unit) => isOccupied(unit) && Boolean(ofUnit.get(unit.id)?.notice_on)),
  }
}
