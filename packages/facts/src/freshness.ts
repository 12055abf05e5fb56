import type { EntityName } from '@leaselight/contract'
import type { Facts, QueryOptions } from './client/facts'
import { ALL_NEW, IN_PLACE } from './import/write/log'

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
    if (changed !== '') entityVersions.set(changed, printVersion({ newest, batches, erasures }))
  return {
    // A batch that a crash left behind ends with a version older than others: how many there are tells that too.
    version: Math.max(0, ...found.map(({ newest }) => newest)) + found.reduce((sum, { batches }) => sum + batches, 0),
    importedAt: last(found.map(({ importedAt }) => importedAt)),
    newestFactAt: last(found.map(({ newestFactAt }) => newestFactAt)),
    entityVersions,
  }
}

/** What changes with every import of an entity, and with every erasure. */
interface EntityVersion {
  /** The version of its newest batch; 0 before the first. */
  newest: number
  batches: number
  /** Of records of any entity. */
  erasures: number
}

const printVersion = ({ newest, batches, erasures }: EntityVersion): string => `${newest} ${batches} ${erasures}`

function parseVersion(version: string): EntityVersion {
  const [newest = 0, batches = 0, erasures = 0] = version === '' ? [] : version.split(' ').map(Number)
  return { newest, batches, erasures }
}

/**
 * The version of an entity's newest batch; 0 before the first. Records with a later one are of a batch that has not ended.
 * @param version of the entity, see `Freshness.entityVersions`
 */
export const newestBatch = (version: string): number => parseVersion(version).newest

/** Of more batches it isn't read what each did. */
const MOST_BATCHES = 500

/** Batches that took no record away from its day and property. */
interface PlainBatches {
  /** The versions of those that brought only records that were not stored before. */
  added: number[]
  /** How many records these brought, with those that were there already and stayed as they are. */
  records: number
  /** The versions of those that brought only newer versions of records, each at the day and property where it was. */
  replaced: number[]
}

/**
 * What came between two versions of an entity (see `Freshness.entityVersions`), where all batches were plain; null where one
 * was not, or that isn't known, as on servers. A small query.
 */
export async function plainBatches(
  facts: Pick<Facts, 'query'>,
  companyId: number,
  entity: EntityName,
  { since, until }: { since: string; until: string },
  options: QueryOptions = {},
): Promise<PlainBatches | null> {
  const [before, now] = [parseVersion(since), parseVersion(until)]
  const count = now.batches - before.batches
  if (before.erasures !== now.erasures || count > MOST_BATCHES) return null
  const found = await facts.query<{ version: number; details: string; records: number }>(
    `SELECT version, details, rows AS records FROM import_log
     WHERE company_id = {company:UInt64} AND state = 'finished' AND entity = '${entity}' AND details != '${ERASED}'
       AND version > {since:UInt64} AND version <= {until:UInt64}`,
    { company: companyId, since: before.newest, until: now.newest },
    options,
  )
  // One that a crash left behind ends with a version older than others.
  if (found.length !== count) return null
  const [added, replaced] = [ALL_NEW, IN_PLACE].map((kind) => found.filter(({ details }) => details === kind))
  if (!added || !replaced || added.length + replaced.length < count) return null
  return {
    added: added.map(({ version }) => version),
    records: added.reduce((sum, { records }) => sum + records, 0),
    replaced: replaced.map(({ version }) => version),
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
