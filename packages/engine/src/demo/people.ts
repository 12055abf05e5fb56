import type { QueryOptions } from '@leaselight/facts'
import type { QueryRunner } from '../plan/cache'
import { queryRows } from '../plan/queryRows'
import { sql } from '../plan/sql'
import type { Participant } from './anonymizer'

// Parameters are sent with the statement, whose size is limited.
const MAX_NAMES_PER_STATEMENT = 2_000

interface Person {
  id: number
  name: string
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
    const people = await queryRows<Person>(
      facts,
      sql`
SELECT min(id) AS id, any(trimBoth(concat(first_name, ' ', last_name))) AS name FROM prospects FINAL
WHERE company_id = ${companyId} AND lowerUTF8(trimBoth(concat(first_name, ' ', last_name))) IN ${pairs.slice(start, start + MAX_NAMES_PER_STATEMENT)}
GROUP BY lowerUTF8(trimBoth(concat(first_name, ' ', last_name)))`,
      options,
    )
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
