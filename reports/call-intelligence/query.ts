import { comparedDay, kinds, recordsOf, setsFor } from '@leaselight/engine'
import { callIntelligence } from './report'

export default setsFor(callIntelligence, (context) => {
  const days = { ...kinds.calls, keys: { date: comparedDay('started_day', context) } }
  const inbound = recordsOf(days).where`direction = 'inbound'`
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
