import { measureOf, measuresFor, recordTypes } from '@leaselight/engine'
import { sessions } from './report'

export default measuresFor(sessions, () => {
  const all = measureOf(recordTypes.webSessions)
  return {
    sessions: all,
    pageViews: all.sum('page_views'),
    // Whom no file has brought yet is no lead.
    leads: all.of('everyone').withProspect().where`of_prospect != 0`.byProspect(),
  }
})
