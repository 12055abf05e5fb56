import { kinds, ofTheirProspects, prospects, recordsOf, setsFor } from '@leaselight/engine'
import { conversions } from './report'

export default setsFor(conversions, {
  prospects: prospects().of('prospects'),
  appointments: recordsOf(ofTheirProspects(kinds.appointments))
    .where`status NOT IN ('cancelled-renter', 'cancelled-manager')`.byProspect(),
  visits: recordsOf(ofTheirProspects(kinds.visits)).byProspect(),
  applications: recordsOf(ofTheirProspects(kinds.applications)).byProspect(),
  leases: recordsOf(ofTheirProspects(kinds.leases)).where`kind = 'new' AND cancelled_at IS NULL`.byProspect(),
})
