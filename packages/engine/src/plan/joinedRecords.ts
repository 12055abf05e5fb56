import type { DerivedTableName } from '@leaselight/facts'
import type { Dimension } from '@leaselight/model'
import type { DimensionContext, DimensionKey, RecordType } from '../records/definition'
import { joinAtHand, prospectJoin } from '../records/tables/prospectJoin'
import type { RecordConditions } from './filterSql'
import { columnsOf, sourceOf } from './onePass'
import type { ScanQuery } from './scanQuery'
import { cohort, eitherPeriod, inKnownProperty, inScope, type ScanScope } from './scanScope'
import { all, any, join, raw, type Sql, sql } from './sql'

/** Everything a scan depends on besides its measures. */
export interface PlanContext extends DimensionContext {
  propertyIds: readonly number[]
  /** Counts facts of prospects created in the period, instead of facts by their own days. */
  byCreated: boolean
  nonProspects: boolean
  /** The conditions of the request's filters on a record type. */
  filter: (type: RecordType) => RecordConditions
  dimensions: readonly Dimension[]
  /** The table with the company's people, where it can be joined instead of reading their records; see `PeopleAtHand`. */
  peopleAtHand: string | null
  /** The tables worked out at import that contain all of the company's imports. */
  derived: ReadonlySet<DerivedTableName>
}

/**
 * The SQL of a dimension's key for a record type. Reports with a dimension that their records don't carry are rejected
 * when defined.
 */
export const dimensionSql = (key: Dimension, kind: RecordType, context: PlanContext): Sql =>
  carriedKey(key, kind).sql(context)

function carriedKey(key: Dimension, kind: RecordType): DimensionKey {
  const carried = kind.dimensions[key]
  if (!carried) throw new Error(`${kind.label}: its records carry no dimension "${key}".`)
  return carried
}

/** Whether the records that a scan counts are joined to others, or come from a SELECT. */
export const isJoined = (scan: ScanQuery, context: PlanContext): boolean =>
  scan.cohort ||
  scan.kind.joins !== undefined ||
  joinsProspects(scan, context) ||
  needsLazyJoin(scan, context) ||
  scan.kind.storage !== 'in a table'

/** Whether a row, a filter, or a measure of the scan uses columns of the record type's lazy join. */
function needsLazyJoin({ kind, measures }: ScanQuery, context: PlanContext): boolean {
  if (!kind.lazyJoin && kind.joinsProspects !== 'lazily') return false
  return (
    measures.some(({ set }) => set.spec.usesLazyJoin) ||
    context.dimensions.some((key) => carriedKey(key, kind).lazy) ||
    context.filter(kind).lazy
  )
}

/** Whether the prospects behind a scan's records are joined to them. */
export const joinsProspects = (scan: ScanQuery, context: PlanContext): boolean =>
  scan.kind.joinsProspects === 'always' || (scan.kind.joinsProspects === 'lazily' && needsLazyJoin(scan, context))

/**
 * The scan's records in scope and in the periods, as `r`, with the joins of their type and dating.
 * @param listed whether the records themselves are shown, with their names
 * @param columns further columns of theirs
 */
export function joinedRecords(
  scan: ScanQuery,
  context: PlanContext,
  { listed = false, columns = [] }: { listed?: boolean; columns?: readonly Sql[] } = {},
): Sql {
  const { kind } = scan
  const joinsLazily = needsLazyJoin(scan, context) || (listed && kind.lazyName)
  const own = ownConditions(scan, context)
  const base = sql`(SELECT ${join([columnsOf(scan), ...columns], ', ')} FROM ${sourceOf(scan)} WHERE ${own}) AS r`
  const joins = [
    ...(joinsProspects(scan, context) ? [joinProspects(scan, context, own)] : []),
    ...[kind.joins, joinsLazily ? kind.lazyJoin : undefined].flatMap((one) => (one ? [one(context.companyId)] : [])),
  ]
  const joined = joins.length > 0 ? sql`${base} ${join(joins, '')}` : base
  return scan.cohort
    ? sql`${joined} INNER JOIN ${cohort(context)} AS cohort ON cohort.cohort_id = r.${raw(kind.prospect ?? 'id')}`
    : joined
}

/**
 * A scan's conditions on the record itself: company, property, and day. A pass over several days first leaves out records
 * that have none of them in a period, because each of the others is then repeated for every day.
 */
export function ownConditions({ kind, day, passDays, cohort: inCohort }: ScanQuery, context: ScanScope): Sql {
  return all([
    ...(passDays ? [any(passDays.map((one) => eitherPeriod(one, context)))] : []),
    ...(kind.storage === 'in a table' ? [sql`company_id = ${context.companyId}`] : []),
    ...(kind.rowOwner === 'prospect' ? [inKnownProperty(context)] : [inScope(kind, context)]),
    ...(inCohort || day === null ? [] : [eitherPeriod(day, context)]),
    ...(inCohort ? [sql`${raw(kind.prospect ?? 'id')} IN (SELECT cohort_id FROM ${cohort(context)})`] : []),
  ])
}

/** Joins the prospects behind a scan's records: from the engine's memory where they are, or those that can be behind them. */
function joinProspects(scan: ScanQuery, context: PlanContext, own: Sql): Sql {
  const { companyId, peopleAtHand } = context
  const column = scan.kind.prospect ?? scan.kind.id
  return peopleAtHand === null
    ? prospectJoin(column, companyId, prospectCondition(scan, context, own))
    : joinAtHand(column, peopleAtHand)
}

/**
 * Limits the prospects to join to those that can be behind a scan's records: a year of a company's prospects is many
 * times a week of its visits.
 */
function prospectCondition(scan: ScanQuery, context: PlanContext, own: Sql): Sql {
  const { kind, cohort: inCohort } = scan
  if (inCohort) return eitherPeriod('created_day', context)
  const here = kind.rowOwner === 'prospect' ? inScope({ ...kind, property: 'property_id' }, context) : raw('1')
  // A SELECT is too expensive to run twice.
  if (kind.storage === 'in a select') return here
  return sql`${here} AND id IN (SELECT ${raw(kind.prospect ?? kind.id)} FROM ${sourceOf(scan)} WHERE ${own})`
}
