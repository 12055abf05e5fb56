import { measureOf, measuresFor, recordTypes } from '@leaselight/engine'
import { sessions } from './report'

export default measuresFor(sessions, ({ companyId }) => {
  const all = measureOf(recordTypes.webSessions)
  return {
    sessions: all,
    pageViews: all.sum('page_views'),
    // Whom no file has brought yet is no lead.
    leads: all.of('everyone')
      .where`prospect_id IN (SELECT id FROM prospects FINAL WHERE company_id = ${companyId})`.byProspect(),
  }
})
