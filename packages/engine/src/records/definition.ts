import type { DayRange, Dimension, RecordFilterKey } from '@leaselight/model'
import type { Source } from '../access/companyRecords'
import { raw, type Sql, sql } from '../plan/sql'

/** What is known of the company and the request when records are put under rows. */
export interface DimensionContext {
  companyId: number
  sources: readonly Source[]
  /** Names of sources and the value of the attribute that rows are grouped by. */
  sourceAttribute: { names: string[]; values: string[] }
  /** Ids of properties and the value of the attribute that rows are grouped by. */
  propertyAttribute: { ids: number[]; values: string[] }
  current: DayRange | null
  prior: DayRange | null
  /** The one period that is read, where both can't be read together. */
  only?: Period
}

export type Period = 'current' | 'prior'

/** A dimension's key of a record. */
export interface DimensionKey {
  sql: (context: DimensionContext) => Sql
  /** Whether its columns come with the record type's lazy join. */
  lazy?: boolean
}

/** What a filter's condition applies to in a record. */
export interface FilterTarget {
  /** The expression, which may depend on the company's sources. */
  column: Sql | ((context: Pick<DimensionContext, 'sources'>) => Sql)
  /** The local hour beside the weekday, for the filter of both. */
  hour?: Sql
  /** For a condition on something that the record names: the records that name what meets the condition. */
  naming?: (companyId: number, condition: Sql) => Sql
  /** Whether its columns come with the record type's lazy join. */
  lazy?: boolean
}

/**
 * The rows that a record type's records can stand under, and the filters that apply to them. A report can't be defined
 * with others (see `measuresFor`).
 */
export interface Carries {
  dimensions: Partial<Record<Dimension, DimensionKey>>
  filters: Partial<Record<RecordFilterKey, FilterTarget>>
}

/**
 * What is joined to the records in scope, as `r`.
 * @param candidates which of the company's prospects can be behind the records, as a condition on the table of prospects
 */
export type JoinSql = (companyId: number, candidates: Sql) => Sql

/** What is counted: where the records come from, what their fields are called, and how one reads in a list. */
export interface RecordType extends Carries {
  /** What one record is called in a list. */
  label: string
  fromClause: Sql
  id: string
  /** The prospect behind the record; 0 when it is not known. */
  prospect?: string | undefined
  property: string
  agent?: string | undefined
  /** The instant, or day, that lists show and sort by. */
  when?: { column: string; kind: 'instant' | 'day' }
  /** What else a list says of one record. */
  details?: Sql
  /** A name of its own, for records without a prospect. */
  name?: Sql
  /** Whether `name` is a caller's. */
  hasCallerName?: boolean
  /** The number a record without a known prospect can be called back at. */
  callerPhone?: Sql
  /** Whether the rows are in a table of all companies, or in a SELECT that is already one company's. */
  storage: 'in a table' | 'in a select'
  /** The record's own property decides its row and its scope, unless the row is its prospect's. */
  rowOwner?: 'prospect'
  /**
   * The column that says which period a record belongs to, `current` or `prior`, where a SELECT makes records for each:
   * a unit as it is at a period's end belongs to that period, whatever its day.
   */
  periodColumn?: string
  /** Whether the records are the people themselves. */
  isPeople?: boolean
  /** Joined to every record in scope. */
  joins?: JoinSql
  /** Joined only when a dimension, filter or measure in use needs its columns. */
  lazyJoin?: JoinSql | undefined
  /** Fields worked out of a record and what is joined to it. */
  fields?: readonly Sql[]
}

/** The wall-clock hour, 0–23, of a record's main instant. */
export function localHour(instantColumn: string): Sql {
  return raw(`intDiv(${localSecond(instantColumn)}, 3600)`)
}

/** The wall-clock second of the day of a record's main instant. */
export function localSecond(instantColumn: string): string {
  return `positiveModulo(toUnixTimestamp(${instantColumn}) + ${instantColumn.replace(/_at$/, '_offset')}, 86400)`
}

/** The column of an instant's local day: `visited_day` of `visited_at`. */
export const dayColumn = (instant: string): string => instant.replace(/_at$/, '_day')

/** A table of all companies with its newest versions alone. */
export const table = (name: string): Sql => raw(`${name} FINAL`)

/** The fields that most facts about a prospect share. */
export const prospectFact = {
  storage: 'in a table' as const,
  id: 'id',
  prospect: 'prospect_id',
  property: 'property_id',
  agent: 'agent_id',
}

/** A record type without a table: the rows of a SELECT that yields `property_id`, `id` and what the measures use. */
export function fromSelect(
  options: Omit<RecordType, 'id' | 'property' | 'fromClause' | 'storage'> &
    Partial<Pick<RecordType, 'id' | 'property' | 'fromClause' | 'storage'>> & { select: Sql },
): RecordType {
  const { select, ...rest } = options
  return { id: 'id', property: 'property_id', ...rest, storage: 'in a select', fromClause: sql`(${select})` }
}
