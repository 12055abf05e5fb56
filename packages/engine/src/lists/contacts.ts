import type { QueryOptions } from '@leaselight/facts'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { sql } from '../plan/sql'

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
  companyId: number,
  ids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, ProspectContact>> {
  const asked = [...new Set(ids)].filter((id) => id > 0)
  const contacts = new Map<number, ProspectContact>()
  for (let at = 0; at < asked.length; at += IDS_AT_ONCE) {
    // The condition before FINAL is on the key, so that of other prospects only the id is read.
    const found = await queryRows<ProspectContact>(
      facts,
      sql`SELECT id, trimBoth(concat(first_name, ' ', last_name)) AS name, trimBoth(phone) AS phone, trimBoth(email) AS email
      FROM prospects FINAL PREWHERE company_id = ${companyId} AND id IN ${asked.slice(at, at + IDS_AT_ONCE)}`,
      options,
    )
    for (const contact of found) contacts.set(contact.id, contact)
  }
  return contacts
}
