import { measureOf, measuresFor, unitLeases, unitMeasures, unitsAtPeriodEnds } from '@leaselight/engine'
import { dayAt } from '@leaselight/model'
import { boxscoreResident } from './report'

export default measuresFor(boxscoreResident, (context) => {
  const { companyId, properties, now, current, prior } = context
  // Nothing is known after each property's current date.
  const end = (last: string, timeZone: string) => [last, dayAt(now.getTime(), timeZone)].sort()[0] ?? last
  const ends = (['current', 'prior'] as const).flatMap((period) => {
    const range = period === 'current' ? current : prior
    return range
      ? [{ period, days: properties.map(({ id, timeZone }) => ({ id, day: end(range.end, timeZone) })) }]
      : []
  })
  const home = measureOf(unitsAtPeriodEnds(context, ends))
  const leases = measureOf(unitLeases).where`cancelled_at IS NULL`
  const unrenewed = leases.where`id NOT IN (
    SELECT previous_lease_id FROM leases FINAL WHERE company_id = ${companyId} AND kind = 'renewal' AND cancelled_at IS NULL)`
  return {
    moveIns: leases.on('moved_in_on'),
    moveOuts: leases.on('moved_out_on'),
    notices: unrenewed.on('notice_on'),
    renewals: leases.where`kind = 'renewal'`,
    transfers: leases.where`kind = 'transfer'`,
    ...unitMeasures(home),
    moveOutsDue30: home.where`notice AND leaves_on <= on_day + 30`,
    moveInsDue30: home.where`rented AND moves_in_on <= on_day + 30`,
    moveOutsDue60: home.where`notice AND leaves_on <= on_day + 60`,
    moveInsDue60: home.where`rented AND moves_in_on <= on_day + 60`,
  }
})
