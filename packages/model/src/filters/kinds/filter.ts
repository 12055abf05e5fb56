import type { Codec } from '../codecs'

/**
 * What a filter does to an answer:
 * - `period` gives the days that count,
 * - `properties` chooses the properties that count,
 * - `records` narrows the records that count, so every record type of the report has to carry it,
 * - `counting` changes how records are counted, which the engine or the report's measures do themselves,
 * - `layout` chooses the rows and the unit of the numbers,
 * - `parts` shows or opens parts of the answer,
 * - `assumption` is a number that the answer is worked out with.
 */
export type FilterScope = 'period' | 'properties' | 'records' | 'counting' | 'layout' | 'parts' | 'assumption'

/** Names for the ids a filter holds. */
export interface NameLookup {
  property: (id: number) => string
  agent: (id: number) => string
  /** `Region: West`. */
  attribute: (id: number) => string
}

/**
 * What a filter's value asks of a record; each record type names the expression that it applies to.
 * - `oneOf`: the expression is one of the values,
 * - `is`: the expression, a condition, is met or not met,
 * - `attributes`: the expression names something whose attributes have these values,
 * - `hours`: the expressions are a weekday (1–7) and an hour (0–23), both ends included.
 */
export type Restriction =
  | { kind: 'oneOf'; values: readonly number[] | readonly string[] }
  | { kind: 'is'; value: boolean }
  | { kind: 'attributes'; values: Readonly<Record<string, readonly string[]>> }
  | { kind: 'hours'; days: readonly number[]; hours: readonly [number, number] }

/** What the declaration of every filter says, whatever its kind. */
export interface FilterData<S extends FilterScope = FilterScope> {
  label: string
  /** What it does, in a sentence; shown in OpenAPI and GraphQL. */
  description: string
  scope: S
  /** The filter that chooses the same things: a report that lists that one allows this one too. */
  alternativeTo?: string
  /** The filter it completes, and that filter's values that need it: a report whose options include one allows it. */
  completes?: { filter: string; values: readonly string[] }
}

/** A filter: what its declaration says, and what follows from its kind. */
export interface Filter<V> extends FilterData {
  /** The value when nobody set it. */
  initial: V
  codec: Codec<V>
  /** The value in words: `Harbor View, Oak Court and 3 more`. */
  describe(value: V, names: NameLookup): string
  isSame(a: V, b: V): boolean
  /** What the value asks of a record; null where it lets every record through. */
  restriction(value: V): Restriction | null
  /** What two parameters mean that set it at once; undefined when they contradict each other. */
  combine(a: V, b: V): V | undefined
}

/** Comparison and combination of values that are one thing. */
export const singleValue = {
  isSame: (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b),
  combine<V>(this: void, a: V, b: V): V | undefined {
    return JSON.stringify(a) === JSON.stringify(b) ? a : undefined
  },
}

/** Comparison, combination and condition of lists; an empty one lets everything through. */
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
