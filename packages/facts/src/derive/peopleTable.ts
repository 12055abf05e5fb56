import { quoted } from '../client/quoted'
import { tableColumns } from '../tables/columns'

/** The columns of a prospect's own record that facts are counted by, each under its name in a statement. */
const OWN = {
  of_prospect: 'id',
  prospect_property: 'property_id',
  prospect_agent: 'agent_id',
  prospect_source: 'source',
  prospect_created_at: 'created_at',
  first_contact_channel: 'first_contact_channel',
  insert_method: 'insert_method',
} as const

/** The column by which people are found. Taken from the fact itself, it costs less than one of theirs. */
const KEY = 'of_prospect' satisfies keyof typeof OWN

const names = Object.keys(OWN) as (keyof typeof OWN)[]

const LOW_CARDINALITY = 'LowCardinality(String)'

const typeOf = (name: keyof typeof OWN): string => {
  const found = tableColumns.prospects.find((column) => column.name === OWN[name])
  if (!found) throw new Error(`prospects has no column ${OWN[name]}.`)
  return found.type
}

const texts = names.filter((name) => typeOf(name) === LOW_CARDINALITY)

/** The columns that a statement gets of each fact's prospect, from the prospects themselves. */
export const PROSPECT_COLUMNS = names.map((name) => `${OWN[name]} AS ${name}`).join(', ')

/** What the marks of a person come to: those who are deleted don't count anywhere, those who are no prospect where asked. */
export const PERSON_MARK = { none: 0, noProspect: 1, deleted: 2 } as const

/** A company's different texts in each column of texts. */
export type Texts = Partial<Record<keyof typeof OWN, string[]>>

/** Beyond so many different texts, or so long ones, a column keeps them as they are. */
const MAX_TEXTS = 2_000
const MAX_LENGTH = 60_000

const ofCompany = (companyId: number): string => `company_id = ${Math.trunc(companyId)}`

/** A SELECT of a company's `Texts`; one more than can be numbered where there are too many. */
export const selectTexts = (companyId: number): string =>
  `SELECT ${texts
    .map((name) => `groupUniqArray(${MAX_TEXTS + 1})(CAST(${OWN[name]} AS String)) AS ${name}`)
    .join(', ')} FROM prospects WHERE ${ofCompany(companyId)}`

/**
 * The type of a column in the table. A join copies a value for each fact: a number in a third of the time of a text, and
 * a text in two thirds of that of one in a dictionary (LowCardinality), each of which is looked up and added to another.
 */
function typeAtHand(name: keyof typeof OWN, found: Texts): string {
  if (!texts.includes(name)) return typeOf(name)
  const values = [...new Set(['', ...(found[name] ?? [])])]
  const length = values.reduce((sum, value) => sum + value.length, 0)
  if (values.length > MAX_TEXTS || length > MAX_LENGTH) return 'String'
  // The empty text comes first: it is the value of a prospect who isn't known.
  return `Enum16(${values.map((value, number) => `${quoted(value)} = ${number}`).join(', ')})`
}

/** Creates a table for a company's people. @param found its texts, which the table takes and no others */
export function createPeopleTable(table: string, found: Texts): string {
  const columns = names.map((name) => `${name} ${typeAtHand(name, found)}`)
  return `CREATE TABLE ${table} (${columns.join(', ')}, person_number UInt32, person_mark UInt8)
    ENGINE = Join(ANY, LEFT, ${KEY}) SETTINGS persistent = 0`
}

/** Statements that fill it, one after the other. */
export function insertPeople(table: string, companyId: number): string[] {
  const company = ofCompany(companyId)
  const settings = 'SETTINGS do_not_merge_across_partitions_select_final = 1'
  const mark = `multiIf(deleted, ${PERSON_MARK.deleted}, not_a_prospect, ${PERSON_MARK.noProspect}, ${PERSON_MARK.none})`
  const marks = `SELECT id, ${mark} AS mark FROM prospect_marks FINAL WHERE ${company} AND (deleted OR not_a_prospect)`
  const values = names.map((name) => (texts.includes(name) ? `CAST(${OWN[name]} AS String)` : OWN[name]))
  return [
    // Numbered by one thread, in the order of their days: those of one period have numbers close to each other.
    `INSERT INTO ${table} (${names.join(', ')}, person_number, person_mark)
      SELECT ${values.join(', ')}, rowNumberInAllBlocks() + 1, marks.mark
      FROM (SELECT * FROM prospects FINAL WHERE ${company}) AS people
      LEFT ANY JOIN (${marks}) AS marks ON marks.id = people.id ${settings}, max_threads = 1`,
    // Of those who have no record any more only the mark is left. For the others the first row counts.
    `INSERT INTO ${table} (${KEY}, person_mark) ${marks} ${settings}`,
  ]
}
