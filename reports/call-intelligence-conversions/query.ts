import { callConversions, measureOf, measuresFor } from '@leaselight/engine'
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
