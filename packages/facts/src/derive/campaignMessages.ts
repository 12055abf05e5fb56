import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type Keys, LONG_AGO, ofCompany, ofThesePeople, readOfPeople } from './narrow'
import { ofProspects, type PeopleTouch, peopleNamedBy } from './people'
import { type PeopleMark, selectMarked } from './peopleTable'

/** The condition for a message that a campaign sent. */
export const SENT_BY_CAMPAIGN = `direction = 'outbound' AND origin = 'drip'`

/** The days after a message in which what its prospect does is owed to it. */
export const OUTCOME_DAYS = 14

/** What people do after a message of a campaign: the records, when each happened, and which of them count. */
export const CAMPAIGN_OUTCOMES = {
  appointments: { at: 'created_at', when: KEPT_APPOINTMENT },
  visits: { at: 'visited_at', when: '1' },
  leases: { at: 'signed_at', when: LIVE_LEASE },
} as const satisfies Partial<Record<EntityName, { at: string; when: string }>>

export type CampaignOutcome = keyof typeof CAMPAIGN_OUTCOMES

/** Rows name an outcome by its index here. */
export const campaignOutcomes = Object.keys(CAMPAIGN_OUTCOMES) as CampaignOutcome[]

/** What is kept of a message: everything by which campaigns are counted. */
const MESSAGE_COLUMNS = [
  ...['sent_day', 'property_id', 'prospect_id', 'agent_id', 'direction', 'origin', 'campaign_id', 'step', 'sent_at'],
  ...['sent_offset', 'delivered_at', 'opened_at', 'clicked_at', 'replied_at', 'opted_out_at'],
] as const

/** The columns that `campaign_messages` keeps, with their types. */
export const CAMPAIGN_MESSAGE_TYPES: Readonly<Record<string, string>> = {
  ...typesOfColumns('messages', MESSAGE_COLUMNS),
  /** What its prospect did within two weeks after it: the place among `CAMPAIGN_OUTCOMES`, and the record's id and agent. */
  outcomes: 'Array(Tuple(outcome UInt8, id UInt64, agent_id UInt64))',
  /** The day of the person's message before this one; long ago when there is none. */
  previous_day: 'Date32',
  /** The same of messages of the same campaign. Campaigns that are not there count as one. */
  previous_in_campaign: 'Date32',
  /** The person where campaigns sent them messages of several properties, otherwise 0. */
  elsewhere_id: 'UInt64',
  not_a_prospect: 'UInt8',
}

/** The condition that an outcome happened in time after a message. */
export const isInTime = (happened: string, sent: string): string =>
  `${happened} > ${sent} AND ${happened} <= ${sent} + toIntervalHour(${OUTCOME_DAYS * 24})`

const sentIn = (companyId: number): string => `company_id = ${Math.trunc(companyId)} AND ${SENT_BY_CAMPAIGN}`

const marked = (companyId: number, mark: PeopleMark): string => `(${selectMarked(companyId, mark)})`

const propertiesOf = (companyId: number): string => `(SELECT id FROM properties FINAL WHERE ${ofCompany(companyId)})`

/** The columns that depend on all messages of a message's person. */
const BESIDE = ['previous_day', 'previous_in_campaign', 'elsewhere_id', 'not_a_prospect'] as const

/** These columns, worked out. */
function beside(companyId: number): string {
  const campaigns = `(SELECT id FROM campaigns FINAL WHERE ${ofCompany(companyId)})`
  const before = (partition: string) =>
    `lagInFrame(sent_day, 1, ${LONG_AGO}) OVER (PARTITION BY ${partition} ORDER BY sent_day, id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`
  const bound = (aggregate: string) => `${aggregate}(property_id) OVER (PARTITION BY prospect_id)`
  const values: Record<(typeof BESIDE)[number], string> = {
    previous_day: before('prospect_id'),
    previous_in_campaign: before(`prospect_id, if(campaign_id IN ${campaigns}, campaign_id, 0)`),
    elsewhere_id: `if(${bound('min')} != ${bound('max')}, prospect_id, 0)`,
    not_a_prospect: `toUInt8(prospect_id IN ${marked(companyId, 'noProspect')})`,
  }
  return BESIDE.map((name) => `${values[name]} AS ${name}`).join(', ')
}

/**
 * The rows of `campaign_messages` of some people: every message that campaigns sent them, because each tells of the one before.
 * Those of deleted people have none.
 */
export function campaignMessageRows(companyId: number, people: Keys): string {
  const read = readOfPeople(companyId, people)
  const sent = `SELECT known.* FROM (
      SELECT id, ${MESSAGE_COLUMNS.join(', ')} FROM ${read('messages')} WHERE ${sentIn(companyId)}
        AND property_id IN ${propertiesOf(companyId)} AND prospect_id NOT IN ${marked(companyId, 'deleted')}) AS known
    ${ofThesePeople(people, 'known.prospect_id')}`
  const outcomes = campaignOutcomes.map(
    (outcome, place) =>
      `SELECT prospect_id, ${CAMPAIGN_OUTCOMES[outcome].at} AS happened_at, toUInt8(${place}) AS outcome, id, agent_id FROM ${read(outcome)}
      WHERE ${ofProspects(companyId)} AND (${CAMPAIGN_OUTCOMES[outcome].when})`,
  )
  // The engine keeps the right side in memory: what people did, which is less than what campaigns sent.
  return `SELECT id AS message_id, ${MESSAGE_COLUMNS.join(', ')}, ${BESIDE.join(', ')},
  arraySort(arrayMap(one -> (one.2, one.3, one.4), arrayFilter(one -> ${isInTime('one.1', 'sent_at')}, theirs.done))) AS outcomes
FROM (SELECT id, ${MESSAGE_COLUMNS.join(', ')}, ${beside(companyId)} FROM (${sent})) AS messages
LEFT JOIN (
  SELECT every.prospect_id AS person, groupArray((happened_at, outcome, id, agent_id)) AS done
  FROM (${outcomes.join('\nUNION ALL ')}) AS every ${ofThesePeople(people, 'every.prospect_id')} GROUP BY person
) AS theirs ON theirs.person = messages.prospect_id`
}

/** SELECTs of all people who have messages of campaigns, or had any. */
export const everyCampaignPerson = (companyId: number): string[] => [
  `SELECT prospect_id FROM messages FINAL WHERE ${sentIn(companyId)}`,
  `SELECT prospect_id FROM campaign_messages WHERE ${ofCompany(companyId)}`,
]

const outcomeNumbers = new Map<EntityName, number>(campaignOutcomes.map((outcome, number) => [outcome, number]))

/** Whose rows may differ. */
export const campaignTouch: PeopleTouch = {
  conditions: { messages: SENT_BY_CAMPAIGN, ...Object.fromEntries(campaignOutcomes.map((outcome) => [outcome, '1'])) },
  former: (companyId, changed) => {
    const isIn = [...changed].map(([entity, { ids }]) =>
      entity === 'messages'
        ? `message_id IN ${ids}`
        : `arrayExists(one -> one.1 = ${outcomeNumbers.get(entity)} AND one.2 IN ${ids}, outcomes)`,
    )
    return `SELECT prospect_id FROM campaign_messages WHERE ${ofCompany(companyId)} AND (${isIn.join(' OR ')})`
  },
  otherwise: (companyId, entity, { ids }) => {
    const sentTo = (column: string) =>
      `SELECT prospect_id FROM messages FINAL WHERE ${sentIn(companyId)} AND ${column} IN ${ids}`
    // Nothing but a prospect's mark matters, and those who never had one are as before.
    if (entity === 'prospects')
      return `SELECT id AS prospect_id FROM prospect_marks WHERE ${ofCompany(companyId)} AND id IN ${ids}`
    if (entity === 'campaigns') return sentTo('campaign_id')
    const doneAt = campaignOutcomes.map((one) => peopleNamedBy(companyId, one, `property_id IN ${ids}`))
    return [sentTo('property_id'), ...doneAt].join('\nUNION DISTINCT ')
  },
}
