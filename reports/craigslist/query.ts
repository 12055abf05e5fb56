import { factsByListing, instantSql, LIVE_LEASE, measureOf, measuresFor, raw, recordTypes } from '@leaselight/engine'
import { craigslist } from './report'

export default measuresFor(craigslist, (context) => {
  const now = instantSql(context.now)
  const posted = measureOf(recordTypes.listings)
  return {
    posted,
    live: posted.where`removed_at IS NULL OR removed_at > ${now}`,
    archived: posted.where`removed_at <= ${now}`,
    flagged: posted.where`flagged_at <= ${now}`,
    leads: measureOf(factsByListing('prospects', context)).of('everyone'),
    visits: measureOf(factsByListing('visits', context)),
    leases: measureOf(factsByListing('leases', context)).where`${raw(LIVE_LEASE)}`,
  }
})
