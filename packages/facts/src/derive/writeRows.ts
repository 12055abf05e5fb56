import type { Facts } from '../client/facts'
import { LONG_RUNNING } from './changes'
import { columnsOf, type DerivedTable, sortedBy } from './tables'

const KEYS_IN_TEXT = 5_000

/** Collecting text to larger blocks took longer than the rest of the statement. */
const SMALL_BLOCKS = 'min_insert_block_size_rows = 50000, max_insert_block_size = 50000'

/** SELECTs of some keys each, few enough for the text of a statement. */
const inParts = (key: string, keys: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_IN_TEXT) }, (_, part) => {
    const some = keys.slice(part * KEYS_IN_TEXT, (part + 1) * KEYS_IN_TEXT)
    return `SELECT arrayJoin(CAST([${some.join(', ')}], 'Array(UInt64)')) AS ${key}`
  })

/** Works out the rows of every key, some at once. */
export async function writeEveryRow(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  version: number,
): Promise<void> {
  const keys = table.allKeys(companyId)
  const [found] = await facts.query<{ keys: number }>(
    `SELECT uniqExact(${table.key}) AS keys FROM (${keys})`,
    {},
    LONG_RUNNING,
  )
  const parts = Math.ceil((found?.keys ?? 0) / table.keysAtOnce)
  const isEmpty = !(await hasRows(facts, companyId, table))
  for (let part = 0; part < parts; part++) {
    const some = `SELECT ${table.key} FROM (${keys}) WHERE cityHash64(${table.key}) % ${parts} = ${part}`
    await writeRows(facts, companyId, table, some, version)
    if (!isEmpty) await markFormerPlaces(facts, companyId, table, some, version)
  }
}

async function hasRows(facts: Facts, companyId: number, { name }: DerivedTable): Promise<boolean> {
  const found = await facts.query(`SELECT 1 AS found FROM ${name} WHERE company_id = {company:UInt64} LIMIT 1`, {
    company: companyId,
  })
  return found.length > 0
}

/**
 * On servers another instance may have put a row elsewhere that this one didn't see, or the other way round. The one that
 * looks last finds both.
 */
export async function clearFormerPlaces(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  version: number,
): Promise<void> {
  const { name, key } = table
  const found = await facts.query<{ id: number }>(
    `SELECT ${key} AS id FROM ${name} FINAL WHERE company_id = {company:UInt64} GROUP BY id HAVING count() > 1`,
    { company: companyId },
    LONG_RUNNING,
  )
  await rewriteSome(
    facts,
    companyId,
    table,
    found.map(({ id }) => id),
    version,
  )
}

/** Works out the rows of some keys again, and marks the places where they were before. */
export async function rewriteSome(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  keys: readonly number[],
  version: number,
): Promise<void> {
  for (const some of inParts(table.key, keys)) {
    await writeRows(facts, companyId, table, some, version)
    await markFormerPlaces(facts, companyId, table, some, version)
  }
}

async function writeRows(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  keys: string,
  version: number,
): Promise<void> {
  const { name, rows } = table
  const columns = columnsOf(table)
  const company = `toUInt64(${Math.trunc(companyId)})`
  await facts.command(
    `INSERT INTO ${name} (company_id, ${columns}, version)
     SELECT ${company}, ${columns}, toUInt64(${version}) FROM (${rows(companyId, keys)})
     SETTINGS do_not_merge_across_partitions_select_final = 1, ${SMALL_BLOCKS}`,
  )
}

/** Marks the places where rows of some keys were and are no more, in a table whose rows move. */
async function markFormerPlaces(
  ...[facts, companyId, table, keys, version]: Parameters<typeof writeRows>
): Promise<void> {
  const { name, key, place, rows } = table
  if (!place) return
  const company = `toUInt64(${Math.trunc(companyId)})`
  // A cluster can't nest the UNION of all keys in conditions.
  const sorted = sortedBy(table)
  await facts.command(
    `INSERT INTO ${name} (company_id, ${sorted}, is_deleted, version)
     SELECT ${company}, ${sorted}, 1, toUInt64(${version}) FROM (
       SELECT ${sorted}, 1 AS is_now FROM (${rows(companyId, keys)})
       UNION ALL SELECT ${sorted}, 0 AS is_now FROM (SELECT ${sorted} FROM ${name} FINAL WHERE company_id = ${company}) AS stored
       INNER JOIN (SELECT DISTINCT ${key} AS of_key FROM (${keys})) AS wanted ON wanted.of_key = stored.${key}
     ) GROUP BY ${sorted} HAVING max(is_now) = 0
     SETTINGS do_not_merge_across_partitions_select_final = 1`,
  )
}
