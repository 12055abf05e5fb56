import { entityNames } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { mutate } from '../erase/mutate'
import { ERASED } from '../freshness'
import { importStateOf } from '../import/state'
import { unfinishedBatches } from '../import/write/log'
import { sideBySide } from '../sideBySide'
import { type Changes, changesOf, LONG_RUNNING, mostListed } from './changes'
import { TOO_MANY_LEASES } from './homeStates'
import { type Ending, Notes } from './notes'
import { columnsOf, DERIVED_BATCHES, type DerivedTable, type DerivedTableName, derivedTables, noteName } from './tables'
import { Touched } from './touched'
import { clearFormerPlaces, everyKeyInParts, rewriteSome, writeEveryRow } from './writeRows'

/** The batches of an import that a derived table of a company is made of. */
interface Batches {
  table: DerivedTable
  /** Batches that have ended, and aren't in the rows yet. */
  missing: number[]
  /** Whether any are in the rows. */
  isBegun: boolean
  /** Whether any that are missing erased records, of which nothing is left to tell what they changed. */
  hasErased: boolean
  /** Grows with every batch: the version of rows that contain them. */
  newest: number
}

/**
 * Works out what imports have changed, in every derived table of a company. What is there already costs a small query. A
 * table that can't be worked out keeps no other from it; the error comes at the end.
 * A process that dies in between leaves the batches unnoted, and the next call does them again. On servers two instances may
 * do so at once: of their rows those that contain more batches win.
 */
export async function derive(facts: Facts, companyId: number, most = mostListed(facts)): Promise<void> {
  await importStateOf(facts).runExclusive(async () => {
    const errors: unknown[] = []
    const behind = (await batchesOf(facts, companyId)).filter(({ missing }) => missing.length > 0)
    // One list for all tables, read by the first that needs it.
    let known: Promise<Changes> | undefined
    const touched = new Touched(
      facts,
      companyId,
      () => {
        known ??= changesFor(facts, companyId, behind, most)
        return known
      },
      most,
    )
    const notes = new Notes(facts, companyId)
    const work = async (batches: Batches) => {
      await deriveAndReport(facts, companyId, batches, touched, notes).catch((error) => errors.push(error))
    }
    // A server gives each statement all of its cores.
    await sideBySide(behind, work, facts.embedded ? undefined : 1)
    await notes.write().catch((error) => errors.push(error))
    await touched.end().catch((error) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  })
}

/** A twentieth of the time at most is spent on a company that records stream into. */
const PAUSE_FACTOR = 20

/**
 * The same, unless it was done so recently that a stream of imports would keep the store busy with it. A failure is told to
 * those who watch the store, and to nobody else: questions read the records until somebody tries again.
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

/** Works out what the imports of this process have changed, however recently it was done. */
export async function deriveImported(facts: Facts): Promise<void> {
  for (const company of takeCompanies(facts)) await deriveIfPossible(facts, company)
}

/** Works out what the imports of this process have changed, unless a stream of them keeps it busy. */
export async function deriveAfterImport(facts: Facts): Promise<void> {
  for (const company of takeCompanies(facts)) await deriveUnlessBusy(facts, company)
}

function takeCompanies(facts: Facts): number[] {
  const { toDerive } = importStateOf(facts)
  const companies = [...toDerive]
  toDerive.clear()
  return companies
}

/** Has everything that earlier processes left in pieces merged in a quiet moment. */
export function tidyEveryTable(facts: Facts): void {
  const { tidying } = importStateOf(facts)
  for (const name of entityNames) tidying.noteRecords(name)
  for (const { name } of derivedTables) tidying.note(name)
}

/** Merges what this process has left in pieces: for one that ends before a quiet moment comes. */
export const tidyNow = (facts: Facts): Promise<void> => importStateOf(facts).tidying.now()

/** Works out everything of a company again. */
export async function deriveAgain(facts: Facts, companyId: number): Promise<void> {
  await importStateOf(facts).runExclusive(async () => {
    for (const { table, newest } of await batchesOf(facts, companyId)) {
      await writeEveryRow(facts, companyId, table, newest, 'any')
    }
  })
  await derive(facts, companyId)
}

/** The derived tables that contain all of a company's imports; a small query. */
export async function completeTables(
  facts: Pick<Facts, 'query'>,
  companyId: number,
): Promise<ReadonlySet<DerivedTableName>> {
  const complete = (await batchesOf(facts, companyId)).filter(({ missing }) => missing.length === 0)
  return new Set(complete.map(({ table }) => table.name))
}

/** Whether every derived table contains all of a company's imports. */
export const isDerived = async (facts: Pick<Facts, 'query'>, companyId: number): Promise<boolean> =>
  (await completeTables(facts, companyId)).size === derivedTables.length

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
  for (const table of derivedTables) {
    const { name, key, rows } = table
    const columns = columnsOf(table)
    for (const keys of await everyKeyInParts(facts, companyId, table)) {
      // Of a tuple, because the hash of columns is null where any of them is.
      const [found] = await facts.query<{ keys: number }>(
        `SELECT uniqExact(${key}) AS keys FROM (
         SELECT ${key}, cityHash64(tuple(${columns})) AS content FROM (
           SELECT ${columns} FROM (SELECT * FROM ${name} FINAL WHERE company_id = {company:UInt64}) AS stored
             INNER JOIN (SELECT DISTINCT ${key} FROM (${keys.select})) AS wanted USING (${key})
           UNION ALL SELECT ${columns} FROM (${rows(companyId, keys)})
         ) GROUP BY ${key}, content HAVING count() != 2)`,
        { company: companyId },
        LONG_RUNNING,
      )
      wrong += found?.keys ?? 0
    }
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
    if (isImpossible(error)) return false
    throw error
  }
}

/** Whether records are as no derived table can hold them, which no repetition changes. */
const isImpossible = (error: unknown): boolean => error instanceof Error && error.message.includes(TOO_MANY_LEASES)

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

/**
 * What the batches that some tables lack have changed. On servers those that other instances have begun count, too: when one
 * of these dies and the same records come again, what it wrote stays as it is, and its batch ends much later.
 */
async function changesFor(facts: Facts, companyId: number, behind: readonly Batches[], most: number): Promise<Changes> {
  const begun = behind.filter(({ isBegun }) => isBegun)
  const others = facts.embedded ? [] : await unfinishedBatches(facts)
  return changesOf(
    facts,
    companyId,
    new Set(begun.flatMap(({ table }) => table.from)),
    new Set([...begun.flatMap(({ missing }) => missing), ...others.map(({ version }) => version)]),
    most,
  )
}

/** Works out a table, and reports to those who watch the store how it ended once that is noted. */
async function deriveAndReport(
  facts: Facts,
  companyId: number,
  batches: Batches,
  touched: Touched,
  notes: Notes,
): Promise<void> {
  const { table, missing } = batches
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const report = (seconds: number, end: Ending) =>
    facts.activity?.derivation({ table: table.name, companyId, seconds, ...end })
  try {
    await deriveTable(facts, companyId, batches, touched)
  } catch (error) {
    report(elapsed(), { outcome: isImpossible(error) ? 'impossible' : 'failed', error })
    throw error
  }
  const seconds = elapsed()
  await notes.add({ table, batches: missing, seconds, report: (end) => report(seconds, end) })
}

async function deriveTable(
  facts: Facts,
  companyId: number,
  { table, isBegun, hasErased, newest }: Batches,
  touched: Touched,
): Promise<void> {
  const isSome = isBegun && !(table.countsPeople && hasErased)
  const keys = isSome ? await touched.keysOf(table) : null
  if (keys) await rewriteSome(facts, companyId, table, keys, newest, 'older')
  // Those of a former definition may have the same version.
  else await writeEveryRow(facts, companyId, table, newest, isBegun ? 'older' : 'any')
  // An embedded store has no other writer, and what this one wrote before is older, and marked above.
  if (table.place && !facts.embedded) await clearFormerPlaces(facts, companyId, table, newest)
  importStateOf(facts).tidying.note(table.name)
}

/** Which batches each derived table contains, in their order. */
async function batchesOf(facts: Pick<Facts, 'query'>, companyId: number): Promise<Batches[]> {
  const found = await facts.query<{
    name: string
    missing: number[]
    isBegun: number
    hasErased: number
    newest: number
  }>(
    `SELECT name, arraySort(groupUniqArrayIf(version, NOT is_in)) AS missing, max(is_in) AS isBegun,
       max(has_erased AND NOT is_in) AS hasErased, max(version) + count() AS newest FROM (
       SELECT name, version, has_erased, (name, version) IN (
         SELECT toString(name), batch FROM ${DERIVED_BATCHES} WHERE company_id = {company:UInt64}) AS is_in
       FROM (SELECT toString(entity) AS entity, version, details = '${ERASED}' AS has_erased FROM import_log
         WHERE company_id = {company:UInt64} AND state = 'finished')
       ARRAY JOIN {names:Array(String)} AS name, {from:Array(Array(String))} AS made_of WHERE has(made_of, entity)
     ) GROUP BY name`,
    { company: companyId, names: derivedTables.map(noteName), from: derivedTables.map((table) => table.from) },
  )
  return derivedTables.map((table) => {
    const { missing = [], isBegun, hasErased, newest = 0 } = found.find(({ name }) => name === noteName(table)) ?? {}
    return { table, missing, isBegun: isBegun === 1, hasErased: hasErased === 1, newest }
  })
}

/**
 * Has a company's rows about people worked out again, when records are about to vanish that these may still be made of:
 * what a batch changed that isn't contained yet can't be found any more afterwards. On servers a batch may end meanwhile.
 */
export async function forgetIfBehind(facts: Facts, companyId: number): Promise<void> {
  const complete = facts.embedded ? await completeTables(facts, companyId) : new Set<string>()
  const behind = derivedTables.filter(
    ({ name, ofErased, countsPeople }) => countsPeople || (ofErased && !complete.has(name)),
  )
  if (behind.length === 0) return
  const names = behind.map((table) => `'${noteName(table)}'`).join(', ')
  await mutate(facts, companyId, [
    { table: DERIVED_BATCHES, where: `company_id = {company:UInt64} AND name IN (${names})` },
  ])
}
