import { type EntityName, entityNames, entityOf, type QueryOptions } from '@leaselight/facts'
import { addTo, type Coverage, type Day, dayAt, type Freshness } from '@leaselight/model'
import type { QueryRunner } from '../plan/cache'
import { dayColumn } from '../records/definition'

/** The days of an entity's records at a property. */
export interface EntityDays {
  entity: EntityName
  propertyId: number
  first: Day
  last: Day
  records: number
}

/** Since when an entity brings records at a property, and how many a day. */
interface Beginning {
  day: Day
  perDay: number
}

/** Since when a company has which records, at each property. */
export class CompanyCoverage {
  private readonly days = new Map<EntityName, Map<number, EntityDays>>()
  private readonly beginnings = new Map<EntityName, Map<number, Beginning>>()

  constructor(rows: readonly EntityDays[]) {
    for (const row of rows) {
      const byProperty = this.days.get(row.entity) ?? new Map<number, EntityDays>()
      byProperty.set(row.propertyId, row)
      this.days.set(row.entity, byProperty)
    }
  }

  /**
   * The first day with data of an entity at a property; null without any. Old leases and contracts come along when a
   * portfolio is set up, but only those still running: they count from the first prospect on.
   */
  firstDay(entity: EntityName, propertyId: number): Day | null {
    const own = this.days.get(entity)?.get(propertyId)?.first ?? null
    if (own === null || !comesWithHistory.includes(entity)) return own
    const prospects = this.days.get('prospects')?.get(propertyId)?.first
    return prospects && prospects > own ? prospects : own
  }

  /**
   * From which day on the numbers over some properties have data, and how many properties begin later than `from`. One
   * that brings under a twentieth of the records doesn't hold up the others.
   */
  begins(entity: EntityName, propertyIds: readonly number[], from: Day): { day: Day; properties: number } | null {
    const beginnings = this.beginningsOf(entity)
    const known = propertyIds.flatMap((id) => beginnings.get(id) ?? [])
    const late = known.filter(({ day }) => day > from)
    if (late.length === 0) return null
    const rate = (list: typeof known) => list.reduce((sum, { perDay }) => sum + perDay, 0)
    if (rate(late) < MAX_LATE_SHARE * rate(known)) return null
    const days = late.map(({ day }) => day).sort()
    return late.length === known.length
      ? { day: days[0] ?? from, properties: 0 }
      : { day: days.at(-1) ?? from, properties: late.length }
  }

  /** Worked out once: every row of every answer is compared with it. */
  private beginningsOf(entity: EntityName): ReadonlyMap<number, Beginning> {
    const known = this.beginnings.get(entity)
    if (known) return known
    const found = new Map<number, Beginning>()
    for (const [id, { records, last }] of this.days.get(entity) ?? []) {
      const day = this.firstDay(entity, id)
      if (day) found.set(id, { day, perDay: records / (daysFrom(day, last) + 1) })
    }
    this.beginnings.set(entity, found)
    return found
  }

  /** The span of some entities' records, up to a day: over all of some properties, and for each. */
  span(entities: readonly EntityName[], propertyIds: readonly number[], until: Day): Coverage {
    const properties = propertyIds.map((propertyId) => {
      const found = entities.flatMap((entity) => {
        const first = this.firstDay(entity, propertyId)
        const last = this.days.get(entity)?.get(propertyId)?.last
        return first && last ? [{ first, last }] : []
      })
      return { propertyId, ...outerDays(found, until) }
    })
    return { ...outerDays(properties, until), properties }
  }
}

/** Entities whose records from before the data began come along with what is still running. */
const comesWithHistory: readonly EntityName[] = ['leases', 'ad_spend', 'listings']

/** The share of records that may come from properties whose data began later. */
const MAX_LATE_SHARE = 0.05

const daysFrom = (first: Day, last: Day): number => Math.max(0, (Date.parse(last) - Date.parse(first)) / 86_400_000)

function outerDays(
  spans: readonly { first: Day | null; last: Day | null }[],
  until: Day,
): { first: Day | null; last: Day | null } {
  const firsts = spans.flatMap(({ first }) => first ?? []).sort()
  const lasts = spans.flatMap(({ last }) => last ?? []).sort()
  const last = lasts.at(-1)
  return { first: firsts[0] ?? null, last: last && last > until ? until : (last ?? null) }
}

/** The entities whose records are of a day. */
export const datedEntities: readonly EntityName[] = entityNames.filter(
  (entity) => entityOf(entity).datedBy !== undefined,
)

/** Reads since when a company has records of an entity, from all of them. */
export function readDays(
  facts: QueryRunner,
  companyId: number,
  entity: EntityName,
  options: QueryOptions,
): Promise<EntityDays[]> {
  const day = dayColumn(entityOf(entity).datedBy ?? '')
  return facts.query<EntityDays>(
    `SELECT '${entity}' AS entity, property_id AS propertyId, toString(min(${day})) AS first, toString(max(${day})) AS last, count() AS records
FROM ${entity} FINAL WHERE company_id = {company:UInt64} GROUP BY property_id ORDER BY property_id`,
    { company: companyId },
    options,
  )
}

/** How many days without any record may be quiet ones, when an import came after them. */
const MAX_QUIET_DAYS = 2

/** The last day whose records are all in; null before the first import. */
export function completeUntil({ newestFactAt, importedAt }: Freshness, timeZone: string, today: Day): Day | null {
  if (newestFactAt === null) return null
  const newest = dayAt(Date.parse(newestFactAt), timeZone)
  const beforeImport = importedAt === null ? newest : addTo(dayAt(Date.parse(importedAt), timeZone), -1)
  const quiet = addTo(newest, MAX_QUIET_DAYS)
  const until = [newest, beforeImport < quiet ? beforeImport : quiet].sort().at(-1) ?? newest
  // Today is never over.
  return until < today ? until : addTo(today, -1)
}

/** A night passes without a fact, and hours without an import. */
const LONGEST_NIGHT_MS = 16 * 3_600_000
const LONGEST_PAUSE_MS = 6 * 3_600_000

/**
 * The newest fact's instant, where later ones must be missing: what is so now can't be compared with what was so at the same
 * time of another day, whose facts are all here. Null where none is missing, or there are no facts.
 */
export function missingSince(
  { newestFactAt, importedAt }: Pick<Freshness, 'newestFactAt' | 'importedAt'>,
  now: Date,
): string | null {
  if (newestFactAt === null) return null
  const [newest, heard] = [Date.parse(newestFactAt), Date.parse(importedAt ?? newestFactAt)]
  const isQuiet = now.getTime() - newest > LONGEST_NIGHT_MS
  return isQuiet || now.getTime() - Math.max(newest, heard) > LONGEST_PAUSE_MS ? newestFactAt : null
}
