import type { QueryOptions } from '@leaselight/facts'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { raw, type Sql, sql } from '../plan/sql'
import type { OfPeople } from '../records/conditions'

/** A server takes 128 kB of ids at once. */
const IDS_AT_ONCE = 5_000

/** A prospect's name and contact details as imported; '' where unknown. */
export interface ProspectContact {
  id: number
  name: string
  phone: string
  email: string
}

/** The names, numbers, and addresses of a company's prospects, by id. */
export async function readProspectContacts(
  facts: QueryRunner,
  { companyId, peopleAtHand }: OfPeople,
  ids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, ProspectContact>> {
  const contacts = new Map<number, ProspectContact>()
  const read = async (wanted: readonly number[], near: (some: readonly number[]) => Sql = () => raw('1')) => {
    for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
      const some = wanted.slice(at, at + IDS_AT_ONCE)
      // The condition before FINAL is on the key, so that of other prospects only the id is read.
      const found = await queryRows<ProspectContact>(
        facts,
        sql`SELECT id, trimBoth(concat(first_name, ' ', last_name)) AS name, trimBoth(phone) AS phone, trimBoth(email) AS email
        FROM prospects FINAL PREWHERE company_id = ${companyId} AND ${near(some)} AND id IN ${some}`,
        options,
      )
      for (const contact of found) contacts.set(contact.id, contact)
    }
  }
  const people = [...new Set(ids)].filter((id) => id > 0)
  await read(people, peopleAtHand ? (some) => onDaysAtHand(peopleAtHand, some) : undefined)
  const missing = people.filter((id) => !contacts.has(id))
  if (!peopleAtHand || missing.length === 0) return contacts
  // An import may have moved one to another day since the table was made.
  const known = await queryRows<{ id: number }>(facts, knownAtHand(peopleAtHand, missing), options)
  await read(known.map(({ id }) => id))
  return contacts
}

/** The local day on which a prospect was created is that of the instant in UTC, or one beside it. */
const onDaysAtHand = (table: string, ids: readonly number[]): Sql =>
  sql`created_day IN (SELECT toDate32(joinGet(${table}, 'prospect_created_at', arrayJoin(${ids}))) + arrayJoin([-1, 0, 1]))`

/** Those of some ids that are prospects: calls may name one whose record hasn't come, or is gone. */
const knownAtHand = (table: string, ids: readonly number[]): Sql =>
  sql`SELECT arrayJoin(${ids}) AS id WHERE joinGet(${table}, 'person_number', id) != 0`
