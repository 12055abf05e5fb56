import { type EntityName, entityOf } from '@leaselight/contract'
import type { Facts } from '../../client/facts'
import { columnName, sortDay } from '../../tables/columns'
import type { Row } from '../check/validator'
import { REMOVAL_DAY } from '../write/rowPrinter'
import { type FindKnown, idConditions, type KnownRecord } from './recordKeys'

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

  /** Compares the rows whose records are known. Reads the store only for those; new records cost nothing. */
  static async compare(facts: Facts, name: EntityName, rows: readonly Row[], known: FindKnown): Promise<StoredRecords> {
    const stored = new StoredRecords()
    const candidates = new Map<number, Candidate[]>()
    for (const row of rows) {
      const record = known(row)
      // An id of another company is rejected later; its record is nothing to compare with.
      if (record?.companyId !== row.companyId) continue
      const ofCompany = candidates.get(row.companyId)
      if (ofCompany) ofCompany.push({ row, record })
      else candidates.set(row.companyId, [{ row, record }])
    }
    const comparison = new Comparison(facts, name)
    for (const [company, all] of candidates) {
      all.sort((a, b) => (a.row.id < b.row.id ? -1 : 1))
      for (const some of byLength(all))
        await comparison.run(company, some, (row, isEqual) => {
          // Two places at once are a move that was cut off: writing the record ends it.
          const isSecond = stored.#there.has(row)
          stored.#there.add(row)
          if (isEqual && !isSecond) stored.#equal.add(row)
          else stored.#equal.delete(row)
        })
    }
    return stored
  }
}

interface Candidate {
  row: Row
  record: KnownRecord
}

/** The candidates in their order, as many together as are compared at once: each time may read the id of every record. */
function byLength(candidates: readonly Candidate[]): Candidate[][] {
  const found: Candidate[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    length += candidate.row.body.length
    if (length > MAX_TEXT_AT_ONCE) {
      found.push([])
      length = candidate.row.body.length
    }
    found.at(-1)?.push(candidate)
  }
  return found
}

/** Compares rows of one entity with the store. */
class Comparison {
  readonly #facts: Facts
  readonly #name: EntityName
  readonly #key: string
  readonly #select: string
  readonly #isInstant: readonly boolean[]

  constructor(facts: Facts, name: EntityName) {
    const { fields, key } = entityOf(name)
    const own = Object.entries(fields).filter(([field]) => field !== key && field !== 'company_id')
    this.#facts = facts
    this.#name = name
    this.#key = key
    this.#isInstant = own.map(([, { kind }]) => kind === 'instant')
    // `v0`, `v1` and so on, in the order of a row's body.
    this.#select = own
      .map(([field], index) => {
        const column = columnName(field)
        return `${this.#isInstant[index] ? `toUnixTimestamp64Milli(${column})` : column} AS v${index}`
      })
      .join(', ')
  }

  async run(
    company: number,
    candidates: readonly Candidate[],
    found: (row: Row, isEqual: boolean) => void,
  ): Promise<void> {
    const day = sortDay(this.#name)
    const byId = new Map<number | string, Row[]>()
    let [first, last] = ['9999', '']
    for (const { row, record } of candidates) {
      const same = byId.get(row.id)
      if (same) same.push(row)
      else byId.set(row.id, [row])
      for (const { day } of record.locations) {
        if (day === REMOVAL_DAY) continue
        if (day < first) first = day
        if (day > last) last = day
      }
    }
    if (day && last === '') return
    const inDays = day ? ` AND ${day} BETWEEN {first_day:Date32} AND {last_day:Date32}` : ''
    for (const { condition, params } of idConditions(this.#facts, this.#key, [...byId.keys()])) {
      // PREWHERE, so that of other records only the sort key is read. All versions of a record have the same.
      const records = await this.#facts.query<Record<string, unknown>>(
        `SELECT ${this.#key} AS record_key, ${this.#select} FROM ${this.#name} FINAL
         PREWHERE company_id = {company:UInt64}${inDays} AND ${condition}`,
        { ...params, company, first_day: first, last_day: last },
        { priority: 'background', timeoutSeconds: 120 },
      )
      for (const record of records) {
        const id = record.record_key
        if (typeof id !== 'number' && typeof id !== 'string') continue
        for (const row of byId.get(id) ?? []) found(row, this.#equals(record, row))
      }
    }
  }

  #equals(record: Record<string, unknown>, row: Row): boolean {
    if (row.deleted) return false
    const values: unknown[] = JSON.parse(`[${row.body}]`)
    const { instants } = row
    let instant = 0
    return this.#isInstant.every((isInstant, index) => {
      const stored = record[`v${index}`]
      if (!isInstant) return isSame(stored, values[index])
      const written = instants[instant++] ?? Number.NaN
      return Number.isNaN(written) ? stored === null || stored === 0 : stored === written
    })
  }
}

/** Whether two JSON values are the same; the order of an object's fields doesn't matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
}
