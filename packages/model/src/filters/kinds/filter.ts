import type { Day } from '../../time/dates'
import type { Codec } from '../codecs'

/**
 * What a filter affects:
 * - `period` sets the days that count,
 * - `properties` sets the properties that count,
 * - `records` limits the records that count, so every record type of the report must carry it,
 * - `counting` changes how records are counted, implemented by the engine or the report's measures,
 * - `layout` sets the rows and the unit of the numbers,
 * - `parts` shows or expands parts of the result,
 * - `assumption` is a number that the result is calculated with.
 */
export type FilterScope = 'period' | 'properties' | 'records' | 'counting' | 'layout' | 'parts' | 'assumption'

/** What the words for a filter’s value need: names for its ids, and the day by which dates are read. */
export interface NameLookup {
  /** By whose year dates are written. */
  today: Day
  property: (id: number) => string
  agent: (id: number) => string
  /** `Region: West`. */
  attribute: (id: number) => string
}

/**
 * The condition of a filter's value; each record type defines the expression that it applies to.
 * - `oneOf`: the expression is one of the values,
 * - `is`: the expression, a condition, is true or false,
 * - `attributes`: the expression is an object whose attributes have these values,
 * - `hours`: the expressions are a weekday (1–7) and an hour (0–23), inclusive.
 */
export type Restriction =
  | { kind: 'oneOf'; values: readonly number[] | readonly string[] }
  | { kind: 'is'; value: boolean }
  | { kind: 'attributes'; values: Readonly<Record<string, readonly string[]>> }
  | { kind: 'hours'; days: readonly number[]; hours: readonly [number, number] }

/** What the declaration of every filter contains, whatever its kind. */
export interface FilterData<S extends FilterScope = FilterScope> {
  label: string
  /** What it does, as a sentence; shown in OpenAPI and GraphQL. */
  description: string
  scope: S
  /** The filter that makes the same selection: a report that lists that one also allows this one. */
  alternativeTo?: string
  /**
   * The filter it completes, and the values of that filter that need it: a report with one of these options allows it.
   */
  completes?: { filter: string; values: readonly string[] }
}

/** A filter: its declaration, and what follows from its kind. */
export interface Filter<V> extends FilterData {
  /** The default value. */
  initial: V
  codec: Codec<V>
  /** The value as text: `Harbor View, Oak Court and 3 more`. */
  describe(value: V, names: NameLookup): string
  isSame(a: V, b: V): boolean
  /** The condition of the value on a record; null when it matches every record. */
  restriction(value: V): Restriction | null
  /** The value when two parameters set it at once; undefined when they contradict each other. */
  combine(a: V, b: V): V | undefined
}

/** Comparison and combination of single values. */
export const singleValue = {
  isSame: (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b),
  combine<V>(this: void, a: V, b: V): V | undefined {
    return JSON.stringify(a) === JSON.stringify(b) ? a : undefined
  },
}

/** Comparison, combination, and condition of lists; an empty one matches everything. */
export const listValue = {
  restriction: (values: readonly number[] | readonly string[]): Restriction | null =>
    values.length > 0 ? { kind: 'oneOf', values } : null,
  isSame: (a: readonly unknown[], b: readonly unknown[]): boolean =>
    a.length === b.length && a.every((item) => b.includes(item)),
  combine<T>(this: void, a: T[], b: T[]): T[] | undefined {
    if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
    const both = a.filter((item) => b.includes(item))
    return both.length > 0 ? both : undefined
  },
}

const MAX_LISTED = 3

/** `Harbor View, Oak Court and 3 more`; `All` for none. */
export function describeList(list: readonly string[]): string {
  if (list.length === 0) return 'All'
  if (list.length <= MAX_LISTED) return list.join(', ')
  return `${list.slice(0, MAX_LISTED - 1).join(', ')} and ${list.length - MAX_LISTED + 1} more`
}
