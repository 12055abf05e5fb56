import { isEntityName } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { systemTables } from '../cluster'
import { sortDay, sortKey } from '../tables/columns'
import { CHANGES } from '../tables/sync'

/**
 * A part of a table that is copied by itself.
 * - `live`: the newest version of every record that is there, which is what reports see.
 * - `removed`: what ends an older version of a record that is gone, or has moved to another place. Read before `live`, so that
 *   a record that moves in between has not ended where it was before it stands where it goes.
 * - `all`: the newest version of every row, of tables in which no record moves; a removed property still dates its facts.
 */
export interface FactsPart {
  table: string
  part: 'live' | 'removed' | 'all'
  columns: string[]
  /** Whether the table keeps older versions of a row until it gets round to letting them go. */
  versioned: boolean
}

/** How many rows there are, and the sum of their fingerprints: whatever order they come in, the same rows give the same. */
export interface Sums {
  rows: number
  sum: string
}

/** What says how far each installation's own tables are stands for itself. */
const NOT_COPIED = new Set(['migrations', CHANGES])

/** The table whose rows make a copy whole: it comes last. */
const COMPLETION_MARKER = 'import_log'
/**
 * Keys are noted before their records are written, so copied after them they name every record of the copy. The properties
 * come first: see `isHalfCopied`.
 */
const ORDER = ['properties', '', 'record_keys', COMPLETION_MARKER]

/**
 * Lists to which a copy adds and from which it takes nothing away: whoever was erased after a backup was made stays on the
 * list when it is restored over what is there, and can be erased again.
 */
const APPEND_ONLY = new Set(['erased'])

/** Whether a copy leaves what the target has of a table. */
export const isAppendOnly = ({ table }: Pick<FactsPart, 'table'>): boolean => APPEND_ONLY.has(table)

/** Patience for whole tables. */
export const COPY_OPTIONS = { timeoutSeconds: 24 * 3_600 } as const

/**
 * Every part of every table there is, in the order in which they are copied. Columns by name: where a table keeps them depends on
 * whether it was made with them or got them later, and the same rows must add up to the same.
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

/** Whether the part makes the copy whole, so that it is written when everything else is there. */
export const isCompletionMarker = ({ table }: Pick<FactsPart, 'table'>): boolean => table === COMPLETION_MARKER

/** The part's rows, each once. `late` are import batches that ended after the copy began: to it they are unfinished. */
export function selectPart({ table, part, columns, versioned }: FactsPart, late: readonly number[] = []): string {
  const select = `SELECT ${columns.join(', ')} FROM ${table}`
  const key = isEntityName(table) ? sortKey(table) : ''
  // Not FINAL, which leaves out what was removed.
  if (key && part === 'all') return `${select} ORDER BY ${key}, version DESC LIMIT 1 BY ${key}`
  if (part === 'removed') {
    const gone = `SELECT ${key} FROM ${table} WHERE is_deleted`
    // What came back is live, and its tombstone tells nothing any more.
    return `${select} WHERE is_deleted AND (${key}) NOT IN (SELECT ${key} FROM ${table} FINAL WHERE (${key}) IN (${gone}))
      ORDER BY ${key}, version DESC LIMIT 1 BY ${key}`
  }
  if (table === COMPLETION_MARKER)
    return late.length ? `${select} WHERE state = 'begun' OR version NOT IN (${late.join(', ')})` : select
  return versioned ? `${select} FINAL` : select
}

// The engine's own form of a row, which says of every value whether it is one: fingerprints of values would pass over NULL.
const sumsOf = (columns: readonly string[]): string =>
  `count() AS counted_rows, toString(sum(cityHash64(formatRow('RowBinary', ${columns.join(', ')})))) AS counted_sum`

/** Counts a part of a store and adds it up. */
export async function partSums(facts: Facts, part: FactsPart): Promise<Sums> {
  const sql = `SELECT ${sumsOf(part.columns)} FROM (${selectPart(part)})`
  return one(await facts.query<Counted>(sql, {}, { ...COPY_OPTIONS, priority: 'background', threads: 2 }))
}

/** Counts a part that lies in a file, as `native` gave it (it may be packed: `.gz`), and adds it up. `facts` is embedded. */
export async function fileSums(facts: Facts, part: FactsPart, path: string): Promise<Sums> {
  const file = `file('${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', 'Native')`
  return one(await facts.query<Counted>(`SELECT ${sumsOf(part.columns)} FROM ${file}`, {}, COPY_OPTIONS))
}

// Names that no column has: the engine would take them for the columns'.
interface Counted {
  counted_rows: number
  counted_sum: string
}

function one([found]: readonly Counted[]): Sums {
  if (!found) throw new Error('The engine did not count.')
  return { rows: found.counted_rows, sum: found.counted_sum }
}
