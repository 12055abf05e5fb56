import { appointments, calls, liveLeases, messages, prospects, setsFor, visits } from '@leaselight/engine'
import { activity } from './report'

const written = () => messages().where`direction = 'outbound' AND origin = 'agent'`

export default setsFor(activity, {
  leads: prospects().of('everyone'),
  prospects: prospects().of('prospects'),
  referrals: prospects().of('everyone').where`is_referral`,
  qualification: prospects().dated('qualified_at'),
  email: written().where`channel = 'email'`,
  text: written().where`channel = 'text'`,
  facebook: written().where`channel = 'facebook'`,
  bulkEmail: messages().where`channel = 'email' AND direction = 'outbound' AND origin IN ('bulk', 'drip')`,
  call: calls().where`direction = 'outbound' AND handled_by = 'agent'`,
  appointments: appointments().where`status NOT IN ('cancelled-renter', 'cancelled-manager')`,
  visits: visits(),
  walkIn: visits().where`appointment_id = 0`,
  shows: visits().where`unit_shown`,
  leases: liveLeases(),
})
