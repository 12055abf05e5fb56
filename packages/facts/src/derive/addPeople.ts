import type { Facts } from '../client/facts'
import { newestBatch, plainBatches } from '../freshness'
import { MOST_OF_FEW, ofCompany } from './narrow'
import { isText, KEY, MARKED, markedAtHand, OWN, type PeopleMark } from './peopleTable'

/** A table of people at hand. */
interface Table {
  name: string
  /** The version of the prospects that it has; see `Freshness.entityVersions`. */
  version: string
  /** The number of the last person. */
  people: number
}

const names = Object.keys(OWN) as (keyof typeof OWN)[]
const marks = Object.entries(MARKED) as [PeopleMark, string][]

/** An insert waits for the statements that read the table, and others wait for it: seconds, at most. */
const LOCK_SECONDS = 1

/**
 * Adds new people to a table, which must have each prospect up to its version. What is in it stays as it is, so that statements
 * may read it meanwhile.
 * @returns how many people were added; null where the table must be made anew: because many came, or people have changed
 * in what the table has of them
 * @throws when the engine is too busy to let them in, or a text is new to the table
 */
export async function addPeople(facts: Facts, companyId: number, table: Table, until: string): Promise<number | null> {
  const between = { since: table.version, until }
  if (!(await plainBatches(facts, companyId, 'prospects', between))) return null
  const came = `${ofCompany(companyId)} AND version > ${newestBatch(table.version)} AND version <= ${newestBatch(until)}`
  const [[people], [marked]] = await Promise.all([
    facts.query<{ missing: number[]; changed: number }>(comparePeople(table.name, came)),
    facts.query<{ missing: number; changed: number }>(compareMarks(table.name, came)),
  ])
  if (!people || !marked) return null
  const { missing, changed } = people
  if (changed + marked.changed > 0 || missing.length > MOST_OF_FEW.embedded) return null
  if (missing.length > 0) await facts.command(insertPeople(table, came, missing))
  if (marked.missing > 0)
    for (const [mark, condition] of marks) await facts.command(insertMarked(table.name, came, mark, condition))
  return missing.length
}

/** What the table has of a person; 0 or an empty text where they aren't in it. */
const inTable = (table: string, column: string): string => `joinGet('${table}', '${column}', id)`

/** How the people who came differ from those of the table. Their id is how they are found there. */
function comparePeople(table: string, came: string): string {
  const columns = names.filter((name) => name !== KEY)
  const asText = (name: keyof typeof OWN, value: string) => (isText(name) ? `toString(${value})` : value)
  const now = columns.map((name) => asText(name, OWN[name]))
  const before = columns.map((name) => asText(name, inTable(table, name)))
  return `SELECT groupUniqArrayIf(${MOST_OF_FEW.embedded + 1})(id, number = 0) AS missing,
      countIf(number != 0 AND now != before) AS changed
    FROM (SELECT id, ${inTable(table, 'person_number')} AS number, tuple(${now}) AS now, tuple(${before}) AS before
      FROM prospects WHERE ${came} AND NOT is_deleted)`
}

/** How the marks that came differ from the sets. */
function compareMarks(table: string, came: string): string {
  const differs = marks.map(([mark, condition]) => `(${condition}) != (id IN ${markedAtHand(table, mark)})`)
  return `SELECT countIf(number = 0) AS missing, countIf(number != 0 AND (${differs.join(' OR ')})) AS changed
    FROM (SELECT id, deleted, not_a_prospect, ${inTable(table, 'person_number')} AS number FROM prospect_marks WHERE ${came})`
}

/** The newest of the rows that came of each id. */
const newestOf = (from: string, condition: string): string =>
  `(SELECT * FROM ${from} WHERE ${condition} ORDER BY id, version DESC LIMIT 1 BY id)`

const insertPeople = ({ name, people }: Table, came: string, ids: readonly number[]): string =>
  `INSERT INTO ${name} (${names.join(', ')}, person_number)
    SELECT ${names.map((column) => OWN[column]).join(', ')}, ${people} + rowNumberInAllBlocks() + 1
    FROM ${newestOf('prospects', `${came} AND NOT is_deleted AND id IN (${ids.join(', ')})`)}
    SETTINGS max_threads = 1, lock_acquire_timeout = ${LOCK_SECONDS}`

const insertMarked = (table: string, came: string, mark: PeopleMark, condition: string): string =>
  `INSERT INTO ${markedAtHand(table, mark)} SELECT id FROM ${newestOf('prospect_marks', came)} WHERE ${condition}
    SETTINGS lock_acquire_timeout = ${LOCK_SECONDS}`
