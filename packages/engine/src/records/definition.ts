import type { DerivedTableName, EntityName } from '@leaselight/facts'
import type { DayRange, Dimension, RecordFilterKey, Ripening } from '@leaselight/model'
import type { Source } from '../access/companyRecords'
import { raw, type Sql, sql } from '../plan/sql'

/** What grouping records into rows depends on. */
export interface DimensionContext {
  companyId: number
  sources: readonly Source[]
  /** Names of sources, each with the value of the attribute that rows are grouped by. */
  sourceAttribute: { names: string[]; values: string[] }
  /** Ids of properties, each with the value of the attribute that rows are grouped by. */
  propertyAttribute: { ids: number[]; values: string[] }
  current: DayRange | null
  prior: DayRange | null
  /** The only period to read, where both can't be read together. */
  only?: Period
}

export type Period = 'current' | 'prior'

/** How a record gets its key of a dimension. */
export interface DimensionKey {
  sql: (context: DimensionContext) => Sql
  /** Whether its columns come with the record type's lazy join. */
  lazy?: boolean
  /** The only column of a record that it depends on. */
  column?: string
  /** Whether it takes longer to work out than to group by its column. */
  isLookedUp?: boolean
}

/** What a filter's condition applies to in a record. */
export interface FilterTarget {
  /** The expression, which may depend on the company's sources. */
  column: Sql | ((context: Pick<DimensionContext, 'sources'>) => Sql)
  /** The local hour beside the weekday, for the filter of both. */
  hour?: Sql
  /**
   * For a condition on an object that the record refers to: the condition that selects records referring to a match.
   */
  naming?: (companyId: number, condition: Sql) => Sql
  /** Whether its columns come with the record type's lazy join. */
  lazy?: boolean
}

/**
 * The dimensions that a record type's records can be grouped by, and the filters that apply to them. A report can't use
 * others (see `measuresFor`).
 */
export interface Carries {
  dimensions: Partial<Record<Dimension, DimensionKey>>
  filters: Partial<Record<RecordFilterKey, FilterTarget>>
}

/** Joins data to the records in scope, `r`. */
export type JoinSql = (companyId: number) => Sql

/** What is counted: where the records come from, the names of their fields, and how a list shows one. */
export interface RecordType extends Carries {
  /** The label of one record in a list. */
  label: string
  /**
   * Record types with the same name of their rows are of the same ones, and differ only in what a list says of a record and
   * since when there are any. Their measures share one statement.
   */
  rows?: string
  fromClause: Sql
  /** Where the same records can be counted sooner. What lists show of one may be missing there. */
  counted?: CountedRecords | undefined
  id: string
  /** The column of the record's prospect; 0 when unknown. */
  prospect?: string | undefined
  /** The column of the known prospect's number: distinct ones are told apart faster by small numbers than by ids. */
  prospectNumber?: string | undefined
  property: string
  agent?: string | undefined
  /** The instant, or day, that lists show and sort by. */
  when?: { column: string; kind: 'instant' | 'day' }
  /** Further text that a list shows of one record. */
  details?: Sql
  /** The name to show for records without a prospect. */
  name?: Sql
  /** Whether `name` is that of a caller. */
  hasCallerName?: boolean
  /** The callback number of a record without a known prospect. */
  callerPhone?: Sql
  /** Whether the rows are in a table of all companies, or in a SELECT limited to one company. */
  storage: 'in a table' | 'in a select'
  /** By default the record's own property decides its row and its scope; `prospect` means that its prospect's does. */
  rowOwner?: 'prospect'
  /**
   * The column with a record's period, `current` or `prior`, where a SELECT makes records for each: a unit at a
   * period's end belongs to that period, whatever its day.
   */
  periodColumn?: string
  /** The entities whose first record says since when there is data for it. */
  since: readonly EntityName[]
  /** Whether it counts what is there at a moment, so that a longer period counts no more. */
  isStock?: boolean
  /** Whether it counts what is so at the present instant, which whatever has not come in yet would change. */
  isOfNow?: boolean
  /** Whether it counts the same record again on each day of a period. */
  repeatsDaily?: boolean
  /**
   * The dimension of which a record may have several values: it comes once for each of them and `isFirst`, for one of them,
   * so that rows by the dimension count it in each and everything else counts it once. Whether a record comes at all must
   * not depend on the value.
   */
  repeated?: { by: Dimension; isFirst: Sql }
  /**
   * The dimension of which a person may have several values: they come once for each of them, as `repeated` says of records,
   * but each time counts by itself. Distinct people are then the records in rows by the dimension, and the first of each in
   * all, as long as nothing asked of them depends on the value: telling people apart is dearer.
   */
  peopleOnce?: NonNullable<RecordType['repeated']>
  /** Whether measures by several of its days are counted in one pass over its table; its records are few. */
  countsSeveralDays?: boolean
  /**
   * What its people do later than the day that dates a record, so that it is still to come when a period ends: what all of
   * its records are, or what a record tells in a column of this name. Null where records are complete on their day. A SELECT
   * that reads others' appointments, visits, applications, or leases has to say it.
   */
  later?: Ripening | Readonly<Record<string, Ripening>> | null
  /** Whether the records are the prospects themselves. */
  isPeople?: boolean
  /**
   * Whether each record is of one prospect, on the day they were created, and made of their own records alone; what is
   * dated after now may come to count in it.
   */
  ofPerson?: boolean
  /** Its people once for each of their days at a property, where numbers can be read of these instead: see `briefScan`. */
  brief?: PeopleByDay | undefined
  /** Where its records are added up, where numbers can be read of the sums instead: see `summedScan`. */
  summed?: readonly SummedRecords[]
  /** Counts its records by the columns that some dimensions need. `aggregatedScan` reads these counts where it can. */
  aggregated?: (rows: readonly Dimension[]) => AggregatedRecords
  /** The column that tells how many records a row counts; without it a row is one. */
  times?: string
  /**
   * What a record can be of, where a list names each person once with all their records: `details` is the place of the
   * record's own among them.
   */
  deeds?: readonly { one: string; many: string }[]
  /** Whether its records' prospects are joined to all of them, or when a dimension, filter, or measure in use needs their columns. */
  joinsProspects?: 'always' | 'lazily' | undefined
  /** Joined to every record in scope. */
  joins?: JoinSql
  /** Joined only when a dimension, filter, or measure in use needs its columns; of prospects, see `joinsProspects`. */
  lazyJoin?: JoinSql | undefined
  /** Whether `name` is a column of the lazy join, which a list then needs, too. */
  lazyName?: boolean
  /** Fields computed from a record and its joins. */
  fields?: readonly Sql[]
}

/** The records of a type in derived rows, which say whether their person is `not_a_prospect`. Deleted people have none. */
export interface CountedRecords {
  fromClause: Sql
  /** How its rows count distinct people, with the conditions that all rows meet, as measures have them. */
  people?: DistinctByDay & { met: readonly Sql[] }
}

/** How rows by day count distinct people: each has the day of its person's previous row. */
export interface DistinctByDay {
  day: string
  /** The column with the person's previous day, which shows whether a row is their first of a period. */
  previousDay: string
  /** The same within rows by a dimension, where a person has rows in several of them. */
  previousDayIn?: Partial<Record<Dimension, string>>
  /** Whether a person may have several rows on a day; the previous day of all but the first is then the same day. */
  severalADay?: boolean
  /** Whether the person has days at another property, too, and the column with their id where so; none where rows are at one. */
  elsewhere?: { is: Sql; id: string }
}

/** The people of a record type in a table with fewer rows, one for each of their days at a property. */
export interface PeopleByDay extends Carries, DistinctByDay {
  fromClause: Sql
  person: string
  /** Which of its rows count the records, and the conditions that these meet, as measures have them. */
  of?: { rows: Sql; met: readonly Sql[] }
}

/** Records of a type added up in a derived table, by their day and property. */
export interface SummedRecords extends Carries {
  table: DerivedTableName
  fromClause: Sql
  /** The column of their day. */
  day: string
  /** The day of the records that it is, where that is not their main one. */
  of?: string
  numbers: readonly SummedNumber[]
}

/** Rows that each count as many records as the column `times` says, with the columns that conditions use. */
export interface AggregatedRecords {
  fromClause: Sql
  times: string
}

/** A column that says how many of the records of a row meet some conditions, as measures have them. */
interface SummedNumber {
  times: string
  met: readonly Sql[]
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

/** The newest versions of all rows of a table. */
export const table = (name: string): Sql => raw(`${name} FINAL`)

/** The fields that most facts about a prospect share. */
export const prospectFact = {
  storage: 'in a table' as const,
  id: 'id',
  prospect: 'prospect_id',
  property: 'property_id',
  agent: 'agent_id',
}

/** A record type based on a SELECT with `property_id`, `id`, and the columns that the measures use. */
export function fromSelect(
  options: Omit<RecordType, 'id' | 'property' | 'fromClause' | 'storage'> &
    Partial<Pick<RecordType, 'id' | 'property' | 'fromClause' | 'storage'>> & { select: Sql },
): RecordType {
  const { select, ...rest } = options
  return { id: 'id', property: 'property_id', ...rest, storage: 'in a select', fromClause: sql`(${select})` }
}
