import { type EntityName, entityNames } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { Lines } from '../client/lines'
import { sortDay } from '../tables/columns'
import { redateProperties } from './commit'
import { importStateOf } from './state'
import type { Exclusion } from './write/exclusions'
import { logFinish, type UnfinishedBatch, unfinishedBatches } from './write/log'
import { RowPrinter } from './write/rowPrinter'

/** On a server a batch this old belongs to an instance that is no more; a younger one may still be going on. */
const ABANDONED_MS = 15 * 60_000

/**
 * Puts right what a crash left half done: of every record of an unfinished batch only the newest version stays. Nothing
 * to do costs one small query. Safe to repeat, and beside another instance that is in the middle of a batch.
 */
export async function recover(facts: Facts): Promise<void> {
  const state = importStateOf(facts)
  await state.runExclusive(async () => {
    if (state.isRecovered) return
    // In its turn no batch of this process is under way: whatever is unfinished was cut off.
    const batches = await unfinishedBatches(facts)
    if (batches.length === 0) {
      state.isRecovered = facts.embedded
      return
    }
    for (const name of entityNames) {
      const mine = batches.filter((batch) => batch.entity === name)
      if (mine.length === 0) continue
      if (sortDay(name)) await endOlderVersions(facts, name, mine)
      if (name === 'prospects') await rewriteExclusions(facts, mine)
    }
    const moved = [...new Set(batches.flatMap((batch) => batch.redate))]
    await redateProperties(facts, state, moved, Date.now())
    for (const { version, entity, begunAt } of batches) {
      const isOver = facts.embedded || Date.now() - begunAt > ABANDONED_MS
      if (isOver) await logFinish(facts, version, entity, Date.now(), await touchedCompanies(facts, entity, version))
    }
    state.reset()
    state.isRecovered = facts.embedded
  })
}

const versionsOf = (batches: readonly UnfinishedBatch[]): number[] => batches.map((batch) => batch.version)

/** Every place where the batches' records stand or stood. */
const KEYS_OF_BATCHES = `SELECT company_id, day, property_id, id FROM record_keys WHERE entity = {entity:String} AND (scope, id) IN (
  SELECT scope, id FROM record_keys WHERE entity = {entity:String} AND version IN {versions:Array(UInt64)})`

async function endOlderVersions(facts: Facts, name: EntityName, batches: readonly UnfinishedBatch[]): Promise<void> {
  const day = sortDay(name)
  const key = `company_id, ${day}, property_id, id`
  // The newest of a record's versions ends the others: a later write at their places has a higher version still.
  const stale = await facts.query<{ company: number; id: number; property: number; at: string; newest: number }>(
    `SELECT company_id AS company, id, property_id AS property, ${day} AS at, newest FROM (
       SELECT *, max(version) OVER (PARTITION BY company_id, id) AS newest FROM (
         SELECT ${key}, version FROM ${name} FINAL WHERE (${key}) IN (${KEYS_OF_BATCHES})))
     WHERE version < newest`,
    { entity: name, versions: versionsOf(batches) },
    { timeoutSeconds: 600, priority: 'background' },
  )
  const printer = new RowPrinter(name)
  const lines = new Lines()
  for (const { company, id, property, at, newest } of stale)
    lines.add(printer.tombstone(company, id, { propertyId: property, day: at }, newest))
  await printer.write(facts, lines)
}

/** Works the marks of the batches' prospects out again, from what the store holds of them now. */
async function rewriteExclusions(facts: Facts, batches: readonly UnfinishedBatch[]): Promise<void> {
  const key = 'company_id, created_day, property_id, id'
  // A prospect of which nothing was written yet, not even its removal, gets no mark: it is not known.
  const marks = await facts.query<Exclusion>(
    `SELECT company_id, id, argMax(nap, (v, 1 - gone)) AS not_a_prospect, argMax(gone, (v, 1 - gone)) AS deleted, max(v) AS version
     FROM (SELECT ${key}, not_a_prospect AS nap, is_deleted AS gone, version AS v FROM prospects WHERE (${key}) IN (${KEYS_OF_BATCHES}))
     GROUP BY company_id, id
     HAVING not_a_prospect OR deleted OR (company_id, id) IN (SELECT company_id, id FROM prospect_marks)`,
    { entity: 'prospects', versions: versionsOf(batches) },
    { timeoutSeconds: 600, priority: 'background' },
  )
  await facts.insert('prospect_marks', marks)
}

/** The companies that an unfinished batch touched, so that their readers notice a change. */
async function touchedCompanies(
  facts: Facts,
  name: EntityName,
  version: number,
): Promise<Map<number, { rows: number; newest: number }>> {
  if (!sortDay(name)) return new Map()
  const found = await facts.query<{ company: number; rows: number }>(
    `SELECT company_id AS company, count() AS rows FROM record_keys
     WHERE entity = {entity:String} AND version = {version:UInt64} GROUP BY company_id`,
    { entity: name, version },
  )
  return new Map(found.map(({ company, rows }) => [company, { rows, newest: Number.NaN }]))
}
