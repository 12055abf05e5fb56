import type { Day } from '../time/dates'

/** Why a number of another system differs from ours, in the order in which a reader sees them. */
export const reconcileReasons = [
  'notProspect',
  'day',
  'property',
  'deleted',
  'source',
  'definition',
  'notImported',
  'notTheirs',
] as const
export type ReconcileReason = (typeof reconcileReasons)[number]

/** The names of the reasons, as headings. */
export const reasonLabels: Readonly<Record<ReconcileReason, string>> = {
  notProspect: 'Not a prospect',
  day: 'Other day or time zone',
  property: 'Other property',
  deleted: 'Deleted here',
  source: 'Missing source',
  definition: 'Other definition',
  notImported: 'Not imported yet',
  notTheirs: 'Not in their file',
}

/** A row of the other system's file that names a record. */
export interface TheirRecord {
  /** The line of the file. */
  row: number
  line: string
  propertyId: number
  /** Local to the property; null where the file has none. */
  day: Day | null
  id: string
  name: string
  email: string
  phone: string
  unit: string
  source: string
}

/** A total of the other system's file. */
export interface TheirTotal {
  line: string
  propertyId: number
  count: number
}

/** Something about one of our records, and the reason it stands for; the text continues its name. */
export interface Remark {
  reason: 'definition' | 'day' | 'notImported'
  says: string
}

/** One of our records that a line counts, or might count elsewhere. */
export interface OurRecord {
  id: number
  propertyId: number
  prospectId: number
  /** The person's name; '' where unknown. */
  name: string
  email: string
  phone: string
  unit: string
  /** The local day at its property; null for units. */
  day: Day | null
  /** Epoch ms; null where only the day is known. */
  at: number | null
  /** The person's source; null where the record has no person. */
  source: string | null
  /** Whether the line counts it at its property in the period. */
  counted: boolean
  notProspect: boolean
  /** Whether its person is deleted. */
  deleted: boolean
  /** Why the line's definition does not count it; null where it does. */
  leftOut: Remark | null
  /** Why another system may not count it although the line does. */
  remark: Remark | null
}

/** A named record behind a difference. */
export interface NamedDifference {
  line: string
  propertyId: number
  reason: ReconcileReason
  /** What it adds to their number minus ours. */
  effect: 1 | -1
  name: string
  unit: string
  theirs: { row: number; id: string; day: Day | null } | null
  ours: { id: number; prospectId: number; day: Day | null } | null
  /** What happened, in a sentence. */
  says: string
  /** The people whom the sentence names. */
  mentions: { prospectId: number | null; name: string }[]
  /** What to correct, in a sentence. */
  todo: string
}

/** A line at a property: their number, ours, and what the difference is made of. */
export interface ReconciledLine {
  line: string
  propertyId: number
  theirs: number
  ours: number
  /** Theirs minus ours. */
  difference: number
  /** How many records each reason has, in the order of the reasons. */
  reasons: { reason: ReconcileReason; records: number }[]
  /** The part of the difference that no record accounts for; 0 where all is explained. */
  unexplained: number
  /** Of unexplained totals: what our records have that might be part of it, without adding up. */
  hints: string[]
}
