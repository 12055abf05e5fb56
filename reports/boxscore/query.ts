import {
  applications as allApplications,
  calls,
  keptAppointments,
  type Measure,
  measureOf,
  measuresFor,
  messages,
  prospects,
  recordTypes,
  visits,
} from '@leaselight/engine'
import { boxscore } from './report'

export default measuresFor(
  boxscore,
  ({ filters }) => {
    // A prospect that isn't known (yet) has no first contact that another could follow.
    const inbound = (measure: Measure) =>
      measure.withProspect().where`direction = 'inbound' AND of_prospect != 0 AND NOT ${filters.firstContactOnly}`
    const applications = allApplications()
    const leases = measureOf(recordTypes.leases).where`kind = 'new'`
    return {
      leads: prospects().of('everyone'),
      prospects: prospects().of('prospects'),
      returnMessages: inbound(messages()).where`sent_at > prospect_created_at`,
      returnCalls: inbound(calls()).where`started_at > prospect_created_at`,
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
