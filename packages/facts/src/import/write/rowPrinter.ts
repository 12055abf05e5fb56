import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import type { Lines } from '../../client/lines'
import { instantsOf, sortDay, tableColumns } from '../../tables/columns'
import type { Row } from '../check/validator'
import { clockOf } from '../date/time'

/** Where a record stands in its table, or stood. */
export interface KeyLocation {
  propertyId: number
  day: string
}

/** The day under which removals are stored: one that no fact has. */
export const REMOVAL_DAY = '1970-01-01'

/** Where a removal is written: at no day that a fact could have by itself. */
export const removalLocation = (row: Row): KeyLocation => ({ propertyId: row.propertyId, day: REMOVAL_DAY })

/** Prints the rows of one table as lines for the store. */
export class RowPrinter {
  readonly columns: string[]
  readonly #name: EntityName
  readonly #placeColumns: { property: number; day: number }
  readonly #empty: string[]
  /** For each instant whether it is the one that dates the record. */
  readonly #isOwn: boolean[]

  constructor(name: EntityName) {
    const all = tableColumns[name]
    const { datedBy } = entityOf(name)
    this.#name = name
    this.columns = all.map((column) => column.name)
    this.#empty = all.map((column) => column.empty)
    const position = (column: string | undefined) => (column ? this.columns.indexOf(column) : -1)
    this.#placeColumns = { property: position('property_id'), day: position(sortDay(name)) }
    this.#isOwn = instantsOf(name).map((instant) => instant === datedBy)
  }

  /**
   * Works out the local days of a row whose property lies in the zone: the columns that hold them, and the day and instant
   * that the row itself stands under.
   */
  date(row: Row, zone: string): { derived: string; day: string; instant: number } {
    const clock = clockOf(zone)
    const { instants } = row
    let derived = ''
    // What is dated by a date has no instant: the date itself, without its quotes, is the day.
    let own = row.inspected.slice(1, -1)
    let ownInstant = Number.NaN
    for (let index = 0; index < this.#isOwn.length; index++) {
      const instant = instants[index] ?? Number.NaN
      if (Number.isNaN(instant)) {
        derived += ',null'
        continue
      }
      const { day, dayColumn, bothColumns } = clock.dayOf(instant)
      derived += this.#isOwn[index] ? bothColumns : dayColumn
      if (!this.#isOwn[index]) continue
      own = day
      ownInstant = instant
    }
    return { derived, day: own, instant: ownInstant }
  }

  /** The line of a row that lives. */
  recordLine(row: Row, derived: string, version: number): string {
    const id = typeof row.id === 'number' ? row.id : JSON.stringify(row.id)
    return `[${row.companyId},${id},${row.body}${derived},${version},0]`
  }

  /** The line that ends whatever stands at a place. */
  tombstone(
    companyId: number,
    id: number | string,
    location: KeyLocation,
    version: number,
    keep: Record<string, string> = {},
  ): string {
    const cells = [...this.#empty]
    cells[0] = String(companyId)
    cells[1] = JSON.stringify(id)
    if (this.#placeColumns.property >= 0) cells[this.#placeColumns.property] = String(location.propertyId)
    if (this.#placeColumns.day >= 0) cells[this.#placeColumns.day] = `"${location.day}"`
    for (const [column, json] of Object.entries(keep)) cells[this.columns.indexOf(column)] = json
    cells[cells.length - 2] = String(version)
    cells[cells.length - 1] = '1'
    return `[${cells.join(',')}]`
  }

  /** Writes printed lines. */
  async write(facts: Facts, lines: Lines): Promise<void> {
    await facts.insert(this.#name, lines, { columns: this.columns, format: 'JSONCompactEachRow' })
  }
}
