import { inProspectRow, measureOf, measuresFor, prospects, recordTypes } from '@leaselight/engine'
import { conversions } from './report'

export default measuresFor(conversions, {
  prospects: prospects().of('prospects'),
  appointments: measureOf(inProspectRow(recordTypes.appointments))
    .where`status NOT IN ('cancelled-renter', 'cancelled-manager')`.byProspect(),
  visits: measureOf(inProspectRow(recordTypes.visits)).byProspect(),
  applications: measureOf(inProspectRow(recordTypes.applications)).byProspect(),
  leases: measureOf(inProspectRow(recordTypes.leases)).where`kind = 'new' AND cancelled_at IS NULL`.byProspect(),
})
