import {
  inProspectRow,
  KEPT_APPOINTMENT,
  LIVE_LEASE,
  measureOf,
  measuresFor,
  prospects,
  raw,
  recordTypes,
} from '@leaselight/engine'
import { conversions } from './report'

export default measuresFor(conversions, {
  prospects: prospects().of('prospects'),
  appointments: measureOf(inProspectRow(recordTypes.appointments)).where`${raw(KEPT_APPOINTMENT)}`.byProspect(),
  visits: measureOf(inProspectRow(recordTypes.visits)).byProspect(),
  applications: measureOf(inProspectRow(recordTypes.applications)).byProspect(),
  leases: measureOf(inProspectRow(recordTypes.leases)).where`${raw(LIVE_LEASE)}`.byProspect(),
})
