import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { KEPT_APPOINTMENT, LIVE_LEASE } from './live'
import { type About, CHANGED, type Read, readAll, readNear, readOf } from './narrow'
import { ofProspects } from './people'

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
}

/** The condition that an outcome happened in time after a message. */
export const isInTime = (happened: string, sent: string): string =>
  `${happened} > ${sent} AND ${happened} <= ${sent} + toIntervalHour(${OUTCOME_DAYS * 24})`

const sentIn = (companyId: number): string => `company_id = ${Math.trunc(companyId)} AND ${SENT_BY_CAMPAIGN}`

/**
 * The rows of `campaign_messages` of some messages.
 * @param keys a SELECT of their ids
 * @param few the same ids, where they are few
 */
export function campaignMessageRows(companyId: number, keys: string, few?: string): string {
  const company = Math.trunc(companyId)
  const readMessages = few ? readOf(companyId, `(${few})`) : readAll
  const people = `SELECT prospect_id FROM ${readMessages('messages')} WHERE company_id = ${company} AND id IN (${few})`
  const readOutcomes = few ? readNear(companyId, people) : readAll
  const sent = (
    columns: string,
  ) => `SELECT ${columns} FROM (SELECT * FROM ${readMessages('messages')} WHERE ${sentIn(companyId)}
      AND property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${company})) AS messages
    INNER JOIN (SELECT DISTINCT message_id FROM (${keys})) AS wanted ON wanted.message_id = messages.id`
  const done = campaignOutcomes.map(
    (outcome, place) =>
      `SELECT toUInt8(${place}) AS outcome, id, agent_id, prospect_id, ${CAMPAIGN_OUTCOMES[outcome].at} AS happened_at FROM ${readOutcomes(outcome)}
      WHERE ${ofProspects(companyId)} AND (${CAMPAIGN_OUTCOMES[outcome].when})`,
  )
  // The engine keeps the right side in memory: the messages of these keys, and the few that anything followed.
  return `SELECT ${['message_id', ...MESSAGE_COLUMNS].map((column) => `sent.${column} AS ${column}`).join(', ')}, followed.outcomes AS outcomes
FROM (${sent(`id AS message_id, ${MESSAGE_COLUMNS.map((column) => `messages.${column} AS ${column}`).join(', ')}`)}) AS sent
LEFT JOIN (
  SELECT of_message, arraySort(groupArray((outcome, id, agent_id))) AS outcomes
  FROM (${done.join('\nUNION ALL ')}) AS done
  INNER JOIN (${sent('id AS of_message, messages.prospect_id AS person, messages.sent_at AS sent_at')}) AS sent ON sent.person = done.prospect_id
  WHERE ${isInTime('happened_at', 'sent_at')} GROUP BY of_message
) AS followed ON followed.of_message = sent.message_id`
}

/** A SELECT of every message that a campaign sent, or had sent. */
export const allCampaignMessages = (companyId: number): string =>
  `SELECT id AS message_id FROM messages FINAL WHERE ${sentIn(companyId)}
    UNION DISTINCT SELECT message_id FROM campaign_messages WHERE company_id = ${Math.trunc(companyId)}`

/** A SELECT of the messages whose rows may differ after records of an entity changed. */
export function touchedCampaignMessages(companyId: number, entity: EntityName, { areNew, areFew }: About): string {
  const company = Math.trunc(companyId)
  const own = (column: string, read: Read = readAll) =>
    `SELECT id AS message_id FROM ${read('messages')} WHERE ${sentIn(companyId)} AND ${column} IN ${CHANGED}`
  const peopleOf = (outcome: CampaignOutcome, column: string, read: Read = readAll) =>
    `SELECT prospect_id FROM ${read(outcome)} WHERE company_id = ${company} AND prospect_id != 0 AND ${column} IN ${CHANGED}`
  const to = (people: string, read: Read = readAll) =>
    `SELECT id AS message_id FROM ${read('messages')} WHERE ${sentIn(companyId)} AND prospect_id IN (${people})`
  const readChanged = areFew ? readOf(companyId, CHANGED) : readAll
  const withStored = (now: string, condition: string) =>
    areNew
      ? now
      : `${now} UNION DISTINCT SELECT message_id FROM campaign_messages WHERE company_id = ${company} AND ${condition}`
  if (entity === 'messages') return withStored(own('id', readChanged), `message_id IN ${CHANGED}`)
  if (entity === 'properties')
    return [own('property_id'), ...campaignOutcomes.map((one) => to(peopleOf(one, 'property_id')))].join(
      '\nUNION DISTINCT ',
    )
  const outcome = campaignOutcomes.find((one) => one === entity)
  if (!outcome) throw new Error(`Messages of campaigns tell nothing of ${entity}.`)
  // A record that names another prospect now, or is gone, is in the rows of its former one.
  const inRow = `arrayExists(one -> one.1 = ${campaignOutcomes.indexOf(outcome)} AND one.2 IN ${CHANGED}, outcomes)`
  const people = peopleOf(outcome, 'id', readChanged)
  return withStored(to(people, areFew ? readNear(companyId, people) : readAll), inRow)
}
