import type { Facts } from '../client/facts'
import type { Fact, PeopleWorld } from './testing'

const FORTNIGHT = 14 * 24 * 3_600_000

/** When a record was what a message can lead to; not a number for what isn't. */
function outcomeAt(entity: string, fact: Fact): number {
  switch (entity) {
    case 'appointments':
      return fact.status?.startsWith('cancelled') ? Number.NaN : Date.parse(fact.created_at ?? '')
    case 'visits':
      return Date.parse(String(fact.visited_at))
    case 'leases':
      return fact.kind === 'new' && !fact.cancelled_at ? Date.parse(fact.signed_at ?? '') : Number.NaN
    default:
      return Number.NaN
  }
}

/** Every message of a campaign, with what its prospect did within two weeks after it. */
export function campaignMessages(world: PeopleWorld): object[] {
  const records = world.shown()
  const isSent = ({ direction, origin, prospect_id }: Fact) =>
    direction === 'outbound' && origin === 'drip' && !world.latest('prospects', prospect_id)?.deleted
  const messages = records.flatMap(({ entity, fact }) => (entity === 'messages' && isSent(fact) ? fact : []))
  const place = ({ property_id, sent_at = '', id }: Fact) => `${world.dayOf({ property_id }, sent_at)} ${id}`
  const lastDay = (before: Fact[]) => before.map(place).sort().at(-1)?.split(' ')[0] ?? '1900-01-01'
  return messages
    .map((fact) => {
      const { id, property_id, prospect_id, step, delivered_at, sent_at = '' } = fact
      const sent = Date.parse(sent_at)
      const theirs = messages.filter((other) => other.prospect_id === prospect_id)
      const earlier = theirs.filter((other) => place(other) < place(fact))
      const campaignOf = (one: Fact) => (world.hasCampaign(one.campaign_id) ? one.campaign_id : 0)
      const outcomes = records
        .filter(({ entity, fact }) => {
          const at = outcomeAt(entity, fact)
          return fact.prospect_id === prospect_id && at > sent && at <= sent + FORTNIGHT
        })
        .map(({ entity, fact }) => `${entity} ${fact.id}`)
      const on_day = world.dayOf({ property_id }, sent_at)
      const was_delivered = delivered_at === undefined ? 0 : 1
      return {
        ...{ message_id: id, property_id, prospect_id, on_day, step, was_delivered, outcomes: outcomes.sort() },
        previous: lastDay(earlier),
        in_campaign: lastDay(earlier.filter((other) => campaignOf(other) === campaignOf(fact))),
        elsewhere_id: theirs.some((other) => other.property_id !== property_id) ? prospect_id : 0,
        not_a_prospect: world.latest('prospects', prospect_id)?.not_a_prospect ? 1 : 0,
      }
    })
    .sort((a, b) => a.message_id - b.message_id)
}

/** The messages of campaigns as the table keeps them. */
export const storedCampaignMessages = (facts: Facts): Promise<object[]> =>
  facts.query<object>(
    `SELECT message_id, property_id, prospect_id, toString(sent_day) AS on_day, step, toUInt8(isNotNull(delivered_at)) AS was_delivered,
       arraySort(arrayMap(one -> concat(['appointments', 'visits', 'leases'][one.1 + 1], ' ', toString(one.2)), outcomes)) AS outcomes,
       toString(previous_day) AS previous, toString(previous_in_campaign) AS in_campaign, elsewhere_id, not_a_prospect
     FROM campaign_messages FINAL WHERE company_id = 1 ORDER BY message_id`,
  )
