import type { EntityName } from '@leaselight/contract'
import { typesOfColumns } from '../tables/columns'
import { CHANGED, LONG_AGO, ofCompany } from './narrow'
import { selectMarked } from './peopleTable'

/** The columns by which messages are counted, beside whether their person is a prospect. */
export const MESSAGE_GROUPS = ['sent_day', 'property_id', 'direction', 'origin', 'channel'] as const

/** The columns that `message_counts` keeps, with their types. */
export const MESSAGE_COUNT_TYPES: Readonly<Record<string, string>> = {
  ...typesOfColumns('messages', MESSAGE_GROUPS),
  not_a_prospect: 'UInt8',
  /** How many messages a row counts. */
  messages: 'UInt64',
}

/** Days are numbered, because the key of a derived table is a number. No message is older than the first. */
const numberOf = (day: string): string => `toUInt64(toInt32(${day}) - toInt32(${LONG_AGO}))`

/**
 * The rows of `message_counts` of some days: how many messages each property had, without those of deleted people. A
 * property's removal hides its rows, as it hides messages, and changes none of them.
 * @param days a SELECT of their numbers
 * @param few the same numbers, where they are few
 */
export function messageCountRows(companyId: number, days: string, few?: string): string {
  const company = Math.trunc(companyId)
  // PREWHERE before FINAL is correct here: its condition is on the key, and no version of a message at a place is left out.
  const near = few
    ? `PREWHERE (company_id, sent_day) IN (SELECT toUInt64(${company}), ${LONG_AGO} + arrayJoin([${few}]))`
    : ''
  return `SELECT ${['day_number', ...MESSAGE_GROUPS].join(', ')}, not_a_prospect, count() AS messages
FROM (
  SELECT ${numberOf('sent_day')} AS day_number, ${MESSAGE_GROUPS.join(', ')},
    prospect_id IN (${selectMarked(companyId, 'noProspect')}) AS not_a_prospect
  FROM messages FINAL ${near} WHERE ${ofCompany(companyId)} AND prospect_id NOT IN (${selectMarked(companyId, 'deleted')})
) AS messages
INNER JOIN (SELECT DISTINCT day_number AS of_day FROM (${days})) AS wanted ON wanted.of_day = messages.day_number
GROUP BY ${['day_number', ...MESSAGE_GROUPS].join(', ')}, not_a_prospect`
}

/** A SELECT of every day that has messages, or had. */
export const allMessageDays = (companyId: number): string =>
  `SELECT ${numberOf('sent_day')} AS day_number FROM messages FINAL WHERE ${ofCompany(companyId)}
    UNION DISTINCT SELECT day_number FROM message_counts WHERE ${ofCompany(companyId)}`

/** A SELECT of the days whose rows may differ after records of an entity changed. */
export function touchedMessageDays(companyId: number, entity: EntityName): string {
  const company = Math.trunc(companyId)
  // Every place where a message is, or was.
  if (entity === 'messages')
    return `SELECT ${numberOf('day')} AS day_number FROM record_keys
      WHERE entity = 'messages' AND scope IN (0, ${company}) AND id IN ${CHANGED}`
  // Of a prospect nothing but a mark matters, and those who never had one count as before. Without any no message is read.
  const withMarks = `SELECT id FROM prospect_marks WHERE ${ofCompany(companyId)} AND id IN ${CHANGED}`
  return `SELECT ${numberOf('sent_day')} AS day_number FROM messages
    WHERE ${ofCompany(companyId)} AND (SELECT count() FROM (${withMarks})) > 0 AND prospect_id IN (${withMarks})`
}
