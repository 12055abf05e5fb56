import { lostProspects, measureOf, measuresFor } from '@leaselight/engine'
import { lossReasons } from './report'

export default measuresFor(lossReasons, (context) => {
  const lost = measureOf(lostProspects(context)).dated('lost_at')
  return {
    lost,
    lostWaiting: lost.where`stage = 'waiting'`,
    lostBooked: lost.where`stage = 'appointment'`,
    lostVisited: lost.where`stage = 'visit'`,
    lostApplied: lost.where`stage = 'application'`,
    lostLeased: lost.where`stage = 'lease'`,
  }
})
