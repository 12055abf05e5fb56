import { entityNames, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { type DerivedTable, derivedTableNames, derivedTables } from '../derive/tables'
import { ERASED, plannedIds, plannedThreads, sharersOf } from './listed'

/** Entities whose records name a person. */
const naming = entityNames.filter((name) => 'prospect_id' in entityOf(name).fields)

/** Entities whose records are removed with their person. */
const personal = naming.filter((name) => !entityOf(name).outlivesPerson)

/** Entities identified by the thread of another record: transcripts. */
const threaded = entityNames.filter((name) => entityOf(name).key === 'thread_id')

/** Everyone whom a record of the company refers to, or who was erased. */
export const allPeopleSql = [
  ...naming.map((name) => `SELECT prospect_id AS person FROM ${name} WHERE company_id = {company:UInt64}`),
  'SELECT id AS person FROM prospects WHERE company_id = {company:UInt64}',
  ERASED.replace('prospect_id', 'prospect_id AS person'),
].join(' UNION ALL ')

/** What one table loses: rows, or only the person in them. */
export interface ErasureTarget {
  table: string
  /** Which rows, in every version. `{company:UInt64}` is the company. */
  where: string
  /** Columns that are emptied instead of removing the row. */
  emptied?: string
}

/** The rows of derived tables about the company's erased people. */
export function derivedTargets(tables: readonly DerivedTable[]): ErasureTarget[] {
  return tables.flatMap(({ name, ofErased }) =>
    ofErased ? [{ table: name, where: `company_id = {company:UInt64} AND (${ofErased})` }] : [],
  )
}

/** The data about the company's erased people, in removal order: rows that lead to others go last. */
export const personTargets: readonly ErasureTarget[] = [
  ...threaded.map((name) => ({
    table: name,
    where: `company_id = {company:UInt64} AND thread_id IN (${plannedThreads(name)})`,
  })),
  ...personal.map((name) => ({
    table: name,
    where: `company_id = {company:UInt64} AND (prospect_id IN (${ERASED}) OR id IN (${plannedIds(name)}))`,
  })),
  ...naming
    .filter((name) => entityOf(name).outlivesPerson)
    .map((name) => ({
      table: name,
      where: `company_id = {company:UInt64} AND prospect_id IN (${ERASED})`,
      emptied: 'prospect_id = 0',
    })),
  {
    table: 'record_keys',
    where: `company_id = {company:UInt64} AND ((entity, id) IN (
      SELECT entity, id FROM erasing WHERE company_id = {company:UInt64} AND thread_id = ''
    ) OR (entity = 'prospects' AND id IN (${ERASED})))`,
  },
  ...derivedTargets(derivedTables),
  { table: 'prospect_marks', where: `company_id = {company:UInt64} AND id IN (${ERASED})` },
  { table: 'prospects', where: `company_id = {company:UInt64} AND id IN (${ERASED})` },
]

/** The data of a whole company. */
export const companyTargets: readonly ErasureTarget[] = [
  ...entityNames,
  'record_keys',
  'prospect_marks',
  ...derivedTableNames,
  'import_log',
  'erasing',
].map((table) => ({ table, where: 'company_id = {company:UInt64}' }))

/**
 * Plans which records are removed with the company's erased people. A record is theirs while its newest version names
 * them, or when it was removed and an older version did. A record that named them by mistake and was corrected stays;
 * only its old versions are removed.
 */
export async function planErasure(facts: Facts, company: number): Promise<void> {
  for (const name of personal) {
    await facts.command(
      bindCompany(
        company,
        `INSERT INTO erasing SELECT company_id, '${name}', id, '' FROM ${name}
         WHERE company_id = {company:UInt64} AND id IN (
           SELECT id FROM ${name} WHERE company_id = {company:UInt64} AND prospect_id IN (${ERASED}))
         GROUP BY company_id, id
         HAVING argMax(is_deleted OR prospect_id IN (${ERASED}), (version, 1 - is_deleted))`,
      ),
    )
  }
  await facts.command(bindCompany(company, callsByPhoneSql))
  for (const table of threaded) {
    for (const name of personal.filter((one) => 'thread_id' in entityOf(one).fields)) {
      await facts.command(
        bindCompany(
          company,
          `INSERT INTO erasing SELECT DISTINCT company_id, '${table}', 0, thread_id FROM ${name}
           WHERE company_id = {company:UInt64} AND id IN (${plannedIds(name)}) AND thread_id != ''`,
        ),
      )
      await facts.command(
        bindCompany(
          company,
          `INSERT INTO erasing SELECT DISTINCT company_id, '${sharersOf(name)}', id, '' FROM ${name}
           WHERE company_id = {company:UInt64} AND thread_id IN (${plannedThreads(table)})`,
        ),
      )
    }
  }
}

const MIN_DIGITS = 7
const WHOLE_NUMBER = 10

/** A number's digits without the country code, which are the same for all its formats. */
const digitsOf = (column: string): string => `right(replaceRegexpAll(${column}, '[^0-9]', ''), ${WHOLE_NUMBER})`

/** Numbers in the records of some of the company's people: their own, or those they called from. */
const numbersIn = (table: string, phone: string, people: string): string =>
  `SELECT ${digitsOf(phone)} AS number FROM ${table}
    WHERE company_id = {company:UInt64} AND ${people} AND length(number) >= ${MIN_DIGITS}`

const CALLER_DIGITS = digitsOf('caller_phone')
const ERASED_NUMBERS = [
  numbersIn('calls', 'caller_phone', `prospect_id IN (${ERASED})`),
  numbersIn('prospects', 'phone', `id IN (${ERASED})`),
]
const OTHER_NUMBERS = [
  numbersIn('calls', 'caller_phone', `prospect_id != 0 AND prospect_id NOT IN (${ERASED})`),
  numbersIn('prospects', 'phone', `id NOT IN (${ERASED})`),
]

/**
 * Calls without a known person, from a number that only erased people have: these are theirs too. A number that someone
 * else has or called from as well, or an invalid one, proves nothing. The conditions are separate because a cluster
 * can't nest a UNION in them.
 */
const callsByPhoneSql = `INSERT INTO erasing SELECT company_id, 'calls', id, '' FROM calls
  WHERE company_id = {company:UInt64} AND caller_phone != ''
    AND (${ERASED_NUMBERS.map((numbers) => `${CALLER_DIGITS} IN (${numbers})`).join(' OR ')})
    AND ${OTHER_NUMBERS.map((numbers) => `${CALLER_DIGITS} NOT IN (${numbers})`).join(' AND ')}
  GROUP BY company_id, id HAVING argMax(prospect_id = 0, (version, 1 - is_deleted))`

/** A statement with the company inserted; commands have no parameters. */
export const bindCompany = (company: number, sql: string): string =>
  sql.replaceAll('{company:UInt64}', String(Math.trunc(company)))
