import { measureOf, measuresFor } from '@leaselight/engine'
import { callConversions } from './followed'
import { callIntelligenceConversions } from './report'

export default measuresFor(callIntelligenceConversions, (context) => {
  const calls = measureOf(callConversions(context))
  return {
    totalCalls: calls,
    appointments: calls.where`booked`,
    visits: calls.where`toured`,
    leases: calls.where`signed`,
  }
})
