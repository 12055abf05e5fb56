import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../client/facts'
import { ALL_NEW } from '../import/write/log'

/** Of more batches than this no changes are looked for: everything is worked out again. */
const MAX_BATCHES = 500

/** So many records of an entity, or rows that they touch, are listed at most: within this process, and on a server. */
const MAX_LISTED = { embedded: 5_000, server: 20_000 }

/** Statements over many records, which no user waits for. */
export const LONG_RUNNING = { timeoutSeconds: 3_600, priority: 'background' } as const

/** The records of an entity that changed, known by their keys. */
export interface Changed {
  /** Their keys; null where there are too many to list. */
  keys: readonly (number | string)[] | null
  /** Whether none of them was stored before. */
  areNew: boolean
}

/** What batches changed of each entity; null when there are too many batches. */
export type Changes = { batches: ReadonlySet<number>; changed: ReadonlyMap<EntityName, Changed> } | null

/** Where statements run: a server takes shorter ones. */
export const storeOf = ({ embedded }: Pick<Facts, 'embedded'>) => (embedded ? 'embedded' : 'server')

/** How many changed records, or rows that they touch, are listed at most. */
export const mostListed = (facts: Pick<Facts, 'embedded'>): number => MAX_LISTED[storeOf(facts)]

/**
 * The records of some entities that batches wrote, moved, or removed. Their rows carry the batch's version, also at places
 * that they left; the keys tell of those whose rows a later batch has replaced. Until a batch ends it is not known whether
 * its records are new.
 * @param most records of an entity are listed
 */
export async function changesOf(
  facts: Facts,
  companyId: number,
  entities: ReadonlySet<EntityName>,
  batches: ReadonlySet<number>,
  most = mostListed(facts),
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
  const allNew = `SELECT version FROM import_log WHERE ${where} AND details = '${ALL_NEW}'`
  const found = await facts.query<{ entity: EntityName; ids: number[]; texts: string[]; areNew: number }>(
    `SELECT entity, groupUniqArray(${most + 1})(id) AS ids, groupUniqArray(${most + 1})(text) AS texts, min(version IN (${allNew})) AS areNew
     FROM (${parts.join(' UNION ALL ')}) GROUP BY entity`,
    { company: companyId, batches: [...batches] },
    LONG_RUNNING,
  )
  const changed = found.map(({ entity, ids, texts, areNew }): [EntityName, Changed] => {
    const keys = entityOf(entity).key === 'id' ? ids : texts
    return [entity, { keys: keys.length > most ? null : keys, areNew: areNew === 1 }]
  })
  return { batches, changed: new Map(changed) }
}

/** A SELECT of the keys (`id`) of an entity's records that batches changed, however many they are. */
export function selectChanged(companyId: number, entity: EntityName, batches: ReadonlySet<number>): string {
  const where = `company_id = ${Math.trunc(companyId)} AND version IN (${[...batches].map(Math.trunc).join(', ')})`
  const { key } = entityOf(entity)
  const written = `SELECT ${key} AS id FROM ${entity} WHERE ${where}`
  if (key !== 'id') return written
  return `${written} UNION ALL SELECT id FROM record_keys WHERE entity = '${entity}' AND ${where}`
}
