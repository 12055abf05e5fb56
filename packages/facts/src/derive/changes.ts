import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { ALL_NEW } from '../import/write/log'

/** Of more batches than this no changes are listed: everything is worked out again. */
const MAX_BATCHES = 500
/** Nor are more records or rows than this: within this process, and on a server, which takes shorter statements. */
const MAX_TOUCHED = { embedded: 500_000, server: 20_000 }

/** Statements over many records, which no user waits for. */
export const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

/** The records of an entity that changed, known by their keys, and whether none of them was stored before. */
export interface Changed {
  keys: readonly (number | string)[]
  areNew: boolean
}

/** What changed of each entity; null when there is too much to list. */
export type Changes = Map<EntityName, Changed> | null

/** Where statements run: a server takes shorter ones. */
export const storeOf = ({ embedded }: Pick<Facts, 'embedded'>) => (embedded ? 'embedded' : 'server')

/** How many changed records, or rows that they touch, are listed at most. */
export const mostTouched = (facts: Pick<Facts, 'embedded'>): number => MAX_TOUCHED[storeOf(facts)]

/**
 * The records of some entities that batches wrote, moved, or removed, one more of each than can be listed. Their rows
 * carry the batch's version, also at places that they left; the keys tell of those whose rows a later batch has replaced.
 * Until a batch ends it is not known whether its records are new.
 */
export async function changesOf(
  facts: Facts,
  companyId: number,
  entities: ReadonlySet<EntityName>,
  batches: ReadonlySet<number>,
): Promise<Changes> {
  if (batches.size > MAX_BATCHES) return null
  const where = `company_id = {company:UInt64} AND version IN ({batches:Array(UInt64)})`
  // Most keys are numbers, which are collected faster than texts.
  const parts = [...entities].flatMap((entity) => {
    const { key } = entityOf(entity)
    const id = key === 'id' ? `id, '' AS text` : `toUInt64(0) AS id, ${key} AS text`
    return [
      `SELECT '${entity}' AS entity, ${id}, version FROM ${entity} WHERE ${where}`,
      `SELECT entity, id, '' AS text, version FROM record_keys WHERE entity = '${entity}' AND ${where}`,
    ]
  })
  const most = mostTouched(facts) + 1
  const allNew = `SELECT version FROM import_log WHERE ${where} AND details = '${ALL_NEW}'`
  const found = await facts.query<{ entity: EntityName; ids: number[]; texts: string[]; areNew: number }>(
    `SELECT entity, groupUniqArray(${most})(id) AS ids, groupUniqArray(${most})(text) AS texts, min(version IN (${allNew})) AS areNew
     FROM (${parts.join(' UNION ALL ')}) GROUP BY entity`,
    { company: companyId, batches: [...batches] },
    LONG_RUNNING,
  )
  return new Map(
    found.map(({ entity, ids, texts, areNew }) => {
      const keys = entityOf(entity).key === 'id' ? ids : texts
      return [entity, { keys, areNew: areNew === 1 }]
    }),
  )
}
