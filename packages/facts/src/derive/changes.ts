import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import type { DerivedTable } from './tables'

/** More batches than this are not told apart: everything is worked out again. */
const MAX_BATCHES = 500
/** Nor are more records or rows than this: within this process, and on a server, which takes shorter statements. */
const MAX_TOUCHED = { embedded: 500_000, server: 20_000 }

/** Statements over many records, which no user waits for. */
export const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

/** The records of each entity that changed, known by their keys; null when there are too many to list. */
export type Changes = Map<EntityName, readonly (number | string)[]> | null

/** The keys of a table whose rows may differ after these changes; null when there are so many that all are worked out again. */
export async function touchedKeys(
  facts: Facts,
  companyId: number,
  table: DerivedTable,
  changes: Changes,
): Promise<number[] | null> {
  if (!changes) return null
  const most = mostTouched(facts)
  const touched = new Set<number>()
  for (const entity of table.from) {
    const changed = changes.get(entity)
    if (!changed) continue
    if (changed.length > most) return null
    const sql = `SELECT DISTINCT ${table.key} AS id FROM (${table.touchedKeys(companyId, entity)}) LIMIT ${most + 1}`
    for (const { id } of await facts.query<{ id: number }>(sql, { changed }, LONG_RUNNING)) touched.add(id)
    if (touched.size > most) return null
  }
  return [...touched]
}

const mostTouched = ({ embedded }: Facts): number => MAX_TOUCHED[embedded ? 'embedded' : 'server']

/**
 * The records of some entities that batches wrote, moved, or removed, one more of each than can be listed. Their rows
 * carry the batch's version, also at places that they left; the keys tell of those whose rows a later batch has replaced.
 */
export async function changesOf(
  facts: Facts,
  companyId: number,
  entities: ReadonlySet<EntityName>,
  batches: ReadonlySet<number>,
): Promise<Changes> {
  if (batches.size > MAX_BATCHES) return null
  const where = `company_id = {company:UInt64} AND version IN ({batches:Array(UInt64)})`
  const parts = [...entities].flatMap((entity) => [
    `SELECT '${entity}' AS entity, toString(${entityOf(entity).key}) AS id FROM ${entity} WHERE ${where}`,
    `SELECT entity, toString(id) AS id FROM record_keys WHERE entity = '${entity}' AND ${where}`,
  ])
  const found = await facts.query<{ entity: EntityName; ids: string[] }>(
    `SELECT entity, groupUniqArray(${mostTouched(facts) + 1})(id) AS ids FROM (${parts.join(' UNION ALL ')}) GROUP BY entity`,
    { company: companyId, batches: [...batches] },
    LONG_RUNNING,
  )
  return new Map(found.map(({ entity, ids }) => [entity, entityOf(entity).key === 'id' ? ids.map(Number) : ids]))
}
