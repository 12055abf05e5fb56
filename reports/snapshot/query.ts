import {
  calls,
  measureOf,
  measuresFor,
  prospects,
  type RecordType,
  recordTypes,
  withProspectFieldsIfNeeded,
} from '@leaselight/engine'
import { snapshot } from './report'

const inbound = calls().where`direction = 'inbound'`

export default measuresFor(snapshot, ({ filters }) => {
  // Only a prospect knows where it came from; without that question nobody looks it up.
  const of = (kind: RecordType) => measureOf(withProspectFieldsIfNeeded(kind, filters))
  return {
    leads: prospects().of('everyone'),
    prospects: prospects().of('prospects'),
    calls: inbound,
    answered: inbound.where`outcome = 'answered'`,
    appointments: of(recordTypes.appointments).where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
    visits: of(recordTypes.visits),
    applications: of(recordTypes.applications),
    leases: of(recordTypes.leases).where`kind = 'new' AND cancelled_at IS NULL`,
  }
})
