import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import type { Lines } from '../../client/lines'
import { sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import type { KeyLocation } from '../write/rowPrinter'

/** A record that is known already: whose it is, and every place where it stands or ever stood. */
export interface KnownRecord {
  companyId: number
  locations: KeyLocation[]
  /** The newest version by which it was claimed; 0 for what has no day. */
  newestVersion: number
}

/** What is known of a record; nothing when it is new. */
export type FindKnown = (row: Row) => KnownRecord | undefined

/** How many ids one statement names: a server takes 128 kB in a field. Each statement may read every record's id. */
const IDS_ON_SERVER = 5_000
/** Within this process they stand in the statement, which may be longer; see `LONG_STATEMENTS`. */
const IDS_EMBEDDED = 200_000

/** 0 where ids are unique in the installation, else the company within which they are. */
export const scopeOf = (name: EntityName, companyId: number): number =>
  entityOf(name).unique === 'installation' ? 0 : companyId

interface RecordKeyRow {
  id: number | string
  company: number
  property: number
  day: string
  version: number
}

/** What is known of records by their ids. Dense ids are asked for as a range, which may bring neighbours along: harmless. */
export async function findKnownRecords(
  facts: Facts,
  name: EntityName,
  scope: number,
  ids: readonly (number | string)[],
): Promise<Map<number | string, KnownRecord>> {
  const known = new Map<number | string, KnownRecord>()
  for (const { condition, params } of idConditions(facts, entityOf(name).key, ids)) {
    for (const { id, company, property, day, version } of await facts.query<RecordKeyRow>(
      knownRecordsSql(name, scope, condition),
      {
        ...params,
        scope,
        entity: name,
      },
    )) {
      const found = known.get(id)
      if (found) {
        found.locations.push({ propertyId: property, day })
        found.newestVersion = Math.max(found.newestVersion, version)
      } else
        known.set(id, {
          companyId: company,
          locations: day ? [{ propertyId: property, day }] : [],
          newestVersion: version,
        })
    }
  }
  return known
}

function knownRecordsSql(name: EntityName, scope: number, condition: string): string {
  if (sortDay(name)) {
    return `SELECT id, company_id AS company, property_id AS property, day, version FROM record_keys
      WHERE entity = {entity:String} AND scope = {scope:UInt64} AND ${condition}`
  }
  // Without a day the table itself tells: a record never changes its place there.
  const within = scope ? 'company_id = {scope:UInt64} AND ' : ''
  const { key } = entityOf(name)
  return `SELECT DISTINCT ${key} AS id, company_id AS company, 0 AS property, '' AS day, 0 AS version FROM ${name} WHERE ${within}${condition}`
}

/** Conditions on the key that together find all ids. */
export function idConditions(
  { embedded }: Pick<Facts, 'embedded'>,
  key: string,
  ids: readonly (number | string)[],
): { condition: string; params: Record<string, unknown> }[] {
  const numbers = ids.filter((id) => typeof id === 'number').sort((a, b) => a - b)
  const texts = ids.filter((id) => typeof id === 'string')
  const found: { condition: string; params: Record<string, unknown> }[] = []
  const most = embedded ? IDS_EMBEDDED : IDS_ON_SERVER
  const first = numbers[0]
  const last = numbers.at(-1)
  if (first !== undefined && last !== undefined && last - first < numbers.length * 2) {
    found.push({ condition: `${key} BETWEEN {first:UInt64} AND {last:UInt64}`, params: { first, last } })
  } else {
    for (let at = 0; at < numbers.length; at += most) {
      found.push({ condition: `${key} IN {ids:Array(UInt64)}`, params: { ids: numbers.slice(at, at + most) } })
    }
  }
  for (let at = 0; at < texts.length; at += most) {
    found.push({ condition: `${key} IN {ids:Array(String)}`, params: { ids: texts.slice(at, at + most) } })
  }
  return found
}

/** Notes where records of a dated entity will stand. Written before the records themselves, so that no crash can hide one. */
export async function writeRecordKeys(facts: Facts, lines: Lines): Promise<void> {
  await facts.insert('record_keys', lines, {
    columns: ['entity', 'scope', 'id', 'company_id', 'property_id', 'day', 'version'],
    // Read faster than JSON; nothing here needs to be escaped.
    format: 'TabSeparated',
  })
}

/** One line for `writeRecordKeys`. */
export function recordKeyLine(
  name: EntityName,
  companyId: number,
  id: number | string,
  location: KeyLocation,
  version: number,
): string {
  return `${name}\t${scopeOf(name, companyId)}\t${id}\t${companyId}\t${location.propertyId}\t${location.day}\t${version}`
}

/** The highest id that is known, by scope: whatever is above it is new for certain. */
export async function loadMaxIds(facts: Facts, name: EntityName): Promise<Map<number, number>> {
  const tops = await facts.query<{ scope: number; top: number }>(
    'SELECT scope, max(id) AS top FROM record_keys WHERE entity = {entity:String} GROUP BY scope',
    { entity: name },
  )
  return new Map(tops.map(({ scope, top }) => [scope, top]))
}
