import { alignedDay, measureOf, measuresFor, recordTypes } from '@leaselight/engine'
import { callIntelligence } from './report'

export default measuresFor(callIntelligence, (context) => {
  const days = { ...recordTypes.calls, keys: { date: alignedDay('started_day', context) } }
  const inbound = measureOf(days).where`direction = 'inbound'`
  const answered = inbound.where`outcome = 'answered'`
  return {
    totalCalls: inbound,
    answered,
    missed: inbound.where`outcome = 'missed'`,
    talkTime: answered.sum('duration_seconds'),
    score: inbound.where`score IS NOT NULL`.average('score'),
    appointments: inbound.where`appointment_id != 0`,
  }
})
