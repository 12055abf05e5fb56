import type { QueryOptions } from '@leaselight/facts'
import type { QueryRunner } from '../plan/cache'
import { idList, render, sql } from '../plan/sql'
import type { Participant } from './anonymizer'

// Parameters are sent with the statement, whose size is limited.
const MAX_NAMES_PER_STATEMENT = 2_000

interface Person {
  id: number
  name: string
}

/** A prospect's name and contact details as imported; '' where unknown. */
export interface ProspectContact extends Person {
  phone: string
  email: string
}

/** The real names, numbers, and addresses of prospects by id, for a sales demo to replace. */
export async function readProspectContacts(
  facts: QueryRunner,
  companyId: number,
  ids: readonly number[],
  options: QueryOptions,
): Promise<Map<number, ProspectContact>> {
  const asked = [...new Set(ids)].filter((id) => id > 0)
  if (asked.length === 0) return new Map()
  const { text, params } = render(
    sql`SELECT id, trimBoth(concat(first_name, ' ', last_name)) AS name, trimBoth(phone) AS phone, trimBoth(email) AS email FROM prospects FINAL WHERE company_id = ${companyId} AND id IN ${idList(asked)}`,
  )
  const found = await facts.query<ProspectContact>(text, params, options)
  return new Map(found.map((contact) => [contact.id, contact]))
}

/** The company's prospects whose full names occur in the texts, by name in lower case. */
export async function findMentionedPeople(
  facts: QueryRunner,
  companyId: number,
  texts: readonly string[],
  options: QueryOptions,
): Promise<Participant[]> {
  const pairs = [...new Set(texts.flatMap(possibleNames))]
  const found: Participant[] = []
  for (let start = 0; start < pairs.length; start += MAX_NAMES_PER_STATEMENT) {
    const { text, params } = render(sql`
SELECT min(id) AS id, any(trimBoth(concat(first_name, ' ', last_name))) AS name FROM prospects FINAL
WHERE company_id = ${companyId} AND lowerUTF8(trimBoth(concat(first_name, ' ', last_name))) IN ${pairs.slice(start, start + MAX_NAMES_PER_STATEMENT)}
GROUP BY lowerUTF8(trimBoth(concat(first_name, ' ', last_name)))`)
    const people = await facts.query<Person>(text, params, options)
    found.push(...people.map(({ id, name }) => ({ prospectId: id, name })))
  }
  return found
}

/** Every two adjacent words that could be a person's name; in a text without capitals, every two adjacent words. */
function possibleNames(text: string): string[] {
  const small = !/\p{Lu}/u.test(text)
  const words = text.match(/[\p{L}'’-]+/gu) ?? []
  return words.flatMap((word, index) => {
    const next = words[index + 1]
    const isName = (part: string) => small || /^\p{Lu}/u.test(part)
    return next && isName(word) && isName(next) ? [`${word} ${next}`.toLowerCase()] : []
  })
}
