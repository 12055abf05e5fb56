import type {
  ComparisonBasis,
  DateRange,
  Day,
  Dimension,
  FilterKey,
  FuturePreset,
  ReportDefinition,
  ReportState,
} from '@leaselight/model'

/** What reading a question needs to know besides its words. */
export interface Known {
  /** The reports that are open to the user, in the order of the navigation, as the company's flags have them. */
  reports: readonly ReportDefinition[]
  /** Whether a report may include a property. */
  includes: (report: ReportDefinition, propertyId: number) => boolean
  /** The state in which a report opens. */
  openingState: (report: ReportDefinition) => ReportState
  today: Day
}

/** A number of a report; without a column, the report itself. */
export interface Place {
  report: ReportDefinition
  column: string | null
}

/** A number by one of its names: by its label (0), by its own words (1), or by what else the trade calls it (2). */
export interface NumberPlace extends Place {
  column: string
  rank: number
}

/** What rows can stand for. Some names mean different dimensions in different reports: the first one that fits. */
export interface Grouping {
  label: string
  dimensions: readonly Dimension[]
  /** The attribute, for dimensions that are one of the company's attributes. */
  attribute?: string
}

/** One item of a filter's value: an id, an option, a weekday, or an attribute with its value. */
export type Item = string | number | boolean | readonly [attribute: string, value: string]

/** What chooses a value in a report: one of the filters, or a switch that only this report has. */
export type Setting = { filter: FilterKey; item: Item } | { report: string; switch: string; option: string }

/** A value that reports can be filtered by. */
export interface Value {
  /** What it is a value of: `Sources`. */
  group: string
  label: string
  /** Whether it is a record with a name of its own, such as a property. */
  isName?: boolean
  /** What distinguishes it from others of that name. */
  hint?: string
  /** Every way to choose it; a report takes the first one it has. */
  settings: readonly Setting[]
}

/** One way to understand dates: in the past, ahead, or both. */
export interface DateReading {
  label: string
  past?: DateRange
  future?: DateRange<FuturePreset>
}

/** What a period is compared with: a basis that moves with it, or dates that were said. */
export type Comparison = { basis: ComparisonBasis | 'before' } | { range: DateRange; label: string }

/** What a part of a question can mean. */
export type Meaning =
  | { kind: 'number'; label: string; places: readonly NumberPlace[] }
  | { kind: 'report'; report: ReportDefinition }
  | { kind: 'grouping'; grouping: Grouping }
  | { kind: 'value'; value: Value }
  | { kind: 'dates'; readings: readonly DateReading[] }
  | { kind: 'comparison'; comparison: Comparison }
  /** All of what a report leaves out by default. */
  | { kind: 'all'; filter: FilterKey }
  /** Words that are understood, and that no report can take into account. */
  | { kind: 'unread' }

export type MeaningOf<K extends Meaning['kind']> = Extract<Meaning, { kind: K }>

/** A part of a question: what it means, and what else its words could mean. */
export interface Part {
  id: string
  /** Its words, in the form in which they are compared. */
  said: string
  meaning: Meaning
  others: readonly Meaning[]
}

/** A question as it is understood. */
export interface Question {
  /** What is asked for; null while that is missing. */
  target: Place | null
  /** Where else the number is, by its name. */
  places: readonly NumberPlace[]
  parts: readonly Part[]
  /** Words that mean nothing to the product, as they were typed. */
  unread: readonly string[]
  /** Whether nothing but its number counts: what is found by all the words goes first. */
  isPlain: boolean
}

/** Whether nothing is left of a question. */
export const isEmpty = ({ target, parts }: Question): boolean => target === null && parts.length === 0
