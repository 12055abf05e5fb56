import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import type { DerivedTable } from './tables'

/** More batches than this are not told apart: everything is worked out again. */
const MAX_BATCHES = 500
/** Nor are more records or rows than this: within this process, and on a server, which takes shorter statements. */
const MAX_TOUCHED = { embedded: 500_000, server: 20_000 }

/** Statements over many records, which no user waits for. */
export const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

/** The keys whose rows may differ after some batches; null when there are so many that all are worked out again. */
export async function touchedKeys(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  batches: readonly number[],
): Promise<number[] | null> {
  if (batches.length > MAX_BATCHES) return null
  const most = MAX_TOUCHED[facts.embedded ? 'embedded' : 'server']
  const touched = new Set<number>()
  for (const [entity, changed] of await changedIds(facts, companyId, table, { batches, most })) {
    if (changed.length > most) return null
    const sql = `SELECT DISTINCT ${table.key} AS id FROM (${table.touchedKeys(companyId, entity)}) LIMIT ${most + 1}`
    for (const { id } of await facts.query<{ id: number }>(sql, { changed }, LONG_RUNNING)) touched.add(id)
    if (touched.size > most) return null
  }
  return [...touched]
}

/**
 * The records of each entity that batches wrote, moved, or removed. Their rows carry the batch's version, also at places
 * that they left; the keys tell of those whose rows a later batch has replaced.
 */
async function changedIds(
  facts: Facts,
  companyId: number,
  { from }: DerivedTable,
  { batches, most }: { batches: readonly number[]; most: number },
): Promise<Map<EntityName, readonly (number | string)[]>> {
  const where = `company_id = {company:UInt64} AND version IN ({batches:Array(UInt64)})`
  const parts = from.flatMap((entity) => [
    `SELECT '${entity}' AS entity, toString(${entityOf(entity).key}) AS id FROM ${entity} WHERE ${where}`,
    `SELECT entity, toString(id) AS id FROM record_keys WHERE entity = '${entity}' AND ${where}`,
  ])
  const found = await facts.query<{ entity: EntityName; ids: string[] }>(
    `SELECT entity, groupUniqArray(${most + 1})(id) AS ids FROM (${parts.join(' UNION ALL ')}) GROUP BY entity`,
    { company: companyId, batches },
    LONG_RUNNING,
  )
  return new Map(found.map(({ entity, ids }) => [entity, entityOf(entity).key === 'id' ? ids.map(Number) : ids]))
}
