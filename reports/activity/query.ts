import { appointments, calls, liveLeases, measuresFor, messages, prospects, visits } from '@leaselight/engine'
import { activity } from './report'

const agentMessages = () => messages().where`direction = 'outbound' AND origin = 'agent'`

/** What both activity reports count. */
export const activityMeasures = {
  leads: prospects().of('everyone'),
  prospects: prospects().of('prospects'),
  referrals: prospects().of('everyone').where`is_referral`,
  qualification: prospects().dated('qualified_at'),
  email: agentMessages().where`channel = 'email'`,
  text: agentMessages().where`channel = 'text'`,
  facebook: agentMessages().where`channel = 'facebook'`,
  bulkEmail: messages().where`channel = 'email' AND direction = 'outbound' AND origin IN ('bulk', 'drip')`,
  call: calls().where`direction = 'outbound' AND handled_by = 'agent'`,
  appointments: appointments().where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
  visits: visits(),
  walkIn: visits().where`appointment_id = 0`,
  shows: visits().where`unit_shown`,
  leases: liveLeases(),
}

export default measuresFor(activity, activityMeasures)
