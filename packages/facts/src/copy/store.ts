import type { Facts } from '../client/facts'
import { systemParts } from '../cluster'
import { deriveEverywhere, tidyEveryTable, tidyNow } from '../derive/derive'
import { derivedTableNames } from '../derive/tables'
import { type StaffEntity, staffEntities } from '../erase/staff'
import { recover } from '../import/recover'
import { importStateOf } from '../import/state'
import { rerunMigrationsAfter } from '../tables/migrate'
import { COPY_OPTIONS, type FactsPart, factsParts, isAppendOnly, partSums, type Sums, selectPart } from './parts'

/** The current rows of a part, in pieces. */
export function readPart(facts: Facts, part: FactsPart, late: readonly number[] = []): AsyncIterable<Uint8Array> {
  return facts.native(selectPart(part, late), { ...COPY_OPTIONS, threads: 2 })
}

/** The uncompressed size of each table in bytes, to show a copy's progress; 0 where unknown. */
export async function tableBytes(facts: Facts): Promise<Map<string, number>> {
  const found = await facts.query<{ table: string; bytes: number }>(
    `SELECT table, sum(data_uncompressed_bytes) AS bytes FROM ${systemParts(facts)}
     WHERE active AND database = currentDatabase() GROUP BY table`,
  )
  return new Map(found.map(({ table, bytes }) => [table, bytes]))
}

/** The finished import batches. Those that finish during a copy count as unfinished. */
export async function finishedBatches(facts: Facts): Promise<Set<number>> {
  const found = await facts.query<{ version: number }>(
    `SELECT DISTINCT version FROM import_log WHERE state = 'finished'`,
    {},
    COPY_OPTIONS,
  )
  return new Set(found.map(({ version }) => version))
}

/** What a store contains: nothing, a partial copy, or facts. */
export async function storeContent(facts: Facts): Promise<'nothing' | 'half a copy' | 'facts'> {
  if (await isPartialCopy(facts)) return 'half a copy'
  for (const part of await factsParts(facts)) {
    if (isAppendOnly(part)) continue
    const { table } = part
    const [found] = await facts.query<{ rows: number }>(`SELECT count() AS rows FROM ${table}`, {}, COPY_OPTIONS)
    if (found?.rows) return 'facts'
  }
  return 'nothing'
}

/**
 * Whether a copy into the store didn't complete: its numbers would be wrong. A copy begins with the properties and ends
 * with the import log, which an import writes before the first property. One small query.
 */
export async function isPartialCopy(facts: Facts): Promise<boolean> {
  const [found] = await facts.query<{ half: number }>(
    'SELECT (SELECT count() FROM import_log) = 0 AND (SELECT count() FROM properties) > 0 AS half',
  )
  return found?.half === 1
}

/**
 * Empties every table except append-only lists, from the import log to the properties: in between, it counts as a
 * partial copy.
 */
export async function clearFacts(facts: Facts): Promise<void> {
  const parts = (await factsParts(facts)).filter((part) => !isAppendOnly(part))
  const tables = new Set([...derivedTableNames, ...parts.reverse().map(({ table }) => table)])
  for (const table of tables) await clearTable(facts, table)
  importStateOf(facts).reset()
}

/** Empties one table. */
export const clearTable = (facts: Facts, table: string): Promise<void> => facts.command(`TRUNCATE TABLE ${table}`)

/** Writes rows from `readPart`. */
export async function writePart(
  facts: Facts,
  { table, columns }: Pick<FactsPart, 'table' | 'columns'>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  await facts.insertNative(table, columns, pieces)
}

/** The row count and sum of every part, by table and part. */
export async function allSums(facts: Facts): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>()
  for (const part of await factsParts(facts)) sums.set(partName(part), await partSums(facts, part))
  return sums
}

/** A part's name: the table and the part. */
export const partName = ({ table, part }: Pick<FactsPart, 'table' | 'part'>): string =>
  part === 'removed' ? `${table}.removed` : table

/**
 * Completes a copy: runs newer migrations, cleans up import batches that were unfinished during the copy, merges the
 * many parts of its tables, and works out what isn't copied.
 */
export async function finishCopy(facts: Facts, level: number): Promise<void> {
  await rerunMigrationsAfter(facts, level)
  importStateOf(facts).reset()
  await recover(facts)
  tidyEveryTable(facts)
  await tidyNow(facts)
  await deriveEverywhere(facts)
}

/** One who was erased and has facts again; a prospect of 0 means the whole company. */
export interface ErasedWithFacts {
  company: number
  entity: 'prospects' | StaffEntity
  id: number
}

/** The erased people who have facts again. */
export const erasedWithFacts = (facts: Facts): Promise<ErasedWithFacts[]> =>
  facts.query<ErasedWithFacts>(
    `SELECT DISTINCT company_id AS company, 'prospects' AS entity, prospect_id AS id FROM erased
     WHERE (company_id, prospect_id) IN (SELECT company_id, id FROM record_keys WHERE entity = 'prospects')
        OR prospect_id = 0 AND company_id IN (SELECT company_id FROM companies)
     ${staffEntities
       .map(
         (entity) => `UNION ALL
     SELECT DISTINCT company_id AS company, '${entity}' AS entity, id FROM erased_staff
     WHERE entity = '${entity}' AND (company_id, id) IN (SELECT company_id, id FROM ${entity})`,
       )
       .join(' ')}
     ORDER BY company, entity, id`,
    {},
    COPY_OPTIONS,
  )
