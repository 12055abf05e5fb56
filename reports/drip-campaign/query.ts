import { campaignMessages, factsAfterDrips, hasValue, measuresFor } from '@leaselight/engine'
import { dripCampaign } from './report'

export default measuresFor(dripCampaign, (context) => {
  const sent = campaignMessages(context)
  const after = (what: Parameters<typeof factsAfterDrips>[0]) => factsAfterDrips(what, context).distinct('id')
  return {
    enrolled: sent.byProspect(),
    sent,
    delivered: sent.where`${hasValue('delivered_at')}`,
    opened: sent.where`${hasValue('opened_at')}`,
    clicked: sent.where`${hasValue('clicked_at')}`,
    replied: sent.where`${hasValue('replied_at')}`,
    optedOut: sent.where`${hasValue('opted_out_at')}`,
    appointments: after('appointments'),
    visits: after('visits'),
    leases: after('leases'),
  }
})
