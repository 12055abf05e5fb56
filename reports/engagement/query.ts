import { engagementAtClosings, engagementNow, recordsOf, setsFor } from '@leaselight/engine'
import { engagement } from './report'

export default setsFor(engagement, (context) => {
  const closing = recordsOf(engagementAtClosings(context))
  const recent = recordsOf(engagementNow(context))
  return {
    green: closing.where`state = 'green'`,
    yellow: closing.where`state = 'yellow'`,
    red: closing.where`state = 'red'`,
    recentGreen: recent.where`state = 'green'`,
    recentYellow: recent.where`state = 'yellow'`,
    recentRed: recent.where`state = 'red'`,
  }
})
