import type { Facts } from '../client/facts'
import type { EntityName } from '../entities'
import type { CompanyTally } from './log'
import { placeLine, writePlaces } from './places'
import type { Registry } from './registry'
import type { FindKnown, Sifted } from './sift'
import type { Row } from './take'
import { type Place, Printer, placeOfRemoval } from './writer'

/** A row with its place, and the columns that its local days fill. */
interface Placed {
  row: Row
  place: Place
  derived: string
}

/** The writing of one batch, step by step. */
export class Batch {
  readonly companies = new Map<number, CompanyTally>()
  readonly #printer: Printer
  #version = 0
  #placed: Placed[] = []
  #known: FindKnown

  constructor(
    readonly facts: Facts,
    readonly name: EntityName,
    readonly sifted: Sifted,
    readonly registry: Registry,
    readonly now: number,
  ) {
    this.#printer = new Printer(name)
    this.#known = sifted.known
  }

  /** Records without a day never change their place: one insert replaces them. */
  async writeUndated(version: number): Promise<void> {
    const lines = this.sifted.rows.map((row) => {
      this.#count(row, Number.NaN)
      if (!row.deleted) return this.#printer.live(row, '', version)
      // A removed property still dates the facts that come in, for the day it is restored.
      const zone = this.name === 'properties' ? this.registry.properties.get(Number(row.id))?.zone : undefined
      const keep: Record<string, string> = zone ? { time_zone: JSON.stringify(zone) } : {}
      return this.#printer.tombstone(row.companyId, row.id, placeOfRemoval(row), version, keep)
    })
    await this.#printer.write(this.facts, lines)
  }

  /** Notes where the records will stand under the version. Tells the newest version by which any of them was claimed. */
  async claim(version: number): Promise<number> {
    const { facts, sifted, name } = this
    if (!this.#version) this.#placed = sifted.rows.map((row) => this.#place(row))
    this.#version = version
    await writePlaces(
      facts,
      this.#placed.map(({ row, place }) => placeLine(name, row.companyId, row.id, place, version)),
    )
    // Within one process batches take turns: nobody else can have claimed them.
    if (facts.embedded) return version
    this.#known = await sifted.lookAgain()
    return sifted.rows.reduce((newest, row) => Math.max(newest, this.#known(row)?.newest ?? 0), version)
  }

  /**
   * Writes claimed records and the tombstones on their old places. A tombstone follows its record, and one that no insert
   * writes in the same moment (in another year, which is another partition, or on another shard) waits for a second insert:
   * whenever the process dies, the old version or the new one is there, or both until the next start, but never neither.
   */
  async writeDated(): Promise<void> {
    const lines: string[] = []
    const afterwards: string[] = []
    for (const { row, place, derived } of this.#placed) {
      lines.push(row.deleted ? this.#tombstone(row, place) : this.#printer.live(row, derived, this.#version))
      for (const old of this.#known(row)?.places ?? []) {
        if (old.day === place.day && old.propertyId === place.propertyId) continue
        const together = this.#liesWith(old, place)
        ;(together ? lines : afterwards).push(this.#tombstone(row, old))
      }
    }
    await this.#printer.write(this.facts, lines)
    await this.#printer.write(this.facts, afterwards)
  }

  #liesWith(old: Place, place: Place): boolean {
    if (old.day.slice(0, 4) !== place.day.slice(0, 4)) return false
    return this.facts.cluster === undefined || old.propertyId === place.propertyId
  }

  #tombstone(row: Row, place: Place): string {
    return this.#printer.tombstone(row.companyId, row.id, place, this.#version)
  }

  #place(row: Row): Placed {
    if (row.deleted) {
      this.#count(row, Number.NaN)
      return { row, place: placeOfRemoval(row), derived: '' }
    }
    const zone = this.registry.properties.get(row.propertyId)?.zone ?? 'UTC'
    const { derived, day, instant } = this.#printer.date(row, zone)
    this.#count(row, instant)
    return { row, place: { propertyId: row.propertyId, day }, derived }
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
