import { appointments, measuresFor } from '@leaselight/engine'
import { upcomingAppointments } from './report'

const scheduled = appointments().where`status = 'scheduled'`

export default measuresFor(upcomingAppointments, {
  scheduled,
  inPerson: scheduled.where`tour_type = 'in-person'`,
  selfGuided: scheduled.where`tour_type = 'self-guided'`,
  liveVideo: scheduled.where`tour_type = 'live-video'`,
  bookedByAgent: scheduled.where`booked_by = 'agent'`,
  bookedByProspect: scheduled.where`booked_by = 'prospect'`,
  bookedByAi: scheduled.where`booked_by = 'ai'`,
})
