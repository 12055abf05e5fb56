import { factsAfterDrips, type Measure, measureOf, measuresFor, recordTypes, sql } from '@leaselight/engine'
import { dripCampaign } from './report'

export default measuresFor(dripCampaign, (context) => {
  const { companyId, filters } = context
  const chosen = [
    ...(filters.dripCampaignStatuses === 'all'
      ? []
      : [filters.dripCampaignStatuses === 'archived' ? sql`is_archived` : sql`NOT is_archived`]),
    ...(filters.triggerTypes.length > 0 ? [sql`trigger_type IN ${filters.triggerTypes}`] : []),
  ]
  const ofChosen = (set: Measure): Measure =>
    chosen.reduce<Measure>(
      (kept, condition) =>
        kept.where`campaign_id IN (SELECT id FROM campaigns FINAL WHERE company_id = ${companyId} AND ${condition})`,
      set,
    )
  const sent = ofChosen(measureOf(recordTypes.messages)).where`direction = 'outbound' AND origin = 'drip'`
  const after = (what: Parameters<typeof factsAfterDrips>[0]) =>
    ofChosen(measureOf(factsAfterDrips(what, context))).distinct('id')
  return {
    enrolled: sent.byProspect(),
    sent,
    delivered: sent.where`delivered_at IS NOT NULL`,
    opened: sent.where`opened_at IS NOT NULL`,
    clicked: sent.where`clicked_at IS NOT NULL`,
    replied: sent.where`replied_at IS NOT NULL`,
    optedOut: sent.where`opted_out_at IS NOT NULL`,
    appointments: after('appointments'),
    visits: after('visits'),
    leases: after('leases'),
  }
})
