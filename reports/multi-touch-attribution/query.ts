import { measureOf, measuresFor, prospectTouches } from '@leaselight/engine'
import { multiTouchAttribution } from './report'

export default measuresFor(multiTouchAttribution, (context) => {
  const all = measureOf(prospectTouches(context)).dated('created_at').onOwnDay().of('prospects')
  const of = (touch: string) => {
    const prospects = all.where`touch = ${touch}`
    return { prospects, leases: prospects.where`leased`, visits: prospects.where`visited` }
  }
  const [single, first, later] = [of('single'), of('first'), of('later')]
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
