import type { Facts } from '../client/facts'
import { LONG_RUNNING, storeOf } from './changes'
import { inBrackets, type Keys, MOST_OF_FEW, selectNumbers } from './narrow'
import { columnsOf, type DerivedTable, sortedBy } from './tables'

/** A server takes statements of 256 kB. */
const KEYS_ON_SERVER = 5_000

/** Facts may span centuries, each year of which is a partition. */
const ANY_YEARS = 'do_not_merge_across_partitions_select_final = 1, max_partitions_per_insert_block = 0'

/**
 * Collecting text to larger blocks took longer than the rest of the statement. Indexes of text are made when pieces are
 * merged, which follows each import; until then a search reads what has none.
 */
const HOW_TO_WRITE =
  'min_insert_block_size_rows = 50000, max_insert_block_size = 50000, materialize_skip_indexes_on_insert = 0'

/** Keys of a table whose rows may differ. */
export interface TouchedKeys {
  /** Some each, as many as a statement works out. */
  parts: readonly Keys[]
  /** All of them, where one statement can name them. */
  whole?: Keys
}

/** Listed keys, as many at once as a statement may name. Each statement reads every record unless they are few. */
export function keysInParts(
  { embedded }: Pick<Facts, 'embedded'>,
  { key, keysAtOnce }: DerivedTable,
  keys: readonly number[],
): TouchedKeys {
  const most = embedded ? keysAtOnce : KEYS_ON_SERVER
  const isFew = keys.length <= MOST_OF_FEW[storeOf({ embedded })]
  const parts = Array.from({ length: Math.ceil(keys.length / most) }, (_, part) => {
    const some = keys.slice(part * most, (part + 1) * most)
    return { select: selectNumbers(some, key), ...(isFew && { few: some }) }
  })
  return { parts }
}

/**
 * Whether the rows that are there came of fewer batches and so have a lower version: what is still so after the rows were
 * written is at a former place. Otherwise the places are worked out again.
 */
type Stored = 'older' | 'any'

/**
 * Works out the rows of every key, some at once. What a former definition made of more entities may have a higher version
 * than theirs, and would be read instead.
 */
export async function writeEveryRow(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  ownVersion: number,
  stored: Stored,
): Promise<void> {
  const newest = await newestVersion(facts, companyId, table)
  const version = Math.max(ownVersion, newest)
  const parts = await everyKeyInParts(facts, companyId, table)
  for (const some of parts) await writeRows(facts, companyId, table, some, version)
  if (newest === 0) return
  if (stored === 'older') await markOlderRows(facts, companyId, table, null, version)
  else for (const some of parts) await markFormerPlaces(facts, companyId, table, some, version)
}

/** Every key that has records, or had, as many at once as a statement works out. */
export async function everyKeyInParts(
  facts: Pick<Facts, 'query'>,
  companyId: number,
  { key, keysAtOnce, allKeys }: DerivedTable,
): Promise<Keys[]> {
  const selects = allKeys(companyId)
  // About how many are enough to know, and three times as fast.
  const [found] = await facts.query<{ keys: number }>(
    `SELECT uniq(${key}) AS keys FROM (${selects.join(' UNION ALL ')})`,
    {},
    LONG_RUNNING,
  )
  const parts = Math.ceil((found?.keys ?? 0) / keysAtOnce)
  return Array.from({ length: parts }, (_, part) => {
    const isInPart = (column: string) => (parts === 1 ? '1' : `cityHash64(${column}) % ${parts} = ${part}`)
    const select = `SELECT ${key} FROM (${selects.join(' UNION DISTINCT ')}) WHERE ${isInPart(key)}`
    return { select, isInPart }
  })
}

/** The newest version of a company's rows; 0 where there are none. */
async function newestVersion(facts: Facts, companyId: number, { name }: DerivedTable): Promise<number> {
  const sql = `SELECT max(version) AS newest FROM ${name} WHERE company_id = {company:UInt64}`
  const [found] = await facts.query<{ newest: number }>(sql, { company: companyId }, LONG_RUNNING)
  return found?.newest ?? 0
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
  const { name, key, hasSeveralRows = false } = table
  // The rows of a key are written at once and have one version.
  const isInTwoPlaces = hasSeveralRows ? 'min(version) != max(version)' : 'count() > 1'
  const found = await facts.query<{ id: number }>(
    `SELECT ${key} AS id FROM ${name} FINAL WHERE company_id = {company:UInt64} GROUP BY id HAVING ${isInTwoPlaces}`,
    { company: companyId },
    LONG_RUNNING,
  )
  const keys = found.map(({ id }) => id)
  await rewriteSome(facts, companyId, table, keysInParts(facts, table, keys), version, 'any')
}

/**
 * Works out the rows of some keys again, and marks the places where they were before. Only once all are written: a row may
 * have come to another key at the same place, and would be marked as gone.
 */
export async function rewriteSome(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  { parts, whole }: TouchedKeys,
  version: number,
  stored: Stored,
): Promise<void> {
  for (const some of parts) await writeRows(facts, companyId, table, some, version)
  if (stored === 'older')
    for (const some of whole ? [whole] : parts) await markOlderRows(facts, companyId, table, some, version)
  else for (const some of parts) await markFormerPlaces(facts, companyId, table, some, version)
}

async function writeRows(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  keys: Keys,
  version: number,
): Promise<void> {
  const { name, rows } = table
  const columns = columnsOf(table)
  const company = `toUInt64(${Math.trunc(companyId)})`
  await facts.command(
    `INSERT INTO ${name} (company_id, ${columns}, version)
     SELECT ${company}, ${columns}, toUInt64(${version}) FROM (${rows(companyId, keys)})
     SETTINGS ${ANY_YEARS}, ${HOW_TO_WRITE}`,
  )
}

/** A SELECT of what sorts the stored rows of some keys, or of every one. @param more further columns */
function placesOf(companyId: number, table: DerivedTable, keys: Keys | null, ...more: string[]): string {
  const { name, key, row } = table
  const sorted = sortedBy(table)
  const company = `company_id = toUInt64(${Math.trunc(companyId)})`
  const columns = [...new Set([...sorted.split(', '), ...more, key])]
  // PREWHERE before FINAL is correct here because its condition is on what sorts the rows.
  const where = (few: string) =>
    row
      ? `(${sorted}) IN (SELECT ${sorted} FROM ${name} WHERE ${company} AND ${key} IN (${few}))`
      : `${key} IN (${few})`
  const near = keys?.few ? `PREWHERE ${where(inBrackets(keys.few))}` : ''
  const ofKeys =
    keys &&
    `INNER JOIN (SELECT DISTINCT ${key} AS of_key FROM (${keys.select})) AS wanted ON wanted.of_key = stored.${key}`
  return `SELECT ${[sorted, ...more].join(', ')} FROM (SELECT ${columns.join(', ')} FROM ${name} FINAL ${near} WHERE ${company}) AS stored ${ofKeys ?? ''}`
}

/** Marks the places of rows that are older than those just written, of some keys or of every one. */
async function markOlderRows(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  keys: Keys | null,
  version: number,
): Promise<void> {
  const { name, place } = table
  if (!place) return
  const sorted = sortedBy(table)
  await facts.command(
    `INSERT INTO ${name} (company_id, ${sorted}, is_deleted, version)
     SELECT toUInt64(${Math.trunc(companyId)}), ${sorted}, 1, toUInt64(${version})
     FROM (${placesOf(companyId, table, keys, 'version')}) WHERE version < ${version}
     SETTINGS ${ANY_YEARS}`,
  )
}

/** Marks the places where rows of some keys were and are no more, in a table whose rows move. */
async function markFormerPlaces(
  ...[facts, companyId, table, keys, version]: Parameters<typeof writeRows>
): Promise<void> {
  const { name, place, rows } = table
  if (!place) return
  // A cluster can't nest the UNION of all keys in conditions.
  const sorted = sortedBy(table)
  await facts.command(
    `INSERT INTO ${name} (company_id, ${sorted}, is_deleted, version)
     SELECT toUInt64(${Math.trunc(companyId)}), ${sorted}, 1, toUInt64(${version}) FROM (
       SELECT ${sorted}, 1 AS is_now FROM (${rows(companyId, keys)})
       UNION ALL SELECT ${sorted}, 0 AS is_now FROM (${placesOf(companyId, table, keys)})
     ) GROUP BY ${sorted} HAVING max(is_now) = 0
     SETTINGS ${ANY_YEARS}`,
  )
}
