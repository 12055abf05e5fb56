import type { EntityName } from '@leaselight/contract'
import type { Facts, QueryOptions } from './client/facts'

/** What the import log says of a batch that erased. */
export const ERASED = 'erased'

/** How fresh a company's facts are. */
export interface Freshness {
  /** Grows with every import that touched the company: a cheap "has anything changed". 0 = nothing came in yet. */
  version: number
  /** When the last import ended, ISO; null when there was none. */
  importedAt: string | null
  /** The newest fact that had happened when it was imported, ISO; null when there is none. */
  newestFactAt: string | null
  /** What changes with every import of an entity, and with every erasure; of entities that came in. */
  entityVersions: ReadonlyMap<EntityName, string>
}

interface EntityFreshness {
  /** '' for erasures, which take records of any entity away. */
  changed: EntityName | ''
  newest: number
  batches: number
  importedAt: string | null
  newestFactAt: string | null
}

/** Whether any company has a fact; one small query. */
export async function hasAnyFact(facts: Facts): Promise<boolean> {
  const [found] = await facts.query<{ found: number }>(
    `SELECT 1 AS found FROM import_log WHERE state = 'finished' AND newest_fact_at IS NOT NULL LIMIT 1`,
  )
  return found !== undefined
}

/** Tells how fresh a company's facts are; one small query, which every request begins with. */
export async function freshness(facts: Facts, companyId: number): Promise<Freshness> {
  const found = await facts.query<EntityFreshness>(
    `SELECT if(details = '${ERASED}', '', toString(entity)) AS changed, max(version) AS newest, count() AS batches,
       max(at) AS importedAt, max(newest_fact_at) AS newestFactAt
     FROM import_log WHERE company_id = {company:UInt64} AND state = 'finished' GROUP BY changed`,
    { company: companyId },
    { priority: 'urgent' },
  )
  const last = (instants: (string | null)[]) =>
    instants
      .flatMap((one) => one ?? [])
      .sort()
      .at(-1) ?? null
  const erasures = found.find(({ changed }) => changed === '')?.batches ?? 0
  const entityVersions = new Map<EntityName, string>()
  for (const { changed, newest, batches } of found)
    if (changed !== '') entityVersions.set(changed, `${newest} ${batches} ${erasures}`)
  return {
    // A batch that a crash left behind ends with a version older than others: how many there are tells that too.
    version: Math.max(0, ...found.map(({ newest }) => newest)) + found.reduce((sum, { batches }) => sum + batches, 0),
    importedAt: last(found.map(({ importedAt }) => importedAt)),
    newestFactAt: last(found.map(({ newestFactAt }) => newestFactAt)),
    entityVersions,
  }
}

/** A batch that has changed a company's facts. Its rows carry its version. */
export interface CompanyBatch {
  version: number
  entity: EntityName
  /** Whether it took rows away from the disk, so that nothing tells which. */
  erased: boolean
}

/** Every batch that has changed a company's facts. A batch counts once it has ended, and may end after a later one. */
export function companyBatches(facts: Pick<Facts, 'query'>, companyId: number, options: QueryOptions = {}) {
  return facts.query<CompanyBatch>(
    `SELECT version, any(entity) AS entity, max(details = '${ERASED}') = 1 AS erased FROM import_log
     WHERE company_id = {company:UInt64} AND state = 'finished' GROUP BY version ORDER BY version`,
    { company: companyId },
    options,
  )
}
