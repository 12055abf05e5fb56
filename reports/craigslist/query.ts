import { instant, kinds, recordsOf, setsFor } from '@leaselight/engine'
import { ofListings } from './brought'
import { craigslist } from './report'

export default setsFor(craigslist, (context) => {
  const now = instant(context.now)
  const posted = recordsOf(kinds.listings)
  return {
    posted,
    live: posted.where`removed_at IS NULL OR removed_at > ${now}`,
    archived: posted.where`removed_at <= ${now}`,
    flagged: posted.where`flagged_at <= ${now}`,
    leads: recordsOf(ofListings('prospects', context)).of('everyone'),
    visits: recordsOf(ofListings('visits', context)),
    leases: recordsOf(ofListings('leases', context)).where`kind = 'new' AND cancelled_at IS NULL`,
  }
})
