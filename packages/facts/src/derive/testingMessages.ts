import type { Facts } from '../client/facts'
import type { PeopleWorld } from './testing'

/** How many messages each property had on each day, of each kind, without those of deleted people; also the removed one. */
export function messageCounts(world: PeopleWorld): object[] {
  const counted = new Map<string, number>()
  for (const { entity, fact } of world.all()) {
    if (entity !== 'messages') continue
    const person = world.latest('prospects', fact.prospect_id)
    if (person?.deleted) continue
    const { property_id, direction, origin, channel, sent_at = '' } = fact
    const who = person?.not_a_prospect ? 1 : 0
    const row = [world.dayOf(fact, sent_at), property_id, direction, origin, channel, who].join(' ')
    counted.set(row, (counted.get(row) ?? 0) + 1)
  }
  return [...counted].map(([row, messages]) => ({ row, messages })).sort((a, b) => (a.row < b.row ? -1 : 1))
}

/** The same as the table has it. */
export const storedMessageCounts = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT concat(toString(sent_day), ' ', toString(property_id), ' ', direction, ' ', origin, ' ', channel, ' ',
       toString(not_a_prospect)) AS row, toInt32(messages) AS messages
     FROM message_counts FINAL WHERE company_id = 1 ORDER BY row`,
  )
