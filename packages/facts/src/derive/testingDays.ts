import type { Facts } from '../client/facts'
import { type Fact, IDS, type PeopleWorld } from './testing'

/** When a record makes its person active; never for one that doesn't. */
export function activeAt(entity: string, fact: Fact): string | undefined {
  const ofAgent = (by: string | undefined) => fact.direction === 'inbound' || by === 'agent'
  switch (entity) {
    case 'prospects':
      return fact.created_at
    case 'messages':
      return ofAgent(fact.origin) ? fact.sent_at : undefined
    case 'calls':
      return ofAgent(fact.handled_by) ? fact.started_at : undefined
    case 'appointments':
      return fact.status?.startsWith('cancelled') ? undefined : fact.starts_at
    case 'visits':
      return String(fact.visited_at)
    case 'applications':
      return String(fact.submitted_at)
    case 'leases':
      return fact.kind === 'new' && !fact.cancelled_at ? fact.signed_at : undefined
    default:
      return undefined
  }
}

/** Every day on which a prospect whose own record is there was active at a property, also at the removed one. */
export function activeDays(world: PeopleWorld): object[] {
  const records = world.all()
  return Array.from({ length: IDS }, (_, at) => at + 1).flatMap((prospect_id) => {
    const own = records.find(({ entity, fact }) => entity === 'prospects' && fact.id === prospect_id)?.fact
    if (!own) return []
    const counted = new Map<string, number>()
    const returns = new Map<string, number>()
    for (const { entity, fact } of records) {
      const at = activeAt(entity, fact)
      if (!at || (entity === 'prospects' ? fact.id : fact.prospect_id) !== prospect_id) continue
      const place = `${fact.property_id} ${world.dayOf(fact, at)}`
      counted.set(place, (counted.get(place) ?? 0) + 1)
      const returned = fact.direction === 'inbound' && Date.parse(at) > Date.parse(own.created_at ?? '')
      if (returned) returns.set(`${entity} ${place}`, (returns.get(`${entity} ${place}`) ?? 0) + 1)
    }
    const places = [...counted.keys()].sort()
    const isElsewhere = new Set(places.map((place) => place.slice(0, 2))).size > 1
    return places.map((place, index) => {
      const [property, day] = place.split(' ')
      const before = places[index - 1]?.split(' ')
      return {
        ...{ prospect_id, property_id: Number(property), on_day: day },
        previous: before?.[0] === property ? before?.[1] : '1900-01-01',
        ...{
          is_elsewhere: isElsewhere ? 1 : 0,
          elsewhere_id: isElsewhere ? prospect_id : 0,
          not_a_prospect: own.not_a_prospect ? 1 : 0,
          first_contact_channel: own.first_contact_channel,
          return_messages: returns.get(`messages ${place}`) ?? 0,
          return_calls: returns.get(`calls ${place}`) ?? 0,
          counted: counted.get(place),
        },
      }
    })
  })
}

/** On which days prospects were active, as the table keeps it. */
export const storedDays = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT prospect_id, property_id, toString(day) AS on_day, toString(previous_day) AS previous, is_elsewhere, elsewhere_id,
       not_a_prospect, first_contact_channel, return_messages, return_calls, toInt32(length(records)) AS counted
     FROM prospect_days FINAL WHERE company_id = 1 ORDER BY prospect_id, property_id, on_day`,
  )
