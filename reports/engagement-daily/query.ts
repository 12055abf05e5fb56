import { engagementAtClosings, measureOf, measuresFor, type QueryContext, raw, type Sql, sql } from '@leaselight/engine'
import { daysBetween } from '@leaselight/model'
import { engagementDaily } from './report'

export default measuresFor(engagementDaily, (context) => {
  const closing = measureOf({ ...engagementAtClosings(context), keys: { date: alignedClosingDay(context) } })
  return {
    green: closing.where`state = 'green'`,
    yellow: closing.where`state = 'yellow'`,
    red: closing.where`state = 'red'`,
  }
})

/** Days of the prior period stand in the rows of the days they are compared with. */
function alignedClosingDay({ current, prior }: QueryContext): Sql {
  const apart = current && prior ? daysBetween(prior.start, current.start) : 0
  if (!current || apart === 0) return raw('toString(stood_day)')
  return sql`toString(if(stood_day < toDate32(${current.start}), addDays(stood_day, ${apart}), stood_day))`
}
