import { kinds, recordsOf, setsFor } from '@leaselight/engine'
import { sessions } from './report'

export default setsFor(sessions, ({ companyId }) => {
  const all = recordsOf(kinds.webSessions)
  return {
    sessions: all,
    pageViews: all.sum('page_views'),
    // Whom no file has brought yet is no lead.
    leads: all.of('everyone')
      .where`prospect_id IN (SELECT id FROM prospects FINAL WHERE company_id = ${companyId})`.byProspect(),
  }
})
