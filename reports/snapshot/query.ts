import { calls, kinds, knowingWhatIsAsked, prospects, type RecordKind, recordsOf, setsFor } from '@leaselight/engine'
import { snapshot } from './report'

const inbound = calls().where`direction = 'inbound'`

export default setsFor(snapshot, ({ filters }) => {
  // Only a prospect knows where it came from; without that question nobody looks it up.
  const of = (kind: RecordKind) => recordsOf(knowingWhatIsAsked(kind, filters))
  return {
    leads: prospects().of('everyone'),
    prospects: prospects().of('prospects'),
    calls: inbound,
    answered: inbound.where`outcome = 'answered'`,
    appointments: of(kinds.appointments).where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
    visits: of(kinds.visits),
    applications: of(kinds.applications),
    leases: of(kinds.leases).where`kind = 'new' AND cancelled_at IS NULL`,
  }
})
