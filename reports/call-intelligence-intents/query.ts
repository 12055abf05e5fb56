import { callsByIntent, measureOf, measuresFor } from '@leaselight/engine'
import { callIntelligenceIntents } from './report'

export default measuresFor(callIntelligenceIntents, (context) => {
  const all = measureOf(callsByIntent(context)).dated('started_at')
  return {
    totalCalls: all.distinct('id'),
    answered: all.where`outcome = 'answered'`.distinct('id'),
    appointments: all.where`appointment_id != 0`.distinct('id'),
    averageDuration: all.averageOnce('id', 'duration_seconds'),
  }
})
