import type { Facts } from '../client/facts'
import { importStateOf } from '../import/state'
import { TOO_MANY_LEASES } from './homeStates'
import { DERIVED_BATCHES, type DerivedTable, derivedTables, noteName } from './tables'

/** More batches than this are not told apart: everything is worked out again. */
const MAX_BATCHES = 500
/** Nor are more records or rows than this. */
const MAX_TOUCHED = 20_000
const KEYS_IN_TEXT = 5_000

/** Statements over many records, which no user waits for. */
const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

interface Batches {
  /** Batches that have ended, and aren't in the rows yet. */
  missing: number[]
  /** Whether any are in the rows. */
  isBegun: boolean
  /** Grows with every batch: the version of rows that contain them. */
  newest: number
}

/**
 * Works out what imports have changed, in every derived table of a company. What is there already costs one small query.
 * A process that dies in between leaves the batches unnoted, and the next call does them again. On servers two instances may
 * do so at once: of their rows those that contain more batches win.
 */
export async function derive(facts: Facts, companyId: number): Promise<void> {
  await importStateOf(facts).runExclusive(async () => {
    for (const table of derivedTables) await deriveTable(facts, companyId, table)
  })
}

/** A twentieth of the time at most is spent on a company that records stream into. */
const PAUSE_FACTOR = 20

/**
 * The same, unless it was done so recently that a stream of imports would keep the store busy with it. A failure is not
 * reported: questions read the records until somebody tries again.
 */
export function deriveUnlessBusy(facts: Facts, companyId: number): Promise<void> {
  const { derivations } = importStateOf(facts)
  const last = derivations.get(companyId)
  if (last?.running) return last.running
  const started = performance.now()
  if (last && started - last.endedAt < PAUSE_FACTOR * last.milliseconds) return Promise.resolve()
  const ends = () => {
    const endedAt = performance.now()
    derivations.set(companyId, { running: undefined, endedAt, milliseconds: endedAt - started })
  }
  const running = derive(facts, companyId).then(ends, ends)
  derivations.set(companyId, { running, endedAt: 0, milliseconds: 0 })
  return running
}

/** Works out what the imports of this process have changed. */
export async function deriveAfterImport(facts: Facts): Promise<void> {
  const { toDerive } = importStateOf(facts)
  const companies = [...toDerive]
  toDerive.clear()
  for (const company of companies) await deriveUnlessBusy(facts, company)
}

/** Works out everything of a company again. */
export async function deriveAgain(facts: Facts, companyId: number): Promise<void> {
  await importStateOf(facts).runExclusive(async () => {
    for (const table of derivedTables) {
      const { newest } = await batchesOf(facts, companyId, table)
      await writeEveryRow(facts, companyId, table, newest)
    }
  })
  await derive(facts, companyId)
}

/** Whether every derived table contains all of a company's imports; one small query. */
export async function isDerived(facts: Pick<Facts, 'query'>, companyId: number): Promise<boolean> {
  const states = await Promise.all(derivedTables.map((table) => batchesOf(facts, companyId, table)))
  return states.every(({ missing }) => missing.length === 0)
}

/** The companies that have imports. */
async function companiesWithImports(facts: Facts): Promise<number[]> {
  const found = await facts.query<{ company: number }>(
    'SELECT DISTINCT company_id AS company FROM import_log WHERE company_id != 0 ORDER BY company',
  )
  return found.map(({ company }) => company)
}

/** How many rows of a company differ from what its records say; 0 unless a derived table is wrong. */
export async function wrongRows(facts: Facts, companyId: number): Promise<number> {
  let wrong = 0
  for (const { name, key, values, rows, allKeys } of derivedTables) {
    const columns = [key, ...Object.keys(values)].join(', ')
    const [found] = await facts.query<{ keys: number }>(
      `SELECT uniqExact(${key}) AS keys FROM (
         SELECT ${key}, cityHash64(${columns}) AS content FROM (
           SELECT ${columns} FROM ${name} FINAL WHERE company_id = {company:UInt64}
           UNION ALL SELECT ${columns} FROM (${rows(companyId, allKeys(companyId))})
         ) GROUP BY ${key}, content HAVING count() != 2)`,
      { company: companyId },
      LONG_RUNNING,
    )
    wrong += found?.keys ?? 0
  }
  return wrong
}

/** Works out what is missing for every company. A table that can't be is left to the questions, which read the records. */
export async function deriveEverywhere(facts: Facts): Promise<void> {
  for (const company of await companiesWithImports(facts)) await deriveIfPossible(facts, company)
}

/** @returns whether the tables contain everything now */
async function deriveIfPossible(facts: Facts, companyId: number): Promise<boolean> {
  try {
    await derive(facts, companyId)
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes(TOO_MANY_LEASES)) return false
    throw error
  }
}

/**
 * Compares the derived tables of every company with its records, and works out again what differs.
 * @returns how many rows differed
 */
export async function repairDerived(facts: Facts): Promise<number> {
  let wrong = 0
  for (const company of await companiesWithImports(facts)) {
    if (!(await deriveIfPossible(facts, company))) continue
    const found = await wrongRows(facts, company)
    if (found > 0) await deriveAgain(facts, company)
    wrong += found
  }
  return wrong
}

async function deriveTable(facts: Facts, companyId: number, table: DerivedTable): Promise<void> {
  const { missing, isBegun, newest } = await batchesOf(facts, companyId, table)
  if (missing.length === 0) return
  const touched = isBegun ? await touchedKeys(facts, companyId, table, missing) : null
  if (touched) for (const keys of inParts(table.key, touched)) await writeRows(facts, companyId, table, keys, newest)
  else await writeEveryRow(facts, companyId, table, newest)
  await facts.insert(
    DERIVED_BATCHES,
    missing.map((batch) => ({ company_id: companyId, name: noteName(table), batch })),
  )
}

async function batchesOf(facts: Pick<Facts, 'query'>, companyId: number, table: DerivedTable): Promise<Batches> {
  const [found] = await facts.query<Omit<Batches, 'isBegun'> & { isBegun: number }>(
    `SELECT arraySort(groupUniqArrayIf(version, NOT is_in)) AS missing, max(is_in) AS isBegun, max(version) + count() AS newest FROM (
       SELECT version, version IN (
         SELECT batch FROM ${DERIVED_BATCHES} WHERE company_id = {company:UInt64} AND name = {name:String}) AS is_in
       FROM import_log WHERE company_id = {company:UInt64} AND state = 'finished' AND entity IN {from:Array(String)})`,
    { company: companyId, name: noteName(table), from: table.from },
  )
  return found ? { ...found, isBegun: found.isBegun === 1 } : { missing: [], isBegun: false, newest: 0 }
}

/** The keys whose rows may differ after some batches; null when there are so many that all are worked out again. */
async function touchedKeys(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  batches: readonly number[],
): Promise<number[] | null> {
  const changed = batches.length > MAX_BATCHES ? null : await changedIds(facts, companyId, table, batches)
  if (!changed) return null
  const sql = `SELECT DISTINCT ${table.key} AS id FROM (${table.touchedKeys(companyId)}) LIMIT ${MAX_TOUCHED + 1}`
  const found = await facts.query<{ id: number }>(sql, { changed }, LONG_RUNNING)
  return fewIds(found)
}

/**
 * The records that batches wrote, moved, or removed. Their rows carry the batch's version, also at places that they left;
 * the keys tell of those whose rows a later batch has replaced.
 */
async function changedIds(
  facts: Facts,
  companyId: number,
  { from }: DerivedTable,
  batches: readonly number[],
): Promise<number[] | null> {
  const where = `company_id = {company:UInt64} AND version IN ({batches:Array(UInt64)})`
  const parts = from.flatMap((entity) => [
    `SELECT id FROM ${entity} WHERE ${where}`,
    `SELECT id FROM record_keys WHERE entity = '${entity}' AND ${where}`,
  ])
  const sql = `SELECT DISTINCT id FROM (${parts.join(' UNION ALL ')}) LIMIT ${MAX_TOUCHED + 1}`
  return fewIds(await facts.query<{ id: number }>(sql, { company: companyId, batches }, LONG_RUNNING))
}

const fewIds = (found: readonly { id: number }[]): number[] | null =>
  found.length > MAX_TOUCHED ? null : found.map(({ id }) => id)

/** SELECTs of some keys each, few enough for the text of a statement. */
const inParts = (key: string, keys: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(keys.length / KEYS_IN_TEXT) }, (_, part) => {
    const some = keys.slice(part * KEYS_IN_TEXT, (part + 1) * KEYS_IN_TEXT)
    return `SELECT arrayJoin(CAST([${some.join(', ')}], 'Array(UInt64)')) AS ${key}`
  })

async function writeEveryRow(facts: Facts, companyId: number, table: DerivedTable, version: number): Promise<void> {
  const keys = table.allKeys(companyId)
  const [found] = await facts.query<{ keys: number }>(
    `SELECT uniqExact(${table.key}) AS keys FROM (${keys})`,
    {},
    LONG_RUNNING,
  )
  const parts = Math.ceil((found?.keys ?? 0) / table.keysAtOnce)
  for (let part = 0; part < parts; part++) {
    const some = `SELECT ${table.key} FROM (${keys}) WHERE cityHash64(${table.key}) % ${parts} = ${part}`
    await writeRows(facts, companyId, table, some, version)
  }
}

async function writeRows(
  facts: Facts,
  companyId: number,
  { name, key, values, rows }: DerivedTable,
  keys: string,
  version: number,
): Promise<void> {
  const columns = [key, ...Object.keys(values)].join(', ')
  await facts.command(
    `INSERT INTO ${name} (company_id, ${columns}, version)
     SELECT toUInt64(${Math.trunc(companyId)}), ${columns}, toUInt64(${version}) FROM (${rows(companyId, keys)})
     SETTINGS do_not_merge_across_partitions_select_final = 1`,
  )
}
