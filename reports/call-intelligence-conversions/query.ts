import { recordsOf, setsFor } from '@leaselight/engine'
import { followedCalls } from './followed'
import { callIntelligenceConversions } from './report'

export default setsFor(callIntelligenceConversions, (context) => {
  const calls = recordsOf(followedCalls(context))
  return {
    totalCalls: calls,
    appointments: calls.where`booked`,
    visits: calls.where`toured`,
    leases: calls.where`signed`,
  }
})
