import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { Lines } from '../../client/lines'
import { columnName, sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import { REMOVAL_DAY } from '../write/rowPrinter'
import { type DaysOf, outerDays, ownDays } from './recordDays'
import { type FindKnown, idConditions } from './recordKeys'

/** How much text of records is compared at once: about as much comes from the store. */
const MAX_TEXT_AT_ONCE = 16 << 20

/** Which rows of a batch have a record in the store, and which equal it. */
export class StoredRecords {
  readonly #there = new Set<Row>()
  readonly #equal = new Set<Row>()

  /** Whether the store holds the record, whatever it says of it. */
  has(row: Row): boolean {
    return this.#there.has(row)
  }

  /** Whether the store holds the record exactly as the row has it. */
  equals(row: Row): boolean {
    return this.#equal.has(row)
  }

  /**
   * Compares dated rows with the records of their own days, where most that came before still are. On a server a move of
   * another instance may be half done, which only a record's known places tell.
   */
  async compareOnOwnDays(facts: Facts, name: EntityName, rows: readonly Row[]): Promise<void> {
    if (!facts.embedded || !sortDay(name)) return
    const living = rows.filter(({ deleted }) => !deleted)
    await this.#compare(facts, name, living, (some) => ownDays(name, some))
  }

  /** Compares the rows whose records are known and were not found yet. */
  async compareWhereKnown(facts: Facts, name: EntityName, rows: readonly Row[], known: FindKnown): Promise<void> {
    // An id of another company is rejected later; its record is nothing to compare with.
    const candidates = rows.filter((row) => !this.has(row) && known(row)?.companyId === row.companyId)
    await this.#compare(facts, name, candidates, (some) => {
      const locations = some.flatMap((row) => known(row)?.locations ?? [])
      return outerDays(locations.map(({ day }) => day).filter((day) => day !== REMOVAL_DAY))
    })
  }

  /** Reads the store only for these rows; without any it costs nothing. */
  async #compare(facts: Facts, name: EntityName, rows: readonly Row[], daysOf: DaysOf): Promise<void> {
    const ofCompanies = new Map<number, Row[]>()
    for (const row of rows) {
      const ofCompany = ofCompanies.get(row.companyId)
      if (ofCompany) ofCompany.push(row)
      else ofCompanies.set(row.companyId, [row])
    }
    const comparison = new Comparison(facts, name, daysOf)
    for (const [company, all] of ofCompanies) {
      all.sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const some of byLength(all))
        await comparison.run(company, some, (row, isEqual) => {
          // Two places at once are a move that was cut off: writing the record ends it.
          const isSecond = this.#there.has(row)
          this.#there.add(row)
          if (isEqual && !isSecond) this.#equal.add(row)
          else this.#equal.delete(row)
        })
    }
  }
}

/** The rows in their order, as many together as are compared at once: each time may read the id of every record. */
function byLength(rows: readonly Row[]): Row[][] {
  const found: Row[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    length += row.body.length
    if (length > MAX_TEXT_AT_ONCE) {
      found.push([])
      length = row.body.length
    }
    found.at(-1)?.push(row)
  }
  return found
}

/** Compares rows of one entity with the store. */
class Comparison {
  readonly #facts: Facts
  readonly #name: EntityName
  readonly #daysOf: DaysOf
  readonly #key: string
  readonly #columns: string

  /** @param daysOf for entities that are dated */
  constructor(facts: Facts, name: EntityName, daysOf: DaysOf) {
    const { fields, key } = entityOf(name)
    const own = Object.keys(fields).filter((field) => field !== key && field !== 'company_id')
    this.#facts = facts
    this.#name = name
    this.#daysOf = daysOf
    this.#key = key
    this.#columns = [key, ...own.map(columnName)].join(', ')
  }

  async run(company: number, rows: readonly Row[], found: (row: Row, isEqual: boolean) => void): Promise<void> {
    const day = sortDay(this.#name)
    const days = day ? this.#daysOf(rows) : undefined
    if (day && !days) return
    const byId = new Map<number | string, Row[]>()
    for (const row of rows) {
      const same = byId.get(row.id)
      if (same) same.push(row)
      else byId.set(row.id, [row])
    }
    const inDays = days ? ` AND ${day} BETWEEN {first_day:Date32} AND {last_day:Date32}` : ''
    const dayParams = days && { first_day: days.first, last_day: days.last }
    const compare = async (some: RowsById, other: string) => {
      for (const { condition, params } of idConditions(this.#facts, this.#key, [...some.keys()])) {
        // PREWHERE, so that of other records only the sort key is read. All versions of a record have the same.
        const records = await this.#facts.query<{ record_key: number | string; other: string }>(
          `SELECT record_key, ${other} AS other FROM (
           SELECT ${this.#key} AS record_key, toJSONString(tuple(${this.#columns})) AS stored FROM ${this.#name} FINAL
           PREWHERE company_id = {company:UInt64}${inDays} AND ${condition} ${AS_ROWS_ARE})`,
          { ...params, ...dayParams, company },
          { priority: 'background', timeoutSeconds: 120 },
        )
        for (const { record_key: id, other } of records)
          for (const row of some.get(id) ?? [])
            found(row, other === EQUAL || (other !== DIFFERENT && isStored(row, other)))
      }
    }
    const several = new Map([...byId].filter(([, same]) => same.length > 1))
    const single = several.size > 0 ? new Map([...byId].filter(([id]) => !several.has(id))) : byId
    const texts = new Lines(rows.length)
    for (const [row] of single.values()) if (row && !row.deleted) texts.add(textOf(row))
    await this.#facts.withLines(texts, (from) => compare(single, from ? otherThanLines(from) : 'stored'))
    // Which of several rows with one id is stored is found out here.
    await compare(several, 'stored')
  }
}

type RowsById = ReadonlyMap<number | string, readonly Row[]>

/** What the store answers of a record that is one of the lines, and of one that is certainly none. */
const [EQUAL, DIFFERENT] = ['', '-']

/**
 * How a stored record differs from its line. Texts that differ may be the same record where the engine escapes what a row
 * doesn't, or where the fields of an object have another order: those are brought here, and taken apart.
 */
const otherThanLines = (from: string): string =>
  `multiIf(stored IN (SELECT line FROM ${from}), '${EQUAL}', position(stored, '\\\\') = 0 AND position(stored, '{') = 0, '${DIFFERENT}', stored)`

/** The store's columns print as a row's body does, so that most texts are equal and need not be parsed. */
const AS_ROWS_ARE = `SETTINGS ${[
  'output_format_json_quote_64bit_integers = 0',
  'output_format_json_escape_forward_slashes = 0',
  'output_format_decimal_trailing_zeros = 1',
  "date_time_output_format = 'simple'",
].join(', ')}`

/** A row as the store prints its record. */
const textOf = ({ id, body }: Row): string => `[${typeof id === 'number' ? id : JSON.stringify(id)},${body}]`

/** Whether a record as the store prints it is the row. */
function isStored(row: Row, stored: string): boolean {
  if (row.deleted) return false
  const text = textOf(row)
  return text === stored || isSame(JSON.parse(text), JSON.parse(stored))
}

/** Whether two JSON values are the same; the order of an object's fields doesn't matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]))
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}
