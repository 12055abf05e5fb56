import { endingLeases, measureOf, measuresFor } from '@leaselight/engine'
import { renewals } from './report'

export default measuresFor(renewals, (context) => {
  const ending = measureOf(endingLeases(context)).on('ends_on')
  const renewed = ending.where`outcome = 'renewed'`
  return {
    expiring: ending,
    renewed,
    movedOut: ending.where`outcome = 'moved out'`,
    notice: ending.where`outcome = 'notice'`,
    undecided: ending.where`outcome = 'undecided'`,
    oldRent: renewed.sum('monthly_rent'),
    newRent: renewed.sum('new_rent'),
    daysLeft: ending.shared('days_left'),
  }
})
