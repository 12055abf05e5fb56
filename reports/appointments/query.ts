import { kinds, knowingWhatIsAsked, recordsOf, setsFor } from '@leaselight/engine'
import { appointments } from './report'

export default setsFor(appointments, ({ filters, now }) => {
  const past = recordsOf(knowingWhatIsAsked(kinds.appointments, filters))
    .where`toUnixTimestamp64Milli(starts_at) <= ${now.getTime()}`
  return {
    total: past,
    completed: past.where`status = 'completed'`,
    noShow: past.where`status = 'no-show'`,
    cancelledRenter: past.where`status = 'cancelled-renter'`,
    cancelledManager: past.where`status = 'cancelled-manager'`,
    unresolved: past.where`status = 'scheduled'`,
  }
})
