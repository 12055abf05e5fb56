import { calls, measuresFor } from '@leaselight/engine'
import { callIntelligence } from './report'

const inbound = calls().where`direction = 'inbound'`
const answered = inbound.where`outcome = 'answered'`

export default measuresFor(callIntelligence, {
  totalCalls: inbound,
  answered,
  missed: inbound.where`outcome = 'missed'`,
  talkTime: answered.sum('duration_seconds'),
  scored: inbound.where`score IS NOT NULL`,
  score: inbound.where`score IS NOT NULL`.average('score'),
  appointments: inbound.where`appointment_id != 0`,
})
