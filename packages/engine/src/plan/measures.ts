import type { DayRange, Filters } from '@leaselight/model'
import type { Property, Source } from '../access/companyRecords'
import { dayColumn, type RecordType } from '../records/definition'
import { recordTypes } from '../records/recordTypes'
import { type Parameter, raw, type Sql, sql } from './sql'

/** Which people count: everyone, prospects alone, or as the reader's switch for non-prospects says. */
export type People = 'everyone' | 'prospects' | 'switch'

export type Aggregate =
  | { kind: 'records' }
  | { kind: 'prospects' }
  | { kind: 'distinct'; of: Sql }
  | { kind: 'ids' }
  | { kind: 'sum' | 'average' | 'only'; value: Sql }
  | { kind: 'quantile'; level: number; value: Sql }
  | { kind: 'averageOnce'; of: Sql; value: Sql }

interface MeasureSpec {
  kind: RecordType
  conditions: readonly Sql[]
  /** The local-day column that dates the set; null on as-of reports. */
  day: string | null
  /** Whether the set keeps its own day when the reader counts by created. */
  ownDay: boolean
  people: People
  aggregate: Aggregate
  /** Whether its conditions use columns of the record type's lazy join. */
  usesLazyJoin: boolean
}

/**
 * A number, declared as the set of records whose size it is (or over which it is measured). Everything a report shows of
 * the number (its cells, total, prior period, daily series and the list behind it) is made from this one declaration.
 */
export class Measure {
  constructor(readonly spec: MeasureSpec) {}

  /** Only records for which the condition holds; columns by the contract's names. */
  where(strings: TemplateStringsArray, ...values: (Parameter | Sql)[]): Measure {
    return this.with({ conditions: [...this.spec.conditions, sql(strings, ...values)] })
  }

  /** Dated by this instant (`visited_at`) instead of the record's main one. */
  dated(instant: `${string}_at`): Measure {
    return this.with({ day: dayColumn(instant) })
  }

  /** Dated by one of the record's calendar dates (`moved_in_on`). */
  on(date: `${string}_on`): Measure {
    return this.with({ day: date })
  }

  /** On its own day also when the reader counts by created. */
  onOwnDay(): Measure {
    return this.with({ ownDay: true })
  }

  /** With the columns of the record type's lazy join (`prospect_created_at`) for conditions that follow. */
  withProspect(): Measure {
    return this.with({ usesLazyJoin: true })
  }

  /** Which people count; without it, as the reader's switch says. */
  of(people: People): Measure {
    return this.with({ people })
  }

  /** Counts distinct prospects instead of records. */
  byProspect(): Measure {
    return this.with({ aggregate: { kind: 'prospects' } })
  }

  /** Counts each value of a column once: a lease that two visits led to is one lease, in a row as in the total. */
  distinct(column: string): Measure {
    return this.with({ aggregate: { kind: 'distinct', of: raw(column) } })
  }

  /** The records' ids in order, instead of how many they are. */
  ids(): Measure {
    return this.with({ aggregate: { kind: 'ids' } })
  }

  /** The value all records share, null when they differ. */
  only(value: string): Measure {
    return this.with({ aggregate: { kind: 'only', value: raw(value) } })
  }

  sum(value: string | Sql): Measure {
    return this.with({ aggregate: { kind: 'sum', value: typeof value === 'string' ? raw(value) : value } })
  }

  average(value: string): Measure {
    return this.with({ aggregate: { kind: 'average', value: raw(value) } })
  }

  /** An average in which each value of a column counts once, however many records carry it. */
  averageOnce(column: string, value: string): Measure {
    return this.with({ aggregate: { kind: 'averageOnce', of: raw(column), value: raw(value) } })
  }

  /** A quantile by linear interpolation between the two nearest values; 0.5 is the median. */
  quantile(level: number, value: string): Measure {
    return this.with({ aggregate: { kind: 'quantile', level, value: raw(value) } })
  }

  private with(change: Partial<MeasureSpec>): Measure {
    return new Measure({ ...this.spec, ...change })
  }
}

/** The records of a type; those that a SELECT makes for a period have no day of their own. */
export function measureOf(kind: RecordType): Measure {
  return new Measure({
    kind,
    conditions: [],
    day: kind.when?.kind === 'instant' && !kind.periodColumn ? dayColumn(kind.when.column) : null,
    ownDay: false,
    people: 'switch',
    aggregate: { kind: 'records' },
    usesLazyJoin: false,
  })
}

/** People by the day they were created; they count on their own days, whatever the reader dates facts by. */
export const prospects = (): Measure => measureOf(recordTypes.prospects).onOwnDay()
export const messages = (): Measure => measureOf(recordTypes.messages)
export const calls = (): Measure => measureOf(recordTypes.calls)
export const appointments = (): Measure => measureOf(recordTypes.appointments)
export const visits = (): Measure => measureOf(recordTypes.visits)
export const applications = (): Measure => measureOf(recordTypes.applications)

/** New leases that were not cancelled at any time. */
export const liveLeases = (): Measure => measureOf(recordTypes.leases).where`kind = 'new' AND cancelled_at IS NULL`

/** What a query may look at when its sets depend on the request. */
export interface QueryContext {
  companyId: number
  filters: Filters
  switches: Record<string, string>
  now: Date
  /** The company's date. */
  today: string
  current: DayRange | null
  prior: DayRange | null
  /** Properties in scope. */
  properties: readonly Property[]
  /** Every source of the company. */
  sources: readonly Source[]
  /** The company's flags, as they hold. */
  flags: Readonly<Record<string, boolean>>
}

export type MeasuresByColumn = Readonly<Record<string, Measure>>

/** The rows of a report that lists records instead of counting them. */
export interface ListSpec {
  /** Which records, dated and filtered like any set. */
  measure: Measure
  /** The same records with nothing joined to them, where that is only needed to show them: it is what is counted. */
  countedMeasure?: Measure
  /** What each `fact` column shows of a record; property and agent come by themselves. */
  fields: Readonly<Record<string, Sql>>
}

/** How a report's numbers are made: one set for each column that is counted or measured. */
export interface ReportQuery {
  measures: (context: QueryContext) => MeasuresByColumn
  list?: (context: QueryContext) => ListSpec
  /** Sentences for under the numbers that depend on the request. */
  notes?: (context: QueryContext) => string[]
  /** The marks among the report's extras. */
  marks?: (context: QueryContext) => Record<string, boolean>
}
