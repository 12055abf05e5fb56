import { calls, measuresFor } from '@leaselight/engine'
import { callIntelligenceAgent } from './report'

const answered = calls().where`direction = 'inbound' AND outcome = 'answered' AND handled_by = 'agent'`

export default measuresFor(callIntelligenceAgent, {
  answered,
  talkTime: answered.sum('duration_seconds'),
  scored: answered.where`score IS NOT NULL`,
  score: answered.where`score IS NOT NULL`.average('score'),
  appointments: answered.where`appointment_id != 0`,
})
