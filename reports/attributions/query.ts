import { type RecordSet, raw, recordsOf, setsFor } from '@leaselight/engine'
import { spending } from '../ad-spend/spending'
import { creditedTouches } from './credited'
import { attributions } from './report'

export default setsFor(attributions, (context) => {
  const { sourceNames } = context.filters
  // Rows that are hidden take their credits with them; the credits of the others stay as they are.
  const shown = (set: RecordSet): RecordSet =>
    sourceNames.length > 0 ? set.where`if(trimBoth(source) = '', 'Unknown', trimBoth(source)) IN ${sourceNames}` : set
  const credits = shown(recordsOf(creditedTouches(context)).of('prospects'))
  return {
    conversions: credits.distinct('id'),
    first: credits.sum('first'),
    last: credits.sum('last'),
    linear: credits.sum('linear'),
    position: credits.sum('position'),
    decay: credits.sum('decay'),
    spend: shown(recordsOf(spending(context)).dated('spent_at').onOwnDay()).sum(raw('amount')),
  }
})
