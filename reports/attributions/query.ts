import { adSpending, attributionCredits, type Measure, measureOf, measuresFor, raw } from '@leaselight/engine'
import { attributions } from './report'

export default measuresFor(attributions, (context) => {
  const { sourceNames } = context.filters
  // Rows that are hidden take their credits with them; the credits of the others stay as they are.
  const shown = (set: Measure): Measure =>
    sourceNames.length > 0 ? set.where`if(trimBoth(source) = '', 'Unknown', trimBoth(source)) IN ${sourceNames}` : set
  const credits = shown(measureOf(attributionCredits(context)).of('prospects'))
  return {
    conversions: credits.distinct('id'),
    first: credits.sum('first'),
    last: credits.sum('last'),
    linear: credits.sum('linear'),
    position: credits.sum('position'),
    decay: credits.sum('decay'),
    spend: shown(measureOf(adSpending(context)).dated('spent_at').onOwnDay()).sum(raw('amount')),
  }
})
