import type { DerivedTableName } from '@leaselight/facts'
import type { DayRange, Filters, HomesOutlook } from '@leaselight/model'
import type { Property, Source } from '../access/companyRecords'
import { dayColumn, type RecordType } from '../records/definition'
import { KEPT_APPOINTMENT, LIVE_LEASE } from '../records/live'
import { recordTypes } from '../records/recordTypes'
import { RETURN_CALL, RETURN_MESSAGE } from '../records/tables/returns'
import { type Parameter, raw, type Sql, sql } from './sql'

/** Which people count: everyone, only prospects, or by the user's switch for non-prospects. */
export type People = 'everyone' | 'prospects' | 'switch'

export type Aggregate =
  | { kind: 'records' }
  | { kind: 'prospects' }
  | { kind: 'distinct'; of: Sql }
  | { kind: 'ids' }
  | { kind: 'sum'; value: Sql; per?: number }
  | { kind: 'average' | 'shared'; value: Sql }
  | { kind: 'quantile'; level: number; value: Sql }
  | { kind: 'sumOnce'; of: Sql; numbers: ReadonlyMap<number, number> }

interface MeasureSpec {
  kind: RecordType
  conditions: readonly Sql[]
  /** The local-day column that dates the records; null on as-of reports. */
  day: string | null
  /** Whether records use their own day when the report counts by created date. */
  ownDay: boolean
  people: People
  aggregate: Aggregate
  /** Whether its conditions use columns of the record type's lazy join. */
  usesLazyJoin: boolean
}

/**
 * A number, declared as the set of records that it counts or measures. Everything a report shows of the number (cells,
 * total, prior period, daily series, and the list behind it) is built from this one declaration.
 */
export class Measure {
  constructor(readonly spec: MeasureSpec) {}

  /** Only records that meet the condition; columns by the names of the data contract. */
  where(strings: TemplateStringsArray, ...values: (Parameter | Sql)[]): Measure {
    return this.with({ conditions: [...this.spec.conditions, sql(strings, ...values)] })
  }

  /** Only records that meet conditions by which they were added up; see `SummedNumber`. */
  meeting(conditions: readonly Sql[]): Measure {
    return this.with({ conditions: [...this.spec.conditions, ...conditions] })
  }

  /** Dated by this instant (`visited_at`) instead of the record's main one. */
  dated(instant: `${string}_at`): Measure {
    return this.with({ day: dayColumn(instant) })
  }

  /** Dated by one of the record's calendar dates (`moved_in_on`). */
  on(date: `${string}_on`): Measure {
    return this.with({ day: date })
  }

  /** Not dated: counts records of any day, whatever the report's period. */
  undated(): Measure {
    return this.with({ day: null })
  }

  /** Uses its own day even when the report counts by created date. */
  onOwnDay(): Measure {
    return this.with({ ownDay: true })
  }

  /** Adds the columns of the record type's lazy join (`prospect_created_at`) for the conditions that follow. */
  withProspect(): Measure {
    return this.with({ usesLazyJoin: true })
  }

  /** Which people count; by default the user's switch decides. */
  of(people: People): Measure {
    return this.with({ people })
  }

  /** Counts distinct prospects instead of records. */
  byProspect(): Measure {
    return this.with({ aggregate: { kind: 'prospects' } })
  }

  /** Counts each value of a column once: a lease after two visits is one lease, in a row and in the total. */
  distinct(column: string): Measure {
    return this.with({ aggregate: { kind: 'distinct', of: raw(column) } })
  }

  /** The records' ids in order, instead of their count. */
  ids(): Measure {
    return this.with({ aggregate: { kind: 'ids' } })
  }

  /** The value all records share, null when they differ. */
  shared(value: string): Measure {
    return this.with({ aggregate: { kind: 'shared', value: raw(value) } })
  }

  /**
   * The sum of a value, to the same last digit every time. The value is an integer or a decimal: a sum of floating-point
   * numbers depends on their order, which the engine doesn't promise.
   * @param per what the finished sum is divided by: seconds `per` 3,600 are hours
   */
  sum(value: string | Sql, per?: number): Measure {
    const aggregate = { kind: 'sum' as const, value: typeof value === 'string' ? raw(value) : value }
    return this.with({ aggregate: per === undefined ? aggregate : { ...aggregate, per } })
  }

  average(value: string | Sql): Measure {
    return this.with({ aggregate: { kind: 'average', value: typeof value === 'string' ? raw(value) : value } })
  }

  /** The sum of the numbers that belong to ids of a column: each id counts once, even when several records carry it. */
  sumOnce(column: string, numbers: ReadonlyMap<number, number>): Measure {
    return this.with({ aggregate: { kind: 'sumOnce', of: raw(column), numbers } })
  }

  /** A quantile by linear interpolation between the two nearest values; 0.5 is the median. */
  quantile(level: number, value: string): Measure {
    return this.with({ aggregate: { kind: 'quantile', level, value: raw(value) } })
  }

  private with(change: Partial<MeasureSpec>): Measure {
    return new Measure({ ...this.spec, ...change })
  }
}

/** Measures the records of a type. Records that a SELECT makes for a period have no day of their own. */
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

/** Prospects by their created date. They keep that date whichever way the report dates facts. */
export const prospects = (): Measure => measureOf(recordTypes.prospects).onOwnDay()
export const messages = (): Measure => measureOf(recordTypes.messages)
export const calls = (): Measure => measureOf(recordTypes.calls)
/** Messages and calls by which prospects come back after their first contact. */
export const returnMessages = (): Measure => messages().withProspect().meeting(RETURN_MESSAGE)
export const returnCalls = (): Measure => calls().withProspect().meeting(RETURN_CALL)
export const appointments = (): Measure => measureOf(recordTypes.appointments)
/** Appointments that nobody canceled. */
export const keptAppointments = (): Measure => appointments().where`${raw(KEPT_APPOINTMENT)}`
export const visits = (): Measure => measureOf(recordTypes.visits)
export const applications = (): Measure => measureOf(recordTypes.applications)

/** New leases that were never canceled. */
export const liveLeases = (): Measure => measureOf(recordTypes.leases).where`${raw(LIVE_LEASE)}`

/** What a query may depend on when its measures vary with the request. */
export interface QueryContext {
  companyId: number
  /** The derived tables that contain every import of the company. */
  derived: ReadonlySet<DerivedTableName>
  /** The table with the company's people in the engine's memory, if there is one now; see `PeopleAtHand`. */
  peopleAtHand: string | null
  filters: Filters
  switches: Record<string, string>
  now: Date
  /** The company's date. */
  today: string
  current: DayRange | null
  prior: DayRange | null
  /**
   * Days on which a period is cut into slices; what is spread over days is spread over each slice apart, and a stock is
   * counted on the last day of each.
   */
  cutDays?: readonly string[]
  /** Properties in scope. */
  properties: readonly Property[]
  /** Every source of the company. */
  sources: readonly Source[]
  /** The company's effective flags. */
  flags: Readonly<Record<string, boolean>>
  /** What was learned of the company's history, for queries that ask for it. */
  homes?: Learned['homes']
  stakes?: Learned['stakes']
}

/** What a person of a property is worth; what too few cases tell is null. */
export interface PropertyStakes {
  property: number
  /** The median monthly rent of the property's new leases of the last year, in dollars. */
  rent: number | null
  /** How many of those who toured leased, 0 to 1. */
  chanceAfterTour: number | null
  /** How many of all leads leased, 0 to 1. */
  chance: number | null
}

/** What queries may need to know of a company's history: learned once after each import, and once a day. */
export interface Learned {
  homes: HomesOutlook
  stakes: readonly PropertyStakes[]
}

export type MeasuresByColumn = Readonly<Record<string, Measure>>

/** The rows of a report that lists records instead of counting them. */
export interface ListSpec {
  /** Which records, dated and filtered like any measure. */
  measure: Measure
  /** The column whose total is how many there are: its measure counts the same records, without what only serves display. */
  countedBy: string
  /** What the records are sorted by, where that is not the newest first. */
  order?: Sql
  /** The SQL of each `fact` column; property and agent are added automatically. */
  fields: Readonly<Record<string, Sql>>
  /**
   * The columns that say how to reach a record's prospect. Where the record leaves one empty, it is looked up, for the
   * records that are listed alone.
   */
  contacts?: Readonly<Record<string, 'name' | 'phone' | 'email'>>
}

/** A list with what counts its records. */
export interface CountedList extends ListSpec {
  counted: Measure
}

/** A list with the measure of its column `countedBy`. */
export function withCounted(list: ListSpec, measures: MeasuresByColumn): CountedList {
  const counted = measures[list.countedBy]
  if (!counted) throw new Error(`A list is counted by the column "${list.countedBy}", which has no measure.`)
  return { ...list, counted }
}

/** How a report's numbers are computed: one measure for each counted or measured column. */
export interface ReportQuery {
  measures: (context: QueryContext) => MeasuresByColumn
  list?: (context: QueryContext) => ListSpec
  /** The records that a number is worked out from, for each column with `evidence`. */
  evidence?: (context: QueryContext) => MeasuresByColumn
  /** Notes below the numbers that depend on the request. */
  notes?: (context: QueryContext) => string[]
  /** What its measures or its list need to know of the company's history. */
  learns?: keyof Learned
  /** The report's metadata flags. */
  marks?: (context: QueryContext) => Record<string, boolean>
}
