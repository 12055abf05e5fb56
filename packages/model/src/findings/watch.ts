import type { Filters } from '../filters/definitions'
import type { Columns } from '../report/columns'

/**
 * What a watched number is read for: the whole selection, each property, each agent at a property, each source, or each
 * hour of the day at a property.
 */
export const watchLevels = ['company', 'property', 'agent', 'source', 'hour'] as const
export type WatchLevel = (typeof watchLevels)[number]

/** What a watch is about. Findings of one topic at one property, in different numbers, are one finding. */
export const watchTopics = {
  demand: 'New prospects',
  answers: 'Answers to leads',
  phone: 'Phone calls',
  tours: 'Tours',
  leasing: 'Leasing',
  spending: 'Advertising',
  safety: 'ID checks',
  residents: 'Renewals',
  occupancy: 'Occupancy',
} as const
export type WatchTopic = keyof typeof watchTopics

/** What one case more, or one fewer, costs. */
export type WatchWeight = { leases: number } | { dollars: number }

/** What a lease that isn’t signed costs: about a month of rent, until another one is. */
export const DOLLARS_PER_LEASE = 1_500

/** What one bad case of a watch costs, in dollars. */
export const dollarsPerCase = ({ weight }: Pick<Watch, 'weight'>): number =>
  'leases' in weight ? weight.leases * DOLLARS_PER_LEASE : weight.dollars

/**
 * A number of a report that findings are looked for in: a count, a share or ratio of counts, a cost (money over a count),
 * or an average.
 */
export interface Watch {
  column: string
  /** For a count: the count that it is a share of. */
  of?: string
  /** For a count: the count that it is divided by without being part of it. */
  per?: string
  /** Switches of the report under which the number is read: `{ useBusinessHours: true }`. Its other filters are off. */
  with?: Partial<Filters>
  topic: WatchTopic
  at: readonly WatchLevel[]
  /** The direction that hurts. */
  hurts: 'up' | 'down'
  /**
   * What one bad case costs. A case is a record of the column: one visit without a scan, one call answered less. For a
   * cost, a case is one record less than the money used to bring; for an average, one record that took longer; for a
   * stock, one home on one day of each month.
   */
  weight: WatchWeight
  /**
   * What follows the subject’s name in a sentence: `misses {rest} of {whole:call}`. `{part}` and `{whole}` are the
   * cases, `{rest}` those of the whole that are not in the part, `{value}` is the number itself. A noun that is counted
   * stands in the braces, so that it agrees with its number: `{part:lease}`, `{whole:person|people}`.
   */
  says: string
  /** The column whose cases are looked at first, where they are not those of the column or of its whole: `missed`. */
  shows?: string
}

/**
 * How chance moves a watched number: as a count, a share of cases, a number per exposure, or a mean of values; or as a
 * stock, the share of homes that are in some state on a day.
 */
export type WatchKind = 'count' | 'share' | 'per' | 'mean' | 'stock'

/** The columns that a watched number is made of, and how chance moves it. */
export interface WatchedParts {
  kind: WatchKind
  /** The column of the part; of a mean the averaged one. */
  part: string
  /** The column of the whole; null for counts and means. */
  whole: string | null
}

/** What a watch reads; null where its column can’t be watched. */
export function watchedParts(columns: Columns, watch: Pick<Watch, 'column' | 'of' | 'per'>): WatchedParts | null {
  const { column: key, of, per } = watch
  const column = columns[key]
  const whole = of ?? per
  if (!column || (whole !== undefined && !(countsRecords(columns, key) && countsRecords(columns, whole)))) return null
  if (whole !== undefined) return { kind: of === undefined ? 'per' : 'share', part: key, whole }
  if (countsRecords(columns, key)) return { kind: 'count', part: key, whole: null }
  if (column.kind === 'measure' && !column.additive) return { kind: 'mean', part: key, whole: null }
  if (column.kind !== 'ratio') return null
  const [top, bottom] = column.of
  if (!countsRecords(columns, bottom)) return null
  if (countsRecords(columns, top))
    return { kind: column.format === 'percent' ? 'share' : 'per', part: top, whole: bottom }
  // Money per record is read as records per dollar: a source that brings nothing has no cost per lease, but a rate of 0.
  return columns[top]?.format === 'money' ? { kind: 'per', part: bottom, whole: top } : null
}

const countsRecords = (columns: Columns, key: string): boolean => {
  const column = columns[key]
  if (column?.kind === 'sum') return column.of.every((part) => countsRecords(columns, part))
  return column?.kind === 'count'
}

/** The direction of the part over the whole that hurts: a higher cost is less for each dollar. */
export function hurtingDirection(columns: Columns, { column, hurts }: Pick<Watch, 'column' | 'hurts'>): Watch['hurts'] {
  const watched = columns[column]
  const isCost = watched?.kind === 'ratio' && columns[watched.of[0]]?.format === 'money'
  return isCost ? (hurts === 'up' ? 'down' : 'up') : hurts
}

/** The counted or measured columns that a watched number is made of. */
export function columnsBehind(columns: Columns, { part, whole }: WatchedParts): string[] {
  const behind = (key: string): string[] => {
    const column = columns[key]
    return column && 'of' in column ? column.of.flatMap(behind) : [key]
  }
  return [part, ...(whole === null ? [] : [whole])].flatMap(behind)
}
