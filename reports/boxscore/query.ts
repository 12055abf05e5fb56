import {
  applications as allApplications,
  keptAppointments,
  type Measure,
  measureOf,
  measuresFor,
  prospects,
  recordTypes,
  returnCalls,
  returnMessages,
  visits,
} from '@leaselight/engine'
import { boxscore } from './report'

export default measuresFor(
  boxscore,
  ({ filters }) => {
    const unlessFirst = (measure: Measure) => measure.where`NOT ${filters.firstContactOnly}`
    const applications = allApplications()
    const leases = measureOf(recordTypes.leases).where`kind = 'new'`
    return {
      leads: prospects().of('everyone'),
      prospects: prospects().of('prospects'),
      returnMessages: unlessFirst(returnMessages()),
      returnCalls: unlessFirst(returnCalls()),
      appointments: keptAppointments(),
      visits: visits(),
      applications,
      applicationsApproved: applications.where`status = 'approved'`.dated('status_at'),
      applicationsDenied: applications.where`status = 'denied'`.dated('status_at'),
      applicationsCancelled: applications.where`status = 'cancelled'`.dated('status_at'),
      leases,
      cancelledLeases: leases.dated('cancelled_at'),
    }
  },
  undefined,
  ({ filters, switches }) =>
    filters.showContactTypes && switches.rows !== 'agent'
      ? ['Show contact types opens the rows of agents. Rows are first contacts already.']
      : [],
)
