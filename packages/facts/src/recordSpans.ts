import { type EntityName, entityNames } from '@leaselight/contract'
import type { Facts, QueryOptions } from './client/facts'
import { newestBatch, plainBatches } from './freshness'
import { sortDay } from './tables/columns'

type Runner = Pick<Facts, 'query'>

/** From when to when an entity has records at a property. */
export interface RecordSpan {
  entity: EntityName
  propertyId: number
  /** YYYY-MM-DD, in the property's zone. */
  first: string
  last: string
  records: number
}

/** What is known of an entity's records. */
export interface KnownSpans {
  /** Of each property, in the order of their ids. */
  spans: readonly RecordSpan[]
  /** Whether records of a batch that had not ended are among them, so that what comes later can't be added. */
  hasUnended: boolean
}

/** The entities whose records are of a day. */
export const datedEntities: readonly EntityName[] = entityNames.filter((entity) => sortDay(entity) !== undefined)

/** Which records are read, and at which version; see `Freshness.entityVersions`. */
interface Request {
  companyId: number
  entity: EntityName
  version: string
}

/** What was known at a version. */
interface Before {
  version: string
  answer: KnownSpans
}

/**
 * Reads from when to when a company has records of a dated entity, and how many. Records come all day long, most of them new
 * or newer versions of others. Where only such came since the last reading, the new ones are added to its result. Otherwise
 * every record is read, of which a company has millions.
 * @param before the result of the last reading
 */
export async function readSpans(
  facts: Runner,
  request: Request,
  before: Before | undefined,
  options: QueryOptions = {},
): Promise<KnownSpans> {
  return (before && (await addNew(facts, request, before, options))) ?? readAll(facts, request, options)
}

/** What a statement finds at a property, and how many other records there. */
interface FoundSpan extends Omit<RecordSpan, 'entity'> {
  others: number
}

const selectSpan = (entity: EntityName): string => {
  const day = sortDay(entity)
  return `property_id AS propertyId, toString(min(${day})) AS first, toString(max(${day})) AS last`
}

async function readAll(
  facts: Runner,
  { companyId, entity, version }: Request,
  options: QueryOptions,
): Promise<KnownSpans> {
  const found = await facts.query<FoundSpan>(
    `SELECT ${selectSpan(entity)}, count() AS records, countIf(version > {newest:UInt64}) AS others
     FROM ${entity} FINAL WHERE company_id = {company:UInt64} GROUP BY property_id ORDER BY property_id`,
    { company: companyId, newest: newestBatch(version) },
    options,
  )
  return {
    spans: found.map(({ others: _, ...span }) => ({ entity, ...span })),
    hasUnended: found.some(({ others }) => others > 0),
  }
}

/** Adds what plain batches brought; null where others came, or may have. */
async function addNew(
  facts: Runner,
  { companyId, entity, version }: Request,
  { version: since, answer }: Before,
  options: QueryOptions,
): Promise<KnownSpans | null> {
  if (answer.hasUnended) return null
  const batches = await plainBatches(facts, companyId, entity, { since, until: version }, options)
  if (!batches) return null
  const { added, replaced } = batches
  const found = await facts.query<FoundSpan>(
    `SELECT ${selectSpan(entity)}, countIf(version IN {added:Array(UInt64)}) AS records,
       countIf(version NOT IN {plain:Array(UInt64)}) AS others
     FROM ${entity}
     WHERE company_id = {company:UInt64} AND version > {since:UInt64} AND version <= {until:UInt64} AND NOT is_deleted
     GROUP BY property_id`,
    {
      company: companyId,
      added,
      plain: [...added, ...replaced],
      since: newestBatch(since),
      until: newestBatch(version),
    },
    options,
  )
  // A batch that failed may have left some, and may end later as if it had brought none.
  if (found.some(({ others }) => others > 0)) return null
  // A new record that was replaced since then is no longer there under the version of its first batch.
  const records = found.reduce((sum, span) => sum + span.records, 0)
  if (replaced.length > 0 && records !== batches.records) return null
  const spans = new Map(answer.spans.map((one) => [one.propertyId, one]))
  for (const { others: _, ...span } of found) {
    const known = spans.get(span.propertyId)
    spans.set(span.propertyId, known ? joined(known, span) : { entity, ...span })
  }
  return { spans: [...spans.values()].sort((one, other) => one.propertyId - other.propertyId), hasUnended: false }
}

const joined = (one: RecordSpan, other: Omit<RecordSpan, 'entity'>): RecordSpan => ({
  ...one,
  first: one.first < other.first ? one.first : other.first,
  last: one.last > other.last ? one.last : other.last,
  records: one.records + other.records,
})
