import { parseInstant } from '../instants'

/**
 * A field that a record may lack, although a report needs it to count the record. Such records are stored; an import says how
 * many there are.
 */
export interface Gap<Name extends string = string> {
  /** The field that is missing. */
  readonly field: Name
  /** Only records whose fields have one of these values, or any value at all. */
  readonly when?: Readonly<Partial<Record<Name, readonly unknown[] | 'any'>>>
  /** What it means for the reports, as a sentence. */
  readonly effect: string
}

/** The gaps of a record, in the order of their declaration. */
export const gapsIn = (gaps: readonly Gap[], record: Readonly<Record<string, unknown>>): Gap[] =>
  gaps.filter(({ field, when = {} }) => {
    if (isPresent(record[field])) return false
    return Object.entries(when).every(([name, values]) =>
      values === 'any' ? isPresent(record[name]) : values?.includes(record[name]),
    )
  })

/**
 * Two dates or two instants of a record of which one can't lie before the other. Records where it does are stored; an import
 * says how many there are.
 */
export interface Order<Name extends string = string> {
  /** The later one. */
  readonly field: Name
  /** The earlier one. */
  readonly after: Name
  /** What is wrong and what it means for the reports, as a sentence. */
  readonly effect: string
}

/** The orders that a record breaks. @param record one whose fields keep the contract */
export const brokenOrders = (orders: readonly Order[], record: Readonly<Record<string, unknown>>): Order[] =>
  orders.filter(({ field, after }) => instantOf(record[field]) < instantOf(record[after]))

/** Epoch milliseconds of an instant, or of a date as UTC; NaN where there is none, which is before nothing. */
function instantOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN
  return value.length === 'YYYY-MM-DD'.length ? Date.parse(value) : parseInstant(value)
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null
