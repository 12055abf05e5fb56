import { factsAfterDrips, measuresFor, messages } from '@leaselight/engine'
import { dripCampaign } from './report'

export default measuresFor(dripCampaign, (context) => {
  const sent = messages().where`direction = 'outbound' AND origin = 'drip'`
  const after = (what: Parameters<typeof factsAfterDrips>[0]) => factsAfterDrips(what, context).distinct('id')
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
