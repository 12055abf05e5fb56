import { measureOf, measuresFor, prospects, type RecordType, recordTypes, withProspectFields } from '@leaselight/engine'
import { boxscore } from './report'

export default measuresFor(boxscore, ({ filters, switches }) => {
  // Agents' rows need nothing of the prospects unless they open to their first contacts.
  const byContact = switches.rows !== 'agent' || filters.showContactTypes
  const facts = (kind: RecordType) => measureOf(byContact ? withProspectFields(kind) : kind)
  // Whoever is not known (yet) has no first contact that another could come after.
  const inbound = (kind: RecordType) =>
    measureOf(withProspectFields(kind))
      .where`direction = 'inbound' AND of_prospect != 0 AND NOT ${filters.firstContactOnly}`
  const applications = facts(recordTypes.applications)
  const leases = facts(recordTypes.leases).where`kind = 'new'`
  return {
    leads: prospects().of('everyone'),
    prospects: prospects().of('prospects'),
    returnMessages: inbound(recordTypes.messages).where`sent_at > prospect_created_at`,
    returnCalls: inbound(recordTypes.calls).where`started_at > prospect_created_at`,
    appointments: facts(recordTypes.appointments).where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
    visits: facts(recordTypes.visits),
    applications,
    applicationsApproved: applications.where`status = 'approved'`.dated('status_at'),
    applicationsDenied: applications.where`status = 'denied'`.dated('status_at'),
    applicationsCancelled: applications.where`status = 'cancelled'`.dated('status_at'),
    leases,
    cancelledLeases: leases.dated('cancelled_at'),
  }
})
