import { callsByIntent, measureOf, measuresFor } from '@leaselight/engine'
import { callIntelligenceIntents } from './report'

export default measuresFor(callIntelligenceIntents, (context) => {
  const all = measureOf(callsByIntent(context)).dated('started_at')
  return {
    totalCalls: all,
    answered: all.where`outcome = 'answered'`,
    appointments: all.where`appointment_id != 0`,
    averageDuration: all.average('duration_seconds'),
  }
})
