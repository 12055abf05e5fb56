import { measuresFor } from '@leaselight/engine'
import { activityMeasures } from '../activity/query'
import { activityEvent } from './report'

/** Counted as Activity is; the definition keeps it to the days of events. */
export default measuresFor(activityEvent, activityMeasures)
