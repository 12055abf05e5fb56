import { measureOf, measuresFor, prospectTouches, raw, type Sql } from '@leaselight/engine'
import { multiTouchAttribution } from './report'

export default measuresFor(multiTouchAttribution, (context) => {
  const all = measureOf(prospectTouches(context)).dated('created_at').onOwnDay().of('prospects')
  const of = (touched: Sql) => {
    const prospects = all.where`${touched}`
    return { prospects, leases: prospects.where`leased`, visits: prospects.where`visited` }
  }
  const [single, first, later] = [of(raw('alone')), of(raw('NOT alone AND place = 1')), of(raw('place > 1'))]
  return {
    singleProspects: single.prospects,
    singleLeases: single.leases,
    singleVisits: single.visits,
    firstProspects: first.prospects,
    firstLeases: first.leases,
    firstVisits: first.visits,
    laterProspects: later.prospects,
    laterLeases: later.leases,
    laterVisits: later.visits,
    totalProspects: all.byProspect(),
    totalLeases: all.where`leased`.byProspect(),
    totalVisits: all.where`visited`.byProspect(),
  }
})
