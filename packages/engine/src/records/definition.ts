import type { Dimension } from '@leaselight/model'
import type { PlanContext } from '../plan/scans'
import { raw, type Sql } from '../plan/sql'

/**
 * What a kind of record looks like to the planner: where its rows come from, what its fields are called, and how one
 * record reads in a list. A field that is missing here belongs to no row of that dimension.
 */
export interface RecordType {
  /** What one record is called in a list. */
  label: string
  from: Sql
  id: string
  /** The prospect behind the record; 0 when it is not known. */
  prospect?: string | undefined
  property: string
  agent?: string | undefined
  source?: string
  /** The instant, or day, that lists show and sort by. */
  when?: { column: string; kind: 'instant' | 'day' }
  /** What else a list says of one record. */
  details?: Sql
  /** A name of its own, where no prospect stands behind it. */
  name?: Sql
  /** Whether rows stand in a table of all companies, or in a SELECT that is already one company's. */
  storage: 'in a table' | 'in a select'
  /** The record's own property decides its row and its scope, unless the row is its prospect's. */
  rowOwner?: 'prospect'
  /**
   * The column that says which period a record belongs to, `current` or `prior`, where a SELECT makes records for each:
   * a home as it stands at a period's end belongs to that period, whatever its day.
   */
  periodColumn?: string
  /** Keys of dimensions that this kind names in its own way. */
  keys?: Partial<Record<Dimension, Sql>>
  /** Whether the records are the people themselves. */
  isPeople?: boolean
  /** Whether the first contact of the prospect is among its fields. */
  hasFirstContact?: boolean
  /** Whether the caller filters speak of these records. */
  hasCallerFields?: boolean
  /**
   * What is joined to the records in scope, where its sets ask for more than they hold.
   * @param behind which of the company's prospects can stand behind the records, as a condition on the table of prospects
   */
  joins?: (context: PlanContext, behind: Sql) => Sql
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
