import { kinds, knowingTheirProspects, prospects, type RecordKind, recordsOf, setsFor } from '@leaselight/engine'
import { boxscore } from './report'

export default setsFor(boxscore, ({ filters, switches }) => {
  // Agents' rows need nothing of the prospects unless they open to their first contacts.
  const byContact = switches.rows !== 'agent' || filters.showContactTypes
  const facts = (kind: RecordKind) => recordsOf(byContact ? knowingTheirProspects(kind) : kind)
  // Whoever is not known (yet) has no first contact that another could come after.
  const inbound = (kind: RecordKind) =>
    recordsOf(knowingTheirProspects(kind))
      .where`direction = 'inbound' AND of_prospect != 0 AND NOT ${filters.firstContactOnly}`
  const applications = facts(kinds.applications)
  const leases = facts(kinds.leases).where`kind = 'new'`
  return {
    leads: prospects().of('everyone'),
    prospects: prospects().of('prospects'),
    returnMessages: inbound(kinds.messages).where`sent_at > prospect_created_at`,
    returnCalls: inbound(kinds.calls).where`started_at > prospect_created_at`,
    appointments: facts(kinds.appointments).where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
    visits: facts(kinds.visits),
    applications,
    applicationsApproved: applications.where`status = 'approved'`.dated('status_at'),
    applicationsDenied: applications.where`status = 'denied'`.dated('status_at'),
    applicationsCancelled: applications.where`status = 'cancelled'`.dated('status_at'),
    leases,
    cancelledLeases: leases.dated('cancelled_at'),
  }
})
