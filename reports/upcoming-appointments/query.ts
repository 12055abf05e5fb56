import { measureOf, measuresFor, recordTypes, withProspectFieldsIfNeeded } from '@leaselight/engine'
import { upcomingAppointments } from './report'

export default measuresFor(upcomingAppointments, ({ filters }) => {
  const scheduled = measureOf(withProspectFieldsIfNeeded(recordTypes.appointments, filters)).where`status = 'scheduled'`
  return {
    scheduled,
    inPerson: scheduled.where`tour_type = 'in-person'`,
    selfGuided: scheduled.where`tour_type = 'self-guided'`,
    liveVideo: scheduled.where`tour_type = 'live-video'`,
    bookedByAgent: scheduled.where`booked_by = 'agent'`,
    bookedByProspect: scheduled.where`booked_by = 'prospect'`,
    bookedByAi: scheduled.where`booked_by = 'ai'`,
  }
})
