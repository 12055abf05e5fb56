import { measureOf, measuresFor, recordTypes, withOfficeHours } from '@leaselight/engine'
import { calls } from './report'

export default measuresFor(calls, ({ properties, current, prior }) => {
  const ranges = [current, prior].filter((range) => range !== null)
  const inbound = measureOf(withOfficeHours(recordTypes.calls, properties, ranges)).where`direction = 'inbound'`
  return {
    totalCalls: inbound,
    answered: inbound.where`outcome = 'answered'`,
    missed: inbound.where`outcome = 'missed'`,
    voicemail: inbound.where`outcome = 'voicemail'`,
    requestedText: inbound.where`outcome = 'requested-text'`,
    offHoursCalls: inbound.where`off_hours`,
  }
})
