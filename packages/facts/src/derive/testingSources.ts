import type { Facts } from '../client/facts'
import type { Fact, PeopleWorld } from './testing'

/** The touches of a prospect, each source at its first. */
const firstTouches = (touches: readonly Fact[]): { at: number; source: string }[] =>
  touches
    .map(({ id, touched_at = '', source = '' }) => ({ id, at: Date.parse(touched_at), source: source.trim() }))
    .sort((a, b) => a.at - b.at || a.id - b.id)
    .filter(({ source }, place, all) => all.findIndex((one) => one.source === source) === place)

/** Every source of each prospect who counts as one, in order, with what came of them. */
export function prospectSources(world: PeopleWorld): object[] {
  const shown = world.shown()
  return world
    .all()
    .filter(({ entity, fact }) => entity === 'prospects' && !fact.not_a_prospect)
    .sort((a, b) => a.fact.id - b.fact.id)
    .flatMap(({ fact: { id, property_id, created_at = '', source: own = '' } }) => {
      const records = shown.filter(({ entity, fact }) => entity !== 'prospects' && fact.prospect_id === id)
      const visits = records.filter(({ entity }) => entity === 'visits')
      const leases = records.filter(({ entity }) => entity === 'leases')
      const touches = records.filter(({ entity }) => entity === 'touches')
      const atCreation = { at: Date.parse(created_at), source: own.trim() }
      const sources = touches.length > 0 ? firstTouches(touches.map(({ fact }) => fact)) : [atCreation]
      return sources.map(({ at, source }, index) => ({
        ...{ prospect_id: id, property_id, on_day: world.dayOf({ property_id }, created_at) },
        ...{ touched: String(at), source, place: index + 1, alone: sources.length === 1 ? 1 : 0 },
        leased: leases.some(({ fact }) => fact.kind === 'new' && !fact.cancelled_at) ? 1 : 0,
        visited: visits.length > 0 ? 1 : 0,
        counted: index === 0 ? 1 + touches.length + visits.length + leases.length : 0,
      }))
    })
}

/** The sources of prospects as the table keeps them. */
export const storedSources = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, property_id, toString(created_day) AS on_day, toString(toUnixTimestamp64Milli(touched_at)) AS touched, toString(source) AS source, place, alone, leased, visited,
       toInt32(length(records)) AS counted
     FROM prospect_sources FINAL WHERE company_id = 1 ORDER BY prospect_id, place`,
  )
