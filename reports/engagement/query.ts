import { engagementAtClosings, engagementNow, measureOf, measuresFor } from '@leaselight/engine'
import { engagement } from './report'

export default measuresFor(engagement, (context) => {
  const closing = measureOf(engagementAtClosings(context))
  const recent = measureOf(engagementNow(context))
  return {
    green: closing.where`state = 'green'`,
    yellow: closing.where`state = 'yellow'`,
    red: closing.where`state = 'red'`,
    recentGreen: recent.where`state = 'green'`,
    recentYellow: recent.where`state = 'yellow'`,
    recentRed: recent.where`state = 'red'`,
  }
})
