import { engagementAtClosings, measureOf, measuresFor } from '@leaselight/engine'
import { engagementDaily } from './report'

export default measuresFor(engagementDaily, (context) => {
  const closing = measureOf(engagementAtClosings(context))
  return {
    green: closing.where`state = 'green'`,
    yellow: closing.where`state = 'yellow'`,
    red: closing.where`state = 'red'`,
  }
})
