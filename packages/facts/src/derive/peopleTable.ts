import { quoted } from '../client/quoted'
import { typesOfColumns } from '../tables/columns'
import { ofCompany } from './narrow'

/** The columns of a prospect's own record that facts are counted by, each under its name in a statement. */
export const OWN = {
  of_prospect: 'id',
  prospect_property: 'property_id',
  prospect_agent: 'agent_id',
  prospect_source: 'source',
  prospect_created_at: 'created_at',
  first_contact_channel: 'first_contact_channel',
  insert_method: 'insert_method',
  prospect_listing: 'listing_id',
} as const

/** The column by which people are found. Taken from the fact itself, it costs less than one of theirs. */
export const KEY = 'of_prospect' satisfies keyof typeof OWN

const names = Object.keys(OWN) as (keyof typeof OWN)[]

const LOW_CARDINALITY = 'LowCardinality(String)'

const types = typesOfColumns('prospects', Object.values(OWN))

const typeOf = (name: keyof typeof OWN): string => types[OWN[name]] ?? ''

/** Whether a column is a text, which a table at hand has as a number. */
export const isText = (name: keyof typeof OWN): boolean => typeOf(name) === LOW_CARDINALITY

const texts = names.filter(isText)

/** The columns that a statement gets of each fact's prospect, from the prospects themselves. */
export const PROSPECT_COLUMNS = names.map((name) => `${OWN[name]} AS ${name}`).join(', ')

/** The people who don't count in some numbers or in any, each a condition on their marks. */
export const MARKED = {
  deleted: 'deleted',
  noProspect: 'not_a_prospect',
  excluded: 'deleted OR not_a_prospect',
} as const

export type PeopleMark = keyof typeof MARKED

const marks = Object.keys(MARKED) as PeopleMark[]

/** A SELECT of the ids of a company's people with a mark. */
export const selectMarked = (companyId: number, mark: PeopleMark): string =>
  `SELECT id FROM prospect_marks FINAL WHERE ${ofCompany(companyId)} AND (${MARKED[mark]})`

/** The set of the same ids beside a table of people at hand, for the right side of IN. */
export const markedAtHand = (table: string, mark: PeopleMark): string => `${table}_${mark}`

/** A table of people at hand and the sets beside it. */
export const tablesAtHand = (table: string): string[] => [table, ...marks.map((mark) => markedAtHand(table, mark))]

/** A company's different texts in each column of texts. */
export type Texts = Partial<Record<keyof typeof OWN, string[]>>

/** With more different texts, or longer ones, a column has them as they are: a statement takes 256 kB. */
export const MAX_TEXTS = 1_000
const MAX_LENGTH = 20_000

/** A SELECT of a company's `Texts`; one more than can be numbered where there are too many. */
export const selectTexts = (companyId: number): string =>
  `SELECT ${texts
    .map((name) => `groupUniqArray(${MAX_TEXTS + 1})(CAST(${OWN[name]} AS String)) AS ${name}`)
    .join(', ')} FROM prospects WHERE ${ofCompany(companyId)}`

/**
 * The type of a column in the table. A join copies a value for each fact. For 4.2 million facts that took 71 ms of the
 * processor as a number, 417 as a text, and 983 as a text of a dictionary (LowCardinality), which is added to another.
 */
function typeAtHand(name: keyof typeof OWN, found: Texts): string {
  if (!texts.includes(name)) return typeOf(name)
  const values = [...new Set(['', ...(found[name] ?? [])])]
  const length = values.reduce((sum, value) => sum + value.length, 0)
  if (values.length > MAX_TEXTS || length > MAX_LENGTH) return 'String'
  // The empty text comes first: it is the value of a prospect who isn't known.
  return `Enum16(${values.map((value, number) => `${quoted(value)} = ${number}`).join(', ')})`
}

/**
 * Statements that make a company's table, one after the other.
 * @param found its texts, which the table takes and no others
 */
export function makePeopleTable(table: string, companyId: number, found: Texts): string[] {
  const columns = names.map((name) => `${name} ${typeAtHand(name, found)}`)
  const values = names.map((name) => (texts.includes(name) ? `CAST(${OWN[name]} AS String)` : OWN[name]))
  const settings = 'SETTINGS do_not_merge_across_partitions_select_final = 1'
  return [
    `CREATE TABLE ${table} (${columns.join(', ')}, person_number UInt32)
      ENGINE = Join(ANY, LEFT, ${KEY}) SETTINGS persistent = 0`,
    // Numbered by one thread, in the order of their days: those of one period have numbers close to each other.
    `INSERT INTO ${table} (${names.join(', ')}, person_number) SELECT ${values.join(', ')}, rowNumberInAllBlocks() + 1
      FROM prospects FINAL WHERE ${ofCompany(companyId)} ${settings}, max_threads = 1`,
    ...marks.flatMap((mark) => [
      `CREATE TABLE ${markedAtHand(table, mark)} (id UInt64) ENGINE = Set SETTINGS persistent = 0`,
      `INSERT INTO ${markedAtHand(table, mark)} ${selectMarked(companyId, mark)} ${settings}`,
    ]),
  ]
}
