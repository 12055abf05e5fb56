import { isEntityName } from '@leaselight/contract'
import { engineFile } from '../client/engineFile'
import type { Facts } from '../client/facts'
import { systemTables } from '../cluster'
import { derivedTableNames } from '../derive/tables'
import { CLAIMS } from '../identity'
import { sortDay, sortKey } from '../tables/columns'
import { CHANGES } from '../tables/sync'

/**
 * A part of a table that is copied separately.
 * - `live`: the newest version of every existing record, as reports see it.
 * - `removed`: the tombstones of records that were removed or moved. Read before `live`, so that a record that moves in
 *   between isn't removed from its old place before it exists in the new one.
 * - `all`: the newest version of every row, for tables whose records don't move; a removed property still dates its
 *   facts.
 */
export interface FactsPart {
  table: string
  part: 'live' | 'removed' | 'all'
  columns: string[]
  /** Whether the table keeps older versions of a row until it merges them away. */
  versioned: boolean
}

/** The number of rows and the sum of their fingerprints, which doesn't depend on their order. */
export interface Sums {
  rows: number
  sum: string
}

/**
 * Tables about an installation itself aren't copied: its migration level, and whose facts they are. Nor is what can be
 * worked out again.
 */
const NOT_COPIED = new Set(['migrations', CHANGES, CLAIMS, ...derivedTableNames])

/** The table that completes a copy: it is copied last. */
const COMPLETION_MARKER = 'import_log'
/**
 * Keys are stored before their records, so copied after them they include every record of the copy. The properties come
 * first: see `isPartialCopy`.
 */
const ORDER = ['properties', '', 'record_keys', COMPLETION_MARKER]

/**
 * Lists that a copy only adds to: a person erased after a backup stays on the list when that backup is restored, and
 * can be erased again.
 */
const APPEND_ONLY = new Set(['erased', 'erased_staff'])

/** Whether a copy keeps the target's rows of a table. */
export const isAppendOnly = ({ table }: Pick<FactsPart, 'table'>): boolean => APPEND_ONLY.has(table)

/** A time limit for whole tables. */
export const COPY_OPTIONS = { timeoutSeconds: 24 * 3_600 } as const

/**
 * Every part of every table, in copying order. Columns are by name: their position depends on whether the table was
 * created with them or they were added later, and equal rows must have equal sums.
 */
export async function factsParts(facts: Facts): Promise<FactsPart[]> {
  const found = await facts.query<{ table: string; columns: string[]; engine: string }>(
    `SELECT table, arraySort(groupArray(name)) AS columns, any(made) AS engine
     FROM system.columns AS c INNER JOIN (
       SELECT name AS table, engine AS made FROM ${systemTables(facts)} WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
     ) AS t USING (table)
     WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED', 'EPHEMERAL')
     GROUP BY table ORDER BY table`,
  )
  const place = (table: string) => ORDER.indexOf(ORDER.includes(table) ? table : '')
  return found
    .filter(({ table }) => !NOT_COPIED.has(table))
    .sort((a, b) => place(a.table) - place(b.table))
    .flatMap(({ table, columns, engine }): FactsPart[] => {
      const common = { table, columns, versioned: engine.includes('Replacing') }
      return isEntityName(table) && sortDay(table)
        ? [
            { ...common, part: 'removed' },
            { ...common, part: 'live' },
          ]
        : [{ ...common, part: 'all' }]
    })
}

/** Whether the part completes the copy, so that it is written last. */
export const isCompletionMarker = ({ table }: Pick<FactsPart, 'table'>): boolean => table === COMPLETION_MARKER

/** The part's rows, each once. `late` are import batches that ended after the copy began; they count as unfinished. */
export function selectPart({ table, part, columns, versioned }: FactsPart, late: readonly number[] = []): string {
  const select = `SELECT ${columns.join(', ')} FROM ${table}`
  const key = isEntityName(table) ? sortKey(table) : ''
  // Without FINAL, which hides removed rows.
  if (key && part === 'all') return `${select} ORDER BY ${key}, version DESC LIMIT 1 BY ${key}`
  if (part === 'removed') {
    const gone = `SELECT ${key} FROM ${table} WHERE is_deleted`
    // A record that was added again is live, so its tombstone isn't needed.
    return `${select} WHERE is_deleted AND (${key}) NOT IN (SELECT ${key} FROM ${table} FINAL WHERE (${key}) IN (${gone}))
      ORDER BY ${key}, version DESC LIMIT 1 BY ${key}`
  }
  if (table === COMPLETION_MARKER)
    return late.length ? `${select} WHERE state = 'begun' OR version NOT IN (${late.join(', ')})` : select
  return versioned ? `${select} FINAL` : select
}

// The engine's own row format, which marks NULL: fingerprints of single values would ignore it.
const sumsOf = (columns: readonly string[]): string =>
  `count() AS counted_rows, toString(sum(cityHash64(formatRow('RowBinary', ${columns.join(', ')})))) AS counted_sum`

/** The row count and sum of a store's part. */
export async function partSums(facts: Facts, part: FactsPart): Promise<Sums> {
  const sql = `SELECT ${sumsOf(part.columns)} FROM (${selectPart(part)})`
  return one(await facts.query<Counted>(sql, {}, { ...COPY_OPTIONS, priority: 'background', threads: 2 }))
}

/** The row count and sum of a part in a file, as `native` wrote it (may be compressed: `.gz`). `facts` is embedded. */
export async function fileSums(facts: Facts, part: FactsPart, path: string): Promise<Sums> {
  return one(
    await facts.query<Counted>(`SELECT ${sumsOf(part.columns)} FROM ${engineFile(path, 'Native')}`, {}, COPY_OPTIONS),
  )
}

// Aliases that no column has; otherwise the engine would confuse them.
interface Counted {
  counted_rows: number
  counted_sum: string
}

function one([found]: readonly Counted[]): Sums {
  if (!found) throw new Error('The engine did not count.')
  return { rows: found.counted_rows, sum: found.counted_sum }
}
