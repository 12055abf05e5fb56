import { measuresFor, prospects, reachedStage } from '@leaselight/engine'
import { conversions } from './report'

export default measuresFor(conversions, (context) => ({
  prospects: prospects().of('prospects'),
  appointments: reachedStage('appointment', context),
  visits: reachedStage('visit', context),
  applications: reachedStage('application', context),
  leases: reachedStage('lease', context),
}))
