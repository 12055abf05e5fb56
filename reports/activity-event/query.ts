import { measuresFor } from '@leaselight/engine'
import { activityByEvent } from '../activity/query'
import { activityEvent } from './report'

export default measuresFor(activityEvent, activityByEvent)
