import type { EntityName } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import type { DedupedBatch } from '../own/dedupe'
import { type FindKnown, recordKeyLine, writeRecordKeys } from '../own/recordKeys'
import type { Registry } from '../own/registry'
import type { CompanyCounts } from './log'
import { type KeyLocation, RowPrinter, removalLocation } from './rowPrinter'

/** A row with its place, and the columns that its local days fill. */
interface LocatedRow {
  row: Row
  location: KeyLocation
  derived: string
}

/** From so many records on, a batch goes in as two inserts side by side: each is read and sorted by one thread. */
const SHARED_ROWS = 5_000

function partsOf<T>(rows: readonly T[]): (readonly T[])[] {
  if (rows.length < SHARED_ROWS) return [rows]
  const middle = Math.ceil(rows.length / 2)
  return [rows.slice(0, middle), rows.slice(middle)]
}

/** Waits for all, also where one fails: what is still being written must not come after what follows a failure. */
async function allDone(writes: readonly Promise<void>[]): Promise<void> {
  for (const write of await Promise.allSettled(writes)) if (write.status === 'rejected') throw write.reason
}

/** The writing of one batch, step by step. */
export class Batch {
  readonly companies = new Map<number, CompanyCounts>()
  readonly #printer: RowPrinter
  #version = 0
  #located: LocatedRow[] = []
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

  /** Finds the local days of the records, each in the zone of its property. */
  date(registry: Registry): void {
    this.#zoneOf = (property) => registry.properties.get(property)?.zone
    if (sortDay(this.name)) this.#located = this.deduped.rows.map((row) => this.#locate(row))
    // Not written, but the company's facts are as fresh as if they were.
    for (const row of this.deduped.unchanged) {
      if (sortDay(this.name)) this.#locate(row)
      else this.#count(row, Number.NaN)
    }
  }

  /** Records without a day never change their place: one insert replaces them. */
  async writeUndated(version: number): Promise<void> {
    const lines = this.deduped.rows.map((row) => {
      this.#count(row, Number.NaN)
      if (!row.deleted) return this.#printer.recordLine(row, '', version)
      // A removed property still dates the facts that come in, for the day it is restored.
      const zone = this.name === 'properties' ? this.#zoneOf(Number(row.id)) : undefined
      const keep: Record<string, string> = zone ? { time_zone: JSON.stringify(zone) } : {}
      return this.#printer.tombstone(row.companyId, row.id, removalLocation(row), version, keep)
    })
    await this.#printer.write(this.facts, lines)
  }

  /** Notes where the records will be under the version. Returns the newest version by which any of them was claimed. */
  async claim(version: number): Promise<number> {
    const { facts, deduped, name } = this
    this.#version = version
    await writeRecordKeys(
      facts,
      this.#located.map(({ row, location }) => recordKeyLine(name, row.companyId, row.id, location, version)),
    )
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
    const lines: string[][] = []
    const afterwards: string[] = []
    for (const part of partsOf(this.#located)) {
      const together: string[] = []
      lines.push(together)
      for (const { row, location, derived } of part) {
        const line = row.deleted
          ? this.#tombstone(row, location)
          : this.#printer.recordLine(row, derived, this.#version)
        together.push(line)
        for (const old of this.#known(row)?.locations ?? []) {
          if (old.day === location.day && old.propertyId === location.propertyId) continue
          ;(this.#liesWith(old, location) ? together : afterwards).push(this.#tombstone(row, old))
        }
      }
    }
    await allDone(lines.map((part) => this.#printer.write(this.facts, part)))
    await this.#printer.write(this.facts, afterwards)
  }

  #liesWith(old: KeyLocation, place: KeyLocation): boolean {
    if (old.day.slice(0, 4) !== place.day.slice(0, 4)) return false
    return this.facts.cluster === undefined || old.propertyId === place.propertyId
  }

  #tombstone(row: Row, place: KeyLocation): string {
    return this.#printer.tombstone(row.companyId, row.id, place, this.#version)
  }

  #locate(row: Row): LocatedRow {
    if (row.deleted) {
      this.#count(row, Number.NaN)
      return { row, location: removalLocation(row), derived: '' }
    }
    const zone = this.#zoneOf(row.propertyId) ?? 'UTC'
    const { derived, day, instant } = this.#printer.date(row, zone)
    this.#count(row, instant)
    return { row, location: { propertyId: row.propertyId, day }, derived }
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
