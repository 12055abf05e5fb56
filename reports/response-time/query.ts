import { measureOf, measuresFor, responseExchanges } from '@leaselight/engine'
import { responseTime } from './report'

export default measuresFor(responseTime, (context) => {
  const contacts = measureOf(responseExchanges(context))
  const answered = contacts.where`seconds IS NOT NULL`
  return {
    contacts,
    within30: answered.where`seconds <= 1800`,
    within120: answered.where`seconds > 1800 AND seconds <= 7200`,
    over120: answered.where`seconds > 7200`,
    never: contacts.where`seconds IS NULL`,
    average: answered.average('seconds'),
    median: answered.quantile(0.5, 'seconds'),
    p90: answered.quantile(0.9, 'seconds'),
  }
})
