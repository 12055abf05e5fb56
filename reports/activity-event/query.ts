import { measuresFor } from '@leaselight/engine'
import { activityMeasures } from '../activity/query'
import { activityEvent } from './report'

/** Counted like Activity; the definition limits it to the days of events. */
export default measuresFor(activityEvent, activityMeasures)
