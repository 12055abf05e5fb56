import type { Filters } from '../filters/definitions'
import type { Day } from '../time/dates'
import type { ReportResult } from './result'

/** A number of another report that says what is ahead, or who waits. */
export interface AheadFact {
  /** The key of that report; the page's filters apply as far as it allows them. */
  report: string
  filters?: Partial<Filters>
  /** The number; null where the report has none. */
  read: (result: ReportResult) => number | null
  /** What it counts; the result is missing while it loads. */
  label: (value: number | null, result: ReportResult | undefined) => string
}

/** What is ahead on a day. */
export type AheadFacts = (today: Day) => readonly AheadFact[]
