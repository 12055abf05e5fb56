import { applications, calls, keptAppointments, liveLeases, measuresFor, prospects, visits } from '@leaselight/engine'
import { snapshot } from './report'

const inbound = calls().where`direction = 'inbound'`

export default measuresFor(snapshot, {
  leads: prospects().of('everyone'),
  prospects: prospects().of('prospects'),
  calls: inbound,
  answered: inbound.where`outcome = 'answered'`,
  appointments: keptAppointments(),
  visits: visits(),
  applications: applications(),
  leases: liveLeases(),
})
