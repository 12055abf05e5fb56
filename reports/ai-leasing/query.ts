import { measureOf, measuresFor, prospectStages } from '@leaselight/engine'
import { aiLeasing } from './report'

export default measuresFor(aiLeasing, (context) => {
  const all = measureOf(prospectStages(context)).onOwnDay().of('prospects')
  const [ai, other] = [all.where`by_ai`, all.where`NOT by_ai`]
  return {
    aiProspects: ai,
    otherProspects: other,
    aiAppointments: ai.where`booked`,
    otherAppointments: other.where`booked`,
    aiVisits: ai.where`visited`,
    otherVisits: other.where`visited`,
    aiApplications: ai.where`applied`,
    otherApplications: other.where`applied`,
    aiLeases: ai.where`leased`,
    otherLeases: other.where`leased`,
  }
})
