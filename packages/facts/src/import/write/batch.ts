import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { Lines } from '../../client/lines'
import { sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import type { DedupedBatch } from '../own/dedupe'
import { type FindKnown, recordKeyLine, writeRecordKeys } from '../own/recordKeys'
import type { Registry } from '../own/registry'
import { ALL_NEW, type CompanyCounts, IN_PLACE } from './log'
import { type KeyLocation, REMOVAL_DAY, RowPrinter, removalLocation } from './rowPrinter'

/** From so many records or so much text on, a batch goes in as two inserts side by side: each is read and sorted by one thread. */
const SHARED_ROWS = 5_000
const SHARED_TEXT = 8 << 20

/** Parts of the rows, each with the place where it begins. */
function partsOf(rows: readonly Row[]): { start: number; part: readonly Row[] }[] {
  const isLarge = rows.length >= SHARED_ROWS || rows.reduce((sum, { body }) => sum + body.length, 0) >= SHARED_TEXT
  const middle = isLarge ? Math.ceil(rows.length / 2) : rows.length
  const first = { start: 0, part: rows.slice(0, middle) }
  return middle < rows.length ? [first, { start: middle, part: rows.slice(middle) }] : [first]
}

/** Waits for all, also where one fails: what is still being written must not come after what follows a failure. */
async function allDone(writes: readonly Promise<void>[]): Promise<void> {
  for (const write of await Promise.allSettled(writes)) if (write.status === 'rejected') throw write.reason
}

const isSamePlace = (one: KeyLocation, other: KeyLocation): boolean =>
  one.day === other.day && one.propertyId === other.propertyId

/** The writing of one batch, step by step. */
export class Batch {
  readonly companies = new Map<number, CompanyCounts>()
  readonly #printer: RowPrinter
  #version = 0
  /** By row: its day, and the columns that its local days fill. Two lists, since an object for each row is one too many. */
  readonly #days: string[] = []
  readonly #derived: string[] = []
  #zoneOf: (property: number) => string | undefined = () => undefined
  #known: FindKnown

  constructor(
    readonly facts: Facts,
    readonly name: EntityName,
    readonly deduped: DedupedBatch,
    readonly now: number,
  ) {
    this.#printer = new RowPrinter(name)
    this.#known = deduped.known
  }

  /**
   * What there is to note of the batch: whether none of the records was stored before, at any place, or each was and stays
   * at its own. On servers another instance may be storing one.
   */
  get kind(): typeof ALL_NEW | typeof IN_PLACE | '' {
    const { rows } = this.deduped
    if (!this.facts.embedded || !sortDay(this.name)) return ''
    if (rows.every((row) => !this.#known(row))) return ALL_NEW
    return rows.every((row, index) => this.#staysInPlace(row, index)) ? IN_PLACE : ''
  }

  #staysInPlace(row: Row, index: number): boolean {
    // What was claimed and not written, because something failed, is known and not there.
    if (!this.deduped.isStored(row)) return false
    // A removal has a place of its own.
    const place = this.#placeOf(row, index)
    return this.#known(row)?.locations.every((known) => isSamePlace(known, place)) ?? false
  }

  /** Finds the local days of the records, each in the zone of its property. */
  date(registry: Registry): void {
    this.#zoneOf = (property) => registry.properties.get(property)?.zone
    if (sortDay(this.name))
      for (const row of this.deduped.rows) {
        const { derived, day } = this.#date(row)
        this.#days.push(day)
        this.#derived.push(derived)
      }
    // Not written, but the company's facts are as fresh as if they were.
    for (const row of this.deduped.unchanged) {
      if (sortDay(this.name)) this.#date(row)
      else this.#count(row, Number.NaN)
    }
  }

  /** Records without a day never change their place: what is inserted replaces them. */
  async writeUndated(version: number): Promise<void> {
    const parts = partsOf(this.deduped.rows).map(({ part }) => {
      const lines = new Lines(part.length)
      for (const row of part) {
        this.#count(row, Number.NaN)
        lines.add(row.deleted ? this.#undatedTombstone(row, version) : this.#printer.recordLine(row, '', version))
      }
      return lines
    })
    await allDone(parts.map((part) => this.#printer.write(this.facts, part)))
  }

  #undatedTombstone(row: Row, version: number): string {
    // A removed property still dates the facts that come in, for the day it is restored.
    const zone = this.name === 'properties' ? this.#zoneOf(Number(row.id)) : undefined
    const keep: Record<string, string> = zone ? { time_zone: JSON.stringify(zone) } : {}
    return this.#printer.tombstone(row.companyId, row.id, removalLocation(row), version, keep)
  }

  /** Notes where the records will be under the version. Returns the newest version by which any of them was claimed. */
  async claim(version: number): Promise<number> {
    const { facts, deduped, name } = this
    this.#version = version
    const keys = new Lines(deduped.rows.length)
    for (const [index, row] of deduped.rows.entries())
      keys.add(recordKeyLine(name, row.companyId, row.id, this.#placeOf(row, index), version))
    await writeRecordKeys(facts, keys)
    // Within one process batches take turns, so no other batch can have claimed them.
    if (facts.embedded) return version
    this.#known = await deduped.lookUpAgain()
    return deduped.rows.reduce((newest, row) => Math.max(newest, this.#known(row)?.newestVersion ?? 0), version)
  }

  /**
   * Writes claimed records and the tombstones on their old places. A tombstone follows its record, and one that no insert
   * writes in the same moment (in another year, which is another partition, or on another shard) waits for a second insert:
   * whenever the process dies, the old version or the new one is there, or both until the next start, but never neither.
   */
  async writeDated(): Promise<void> {
    const afterwards = new Lines()
    const parts = partsOf(this.deduped.rows).map(({ start, part }) => {
      const together = new Lines(part.length)
      for (const [index, row] of part.entries()) this.#print(row, start + index, together, afterwards)
      return together
    })
    await allDone(parts.map((part) => this.#printer.write(this.facts, part)))
    await this.#printer.write(this.facts, afterwards)
  }

  #print(row: Row, index: number, together: Lines, afterwards: Lines): void {
    const place = this.#placeOf(row, index)
    together.add(
      row.deleted
        ? this.#tombstone(row, place)
        : this.#printer.recordLine(row, this.#derived[index] ?? '', this.#version),
    )
    for (const old of this.#known(row)?.locations ?? []) {
      if (isSamePlace(old, place)) continue
      const lines = this.#liesWith(old, place) ? together : afterwards
      lines.add(this.#tombstone(row, old))
    }
  }

  #placeOf(row: Row, index: number): KeyLocation {
    return { propertyId: row.propertyId, day: this.#days[index] ?? REMOVAL_DAY }
  }

  #liesWith(old: KeyLocation, place: KeyLocation): boolean {
    if (old.day.slice(0, 4) !== place.day.slice(0, 4)) return false
    return this.facts.cluster === undefined || old.propertyId === place.propertyId
  }

  #tombstone(row: Row, place: KeyLocation): string {
    return this.#printer.tombstone(row.companyId, row.id, place, this.#version)
  }

  #date(row: Row): { derived: string; day: string } {
    if (row.deleted) {
      this.#count(row, Number.NaN)
      return { derived: '', day: REMOVAL_DAY }
    }
    const dated = this.#printer.date(row, this.#zoneOf(row.propertyId) ?? 'UTC')
    this.#count(row, dated.instant)
    return dated
  }

  #count(row: Row, instant: number): void {
    let company = this.companies.get(row.companyId)
    if (!company) {
      company = { rows: 0, newest: Number.NaN }
      this.companies.set(row.companyId, company)
    }
    company.rows++
    if (instant <= this.now && !(company.newest >= instant)) company.newest = instant
  }
}
