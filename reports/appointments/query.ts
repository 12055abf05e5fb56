import { appointments as allAppointments, measuresFor } from '@leaselight/engine'
import { filters } from '@leaselight/model'
import { appointments } from './report'

export default measuresFor(
  appointments,
  ({ now }) => {
    const past = allAppointments().where`toUnixTimestamp64Milli(starts_at) <= ${now.getTime()}`
    return {
      total: past,
      completed: past.where`status = 'completed'`,
      noShow: past.where`status = 'no-show'`,
      cancelledRenter: past.where`status = 'cancelled-renter'`,
      cancelledManager: past.where`status = 'cancelled-manager'`,
      unresolved: past.where`status = 'scheduled'`,
    }
  },
  undefined,
  (context) => {
    const { label, initial, isSame } = filters.dateRangeFuture
    return isSame(context.filters.dateRangeFuture, initial)
      ? []
      : [`${label} sets the days of Upcoming appointments. This report counts past ones.`]
  },
)
