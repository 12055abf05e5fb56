import { appointments as allAppointments, measuresFor } from '@leaselight/engine'
import { appointments } from './report'

export default measuresFor(appointments, ({ now }) => {
  const past = allAppointments().where`toUnixTimestamp64Milli(starts_at) <= ${now.getTime()}`
  return {
    total: past,
    completed: past.where`status = 'completed'`,
    noShow: past.where`status = 'no-show'`,
    cancelledRenter: past.where`status = 'cancelled-renter'`,
    cancelledManager: past.where`status = 'cancelled-manager'`,
    unresolved: past.where`status = 'scheduled'`,
  }
})
