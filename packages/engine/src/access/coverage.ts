import type { EntityName, RecordSpan } from '@leaselight/facts'
import { addTo, type Coverage, type Day, dayAt, type Freshness } from '@leaselight/model'

/** Since when an entity brings records at a property, and how many a day. */
interface Beginning {
  day: Day
  perDay: number
}

/** Since when a company has which records, at each property. */
export class CompanyCoverage {
  private readonly days = new Map<EntityName, Map<number, RecordSpan>>()
  private readonly beginnings = new Map<EntityName, Map<number, Beginning>>()
  /** By the names of several entities: from when to when each property has any of their records. */
  private readonly spans = new Map<string, Map<number, OuterDays>>()

  constructor(rows: readonly RecordSpan[]) {
    for (const row of rows) {
      const byProperty = this.days.get(row.entity) ?? new Map<number, RecordSpan>()
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
    const known = { properties: 0, perDay: 0 }
    const late = { properties: 0, perDay: 0 }
    const days = new OuterDays()
    for (const id of propertyIds) {
      const beginning = beginnings.get(id)
      if (!beginning) continue
      const { day, perDay } = beginning
      known.properties++
      known.perDay += perDay
      if (day <= from) continue
      late.properties++
      late.perDay += perDay
      days.add(day, day)
    }
    if (late.properties === 0 || late.perDay < MAX_LATE_SHARE * known.perDay) return null
    return late.properties === known.properties
      ? { day: days.first ?? from, properties: 0 }
      : { day: days.last ?? from, properties: late.properties }
  }

  /** The properties at which an entity's records begin later than a day, each with the day on which they do. */
  beginsLater(entity: EntityName, from: Day): [property: number, day: Day][] {
    const found: [number, Day][] = []
    for (const [id, { day }] of this.beginningsOf(entity)) if (day > from) found.push([id, day])
    return found
  }

  /** Worked out once: every answer is compared with it. */
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
    const spans = this.spansOf(entities)
    const all = new OuterDays()
    const properties = propertyIds.map((propertyId) => {
      const own = spans.get(propertyId) ?? NO_DAYS
      all.add(own.first, own.last)
      return { propertyId, first: own.first, last: own.upTo(until) }
    })
    return { first: all.first, last: all.upTo(until), properties }
  }

  /** Worked out once: every answer says it of each property. */
  private spansOf(entities: readonly EntityName[]): ReadonlyMap<number, OuterDays> {
    const key = entities.join()
    const known = this.spans.get(key)
    if (known) return known
    const found = new Map<number, OuterDays>()
    for (const entity of entities)
      for (const [id, { last }] of this.days.get(entity) ?? []) {
        const first = this.firstDay(entity, id)
        if (!first) continue
        const own = found.get(id) ?? new OuterDays()
        own.add(first, last)
        found.set(id, own)
      }
    this.spans.set(key, found)
    return found
  }
}

/** Entities whose records from before the data began come along with what is still running. */
const comesWithHistory: readonly EntityName[] = ['leases', 'ad_spend', 'listings']

/** The share of records that may come from properties whose data began later. */
const MAX_LATE_SHARE = 0.05

const daysFrom = (first: Day, last: Day): number => Math.max(0, (Date.parse(last) - Date.parse(first)) / 86_400_000)

/** The first and the last day of several spans. */
class OuterDays {
  first: Day | null = null
  last: Day | null = null

  add(first: Day | null, last: Day | null): void {
    if (first !== null && (this.first === null || first < this.first)) this.first = first
    if (last !== null && (this.last === null || last > this.last)) this.last = last
  }

  /** The last day, but none later than another. */
  upTo(until: Day): Day | null {
    return this.last !== null && this.last > until ? until : this.last
  }
}

const NO_DAYS = new OuterDays()

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
