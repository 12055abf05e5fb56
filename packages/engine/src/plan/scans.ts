import { type Dimension, dimension } from '@leaselight/model'
import type { DimensionContext, DimensionKey, Period, RecordType } from '../records/definition'
import { inRange, overlap } from '../records/periods'
import { COUNTS_AT_HAND, joinAtHand, prospectJoin } from '../records/tables/prospectJoin'
import { aggregateSql } from './aggregates'
import { briefScan, peopleOfDays } from './briefScan'
import { type Counting, counting, countingOnce } from './counting'
import type { RecordConditions } from './filterSql'
import type { Measure } from './measures'
import { columnsOf, onDayOfPass, sourceOf } from './onePass'
import { type DaySpans, type Grouping, scanGroupings, spanSql } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { cohort, eitherPeriod, inKnownProperty, inScope, readPeriods } from './scanScope'
import { spreadSql } from './spread'
import { all, daySql, join, raw, type Sql, sql } from './sql'
import { countsEveryone, IS_PROSPECT, nonProspectCondition } from './whoCounts'

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
}

/**
 * The contexts whose statements together count both periods; usually one. A record in both periods counts under two
 * dates, but a statement gives it one, so rows by calendar date need a statement for each of two overlapping periods.
 */
export function periodPasses(context: PlanContext, beside: readonly Dimension[] = []): PlanContext[] {
  const byCalendar = [...context.dimensions, ...beside].some((key) => dimension(key).isCalendar)
  if (!byCalendar || !overlap(context)) return [context]
  return [
    { ...context, only: 'current' },
    { ...context, only: 'prior' },
  ]
}

/**
 * The statement of a scan. Its lines have `k0`, `k1`, …, `series_day`, which of them are rolled up (`rolled`), and for
 * each measure one number per period read: `c0`, `p0` (current and prior), `c1`, `p1`, …, and what `spreadSql` adds.
 */
export function scanSql(full: ScanQuery, context: PlanContext, grouping: Grouping): Sql {
  const query = briefScan(full, context, grouping)
  const { names, dimensions, byDepth, byDay, beside } = scanGroupings(query, context, grouping)
  const keys = dimensions.map((key) => dimensionSql(key, query.kind, context))
  const groupings = [...byDepth.values(), ...(byDay ? [byDay] : []), ...beside.values()].map((set) => set.join(', '))
  const counted = counting(query.kind.repeated, dimensions, grouping)
  const once = (set: Measure) => countingOnce(set, dimensions, grouping, context)
  const numbers = query.measures.flatMap(({ set }, index) =>
    readPeriods(context).flatMap((period) => {
      const name = `${period[0]}${index}`
      const condition = conditionInScan(set, query, period, nonProspectCondition(set, context))
      const spread = spreadSql(set.spec.aggregate, counted(condition))
      return [
        sql`${numberSql(set, query, context, { period, counted, once: once(set), byDay: byDay !== null, grouping })} AS ${raw(name)}`,
        ...spread.map(([part, number]) => sql`${number} AS ${raw(`${name}_${part}`)}`),
      ]
    }),
  )
  const selected = [
    ...keys.map((key, index) => sql`${key} AS ${raw(`k${index}`)}`),
    ...(byDay ? [sql`${pointSql(query, grouping)} AS series_day`] : []),
    ...(grouping.slices ? [sql`${sliceSql(query, grouping.slices)} AS slice`] : []),
    raw(names.length > 0 ? `grouping(${names.join(', ')}) AS rolled` : '0 AS rolled'),
    ...numbers,
  ]
  const within = [
    ...grouping.under.map((value, index) => sql`${raw(`k${index}`)} = ${value}`),
    ...(grouping.slices?.only ? [sql`${sliceSql(query, grouping.slices)} IN ${grouping.slices.only}`] : []),
  ]
  // Rows that aren't asked for, such as floorplans below properties, need no join of their own. What is joined decides how
  // conditions name it, so both follow from the same rows.
  const asked = { ...context, dimensions }
  const { from, where } = countSource(query, asked)
  return sql`${withClause(query, asked)}SELECT ${join(selected, ',\n  ')}
FROM ${from}
WHERE ${all([...where, rowConditions(query, asked), ...within])}
${raw(names.length > 0 ? `GROUP BY GROUPING SETS (${[...new Set(groupings)].map((set) => `(${set})`).join(', ')})` : '')}`
}

/** The last day of the point of the series that a record is in. */
function pointSql(query: ScanQuery, { points }: Grouping): Sql {
  return points
    ? sql`${daySql(points.end)} - ${raw(String(points.days))} * ${sliceSql(query, points)}`
    : raw(`${query.day}`)
}

/** Which span a record is in, 0 the latest; records without a day can't be split. */
function sliceSql({ day, kind }: ScanQuery, spans: DaySpans): Sql {
  if (day === null) throw new Error(`${kind.label}: its records have no day.`)
  return spanSql(day, spans)
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

/**
 * What a statement's numbers use, defined before them: the fields that the record type computes, and whether a record is
 * in a period, unless its records tell.
 */
function withClause(scan: ScanQuery, context: PlanContext): Sql {
  const defined = [
    ...(scan.kind.fields ?? []),
    ...(recordsTellPeriods(scan, context) ? [] : periodColumns(scan, context)),
  ]
  return defined.length > 0 ? sql`WITH ${join(defined, ', ')} ` : raw('')
}

/**
 * Whether a record is in each period. Most of a short statement's time is planning, and each number would repeat the
 * comparison of days.
 */
const periodColumns = (scan: ScanQuery, context: PlanContext): Sql[] =>
  readPeriods(context).map((period) => sql`${all(periodCondition(scan, context, period))} AS ${inPeriod(period)}`)

const inPeriod = (period: Period): Sql => raw(`in_${period}`)

/**
 * Whether the records that a statement counts have columns for the periods. A name for them before the statement stands
 * for the comparison in each number, and is planned with each.
 */
const recordsTellPeriods = (scan: ScanQuery, context: PlanContext): boolean => isJoined(scan, context) && !scan.cohort

/**
 * Where a scan reads: directly from its table when nothing is joined, so that each shard of a cluster counts its own
 * rows and sends only numbers; otherwise from its joined records.
 */
function countSource(scan: ScanQuery, context: PlanContext): { from: Sql; where: Sql[] } {
  if (!isJoined(scan, context)) return { from: sourceOf(scan), where: [ownConditions(scan, context)] }
  const periods = recordsTellPeriods(scan, context) ? periodColumns(scan, context) : []
  return { from: joinedRecords(scan, context, { columns: periods }), where: [] }
}

const isJoined = (scan: ScanQuery, context: PlanContext): boolean =>
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
const joinsProspects = (scan: ScanQuery, context: PlanContext): boolean =>
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

/** A scan's conditions on the record itself: company, property, and day. */
function ownConditions({ kind, day, cohort: inCohort }: ScanQuery, context: PlanContext): Sql {
  return all([
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

/**
 * The conditions on a record after all joins. Conditions shared by all measures of the scan are included, so the engine
 * can apply them before it joins, groups, and counts.
 */
export function rowConditions(scan: ScanQuery, context: PlanContext): Sql {
  const { kind } = scan
  return all([
    ...(kind.rowOwner === 'prospect' ? [inScope(kind, context)] : []),
    ...sharedConditions(scan),
    ...context.filter(kind).conditions,
    ...excludedPeopleCondition(scan, context),
  ])
}

/** The conditions that all measures of a scan have; measures derived from one another share the same objects. */
function sharedConditions({ measures }: ScanQuery): Sql[] {
  const [first, ...others] = measures.map(({ set }) => set.spec.conditions)
  return (first ?? []).filter((condition) => others.every((conditions) => conditions.includes(condition)))
}

/** The condition for a record to belong to a measure in a period. */
export function measureCondition(set: Measure, scan: ScanQuery, context: PlanContext, period: Period): Sql {
  return all([...set.spec.conditions, ...nonProspectCondition(set, context), ...periodCondition(scan, context, period)])
}

/** The condition of a measure for the rows of its scan, which meet the shared conditions already. */
function conditionInScan(set: Measure, scan: ScanQuery, period: Period, people: readonly Sql[]): Sql {
  const shared = sharedConditions(scan)
  const own = set.spec.conditions.filter((condition) => !shared.includes(condition))
  return all([...own, ...people, ...onDayOfPass(scan, set.spec.day), inPeriod(period)])
}

interface HowCounted {
  period: Period
  counted: Counting
  once: Counting | null
  byDay: boolean
  grouping: Grouping
}

/**
 * The number of a measure in a period. Distinct people of every kind are the prospects and the others: a report that shows
 * the prospects, too, counts them once, and telling people apart is the dearest part of counting them.
 */
function numberSql(
  set: Measure,
  scan: ScanQuery,
  context: PlanContext,
  { period, counted, once, byDay, grouping }: HowCounted,
): Sql {
  const { aggregate, kind, people } = set.spec
  const conditionOf = (who: readonly Sql[]) => conditionInScan(set, scan, period, who)
  const counting = nonProspectCondition(set, context)
  if (scan.peopleByDay)
    return peopleOfDays(scan.peopleByDay, { condition: conditionOf(counting), period, byDay }, context, grouping)
  if (once) return once(conditionOf(counting))((one) => sql`countIf(${one})`)
  const number = (who: readonly Sql[]) => counted(conditionOf(who))((condition) => aggregateSql(set, condition))
  if (aggregate.kind !== 'prospects' || !kind.isPeople || !countsEveryone(people, context)) return number(counting)
  return sql`${number([IS_PROSPECT])} + ${number([raw('not_a_prospect')])}`
}

function periodCondition(scan: ScanQuery, context: PlanContext, period: Period): Sql[] {
  if (scan.kind.periodColumn) return [sql`${raw(scan.kind.periodColumn)} = ${period}`]
  if (scan.day === null) return period === 'current' ? [] : [raw('0')]
  const range = context[period]
  return range ? [inRange(scan.day, range)] : [raw('0')]
}

/** Excludes facts of people who don't count, by their exclusions. */
function excludedPeopleCondition(scan: ScanQuery, context: PlanContext): Sql[] {
  const { kind, people, cohort: inCohort } = scan
  // A cohort contains only people who count.
  if (!kind.prospect || kind.isPeople || inCohort) return []
  if (context.peopleAtHand !== null && joinsProspects(scan, context))
    return [countsEveryone(people, context) ? raw('NOT person_deleted') : COUNTS_AT_HAND]
  const marked = countsEveryone(people, context) ? raw('deleted') : raw('(deleted OR not_a_prospect)')
  return [
    sql`${raw(kind.prospect)} NOT IN (SELECT id FROM prospect_marks FINAL WHERE company_id = ${context.companyId} AND ${marked})`,
  ]
}
