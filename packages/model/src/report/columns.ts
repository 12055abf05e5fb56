import type { FilterKey, Filters } from '../filters/definitions'
import type { Format } from '../format/values'
import type { Meaning } from './meanings'

interface ColumnBase {
  label: string
  /** What the number means, in one sentence; shown as tooltip, legend and API description. */
  definition: string
  format: Format
  /** Which direction is good; undefined when neither is. */
  better?: 'higher' | 'lower'
  /** Other words that people look for it by. */
  words?: readonly string[]
  /** Its meaning in the leasing business; columns with the same meaning have the same color in every report. */
  meaning?: Meaning
  /** Former names, so that old links and requests work; the oldest first. */
  formerNames?: readonly string[]
  /** Shown only when the user selects it. */
  optional?: boolean
  /**
   * Shown in the table only while one filter is on, another is off, or one of these views is selected; the API always
   * returns it.
   */
  visibleWhen?: { with?: FilterKey; without?: FilterKey; viewBy?: readonly Filters['viewBy'][] }
  /**
   * For a number that counts no records: the records that it is worked out from, in a sentence. It opens their list, which
   * the report's query declares as evidence.
   */
  evidence?: string
}

/** Counts that may have goals. */
interface HasGoal {
  /** The goal that it is measured by: columns of several reports with the same goal count the same. */
  goal?: string
}

/** A count of records, declared in the report's query; opens the list of these records. */
export interface CountColumn extends ColumnBase, HasGoal {
  kind: 'count'
  /** Whether rows sum to the total; distinct counts don't. */
  additive: boolean
}

/** A measure of records that only the engine can compute (a median, an average, a sum of money). */
export interface MeasureColumn extends ColumnBase {
  kind: 'measure'
  additive: boolean
  /** The count of the records that it is an average of: of fewer than a hundred it is written without decimals. */
  cases?: string
}

/** A sum of counts; opens the lists of all of them. */
export interface SumColumn extends ColumnBase, HasGoal {
  kind: 'sum'
  of: readonly string[]
}

/** One number minus another. */
export interface DifferenceColumn extends ColumnBase {
  kind: 'difference'
  of: readonly [string, string]
  /** Its minimum, applied to each row and to the total separately. */
  min?: number
}

/** One number over another of the same row or total; null when the divisor is 0. */
export interface RatioColumn extends ColumnBase {
  kind: 'ratio'
  of: readonly [string, string]
  /** The value of 0 divided by 0; null by default. */
  whenEmpty?: number
  /** Whether it has no value when its numerator is 0: what cost nothing has no cost. */
  missingAtZero?: boolean
}

/** A number of a row over the same number of the total; null when the total is 0. */
export interface ShareColumn extends ColumnBase {
  kind: 'share'
  of: readonly [string]
}

/** A number worked out of other numbers of the same row or total; null where one that it needs is missing. */
export interface ComputedColumn extends ColumnBase {
  kind: 'computed'
  of: readonly string[]
  compute: (...numbers: (number | null)[]) => number | null
}

/** A text or date of the row itself. */
export interface FactColumn extends ColumnBase {
  kind: 'fact'
  /** The count whose ids it lists, in the innermost rows; for API clients, not shown in tables. */
  idsOf?: string
  /** The kind of personal data it contains, if any: a sales demo shows a sample instead, or nothing. */
  personalData?: 'person' | 'phone' | 'email' | 'speech' | 'recording'
}

export type Column =
  | CountColumn
  | MeasureColumn
  | SumColumn
  | DifferenceColumn
  | RatioColumn
  | ShareColumn
  | ComputedColumn
  | FactColumn
export type Columns = Readonly<Record<string, Column>>

type ColumnOptions = Partial<
  Pick<ColumnBase, 'better' | 'words' | 'optional' | 'visibleWhen' | 'format' | 'meaning' | 'formerNames' | 'evidence'>
>

/** A count whose rows sum to the total. */
export const count = (label: string, definition: string, extras: ColumnOptions & HasGoal = {}): CountColumn => ({
  kind: 'count',
  label,
  definition,
  format: 'integer',
  additive: true,
  better: 'higher',
  ...extras,
})

/** A count of distinct prospects (or units): exact in each row and in the total, but rows don't sum to the total. */
export const distinct = (label: string, definition: string, extras: ColumnOptions = {}): CountColumn => ({
  ...count(label, definition, extras),
  additive: false,
})

export const measure = (
  label: string,
  definition: string,
  extras: ColumnOptions & Pick<MeasureColumn, 'cases'> & { format: Format; additive?: boolean },
): MeasureColumn => ({
  kind: 'measure',
  label,
  definition,
  additive: false,
  ...extras,
})

export const sum = (
  of: readonly string[],
  label: string,
  definition: string,
  extras: ColumnOptions & HasGoal = {},
): SumColumn => ({
  kind: 'sum',
  of,
  label,
  definition,
  format: 'integer',
  better: 'higher',
  ...extras,
})

export const difference = (
  of: readonly [string, string],
  label: string,
  definition: string,
  extras: ColumnOptions & Pick<DifferenceColumn, 'min'> = {},
): DifferenceColumn => ({
  kind: 'difference',
  of,
  label,
  definition,
  format: 'integer',
  better: 'higher',
  ...extras,
})

/** `ratio('visits', 'prospects', …)`: a plain number such as 2.4 per prospect; pass `{format: 'percent'}` for shares. */
export const ratio = (
  numerator: string,
  divisor: string,
  label: string,
  definition: string,
  extras: ColumnOptions & Pick<RatioColumn, 'whenEmpty'> = {},
): RatioColumn => ({
  kind: 'ratio',
  of: [numerator, divisor],
  label,
  definition,
  format: 'decimal',
  better: 'higher',
  ...extras,
})

/** Money per record: `cost('spend', 'leads', …)`. Without spend there is no cost, so what is free ranks nowhere. */
export const cost = (
  spend: string,
  of: string,
  label: string,
  definition: string,
  extras: ColumnOptions = {},
): RatioColumn => ({
  ...ratio(spend, of, label, definition, { format: 'money', better: 'lower', ...extras }),
  missingAtZero: true,
})

/** `shareOfTotal('lost', …)`: a row's share of the total, 0..1. */
export const shareOfTotal = (
  part: string,
  label: string,
  definition: string,
  extras: ColumnOptions = {},
): ShareColumn => ({
  kind: 'share',
  of: [part],
  label,
  definition,
  format: 'percent',
  ...extras,
})

/** `computed(['needed', 'rate'], (needed, rate) => …, …)`: a pure function of columns that stand before it. */
export const computed = (
  of: readonly string[],
  compute: ComputedColumn['compute'],
  label: string,
  definition: string,
  extras: ColumnOptions & { format: Format },
): ComputedColumn => ({ kind: 'computed', of, compute, label, definition, ...extras })

export const fact = (
  label: string,
  definition: string,
  format: Format = 'text',
  extras: ColumnOptions & Pick<FactColumn, 'personalData'> = {},
): FactColumn => ({
  kind: 'fact',
  label,
  definition,
  format,
  ...extras,
})

/** The ids of the records behind a count of the same row. */
export const idsColumn = (idsOf: string, label: string, definition: string): FactColumn => ({
  ...fact(label, definition),
  idsOf,
})

/** Whether a number is written by how many cases it is of: a share, or an average with a count of its own. */
export const isWrittenByCases = (column: Column): boolean =>
  column.format === 'percent' || (column.kind === 'measure' && column.cases !== undefined)

/** Whether a column counts records, so that its list is as long as the number. */
export const isRecordCount = ({ kind }: Column): boolean => kind === 'count' || kind === 'sum'

/** Whether a cell of the column opens a list: of what it counts, or of what it is worked out from. */
export const isDrillable = (column: Column): boolean => isRecordCount(column) || column.evidence !== undefined
