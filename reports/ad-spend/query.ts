import { adSpending, liveLeases, measureOf, measuresFor, prospects, visits } from '@leaselight/engine'
import { adSpend } from './report'

export default measuresFor(adSpend, (context) => ({
  spend: measureOf(adSpending(context)).dated('spent_at').sum('amount'),
  leads: prospects().of('everyone'),
  prospects: prospects().of('prospects'),
  visits: visits(),
  leases: liveLeases(),
}))
