import { adSpending, attributionCredits, measureOf, measuresFor, raw } from '@leaselight/engine'
import { attributions } from './report'

export default measuresFor(attributions, (context) => {
  const credits = measureOf(attributionCredits(context)).of('prospects')
  return {
    conversions: credits.distinct('id'),
    first: credits.sum('first'),
    last: credits.sum('last'),
    linear: credits.sum('linear'),
    position: credits.sum('position'),
    decay: credits.sum('decay'),
    spend: measureOf(adSpending(context)).dated('spent_at').onOwnDay().sum(raw('amount')),
  }
})
