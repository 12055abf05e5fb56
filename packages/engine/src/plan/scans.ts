import { type Dimension, dimension } from '@leaselight/model'
import { markedProspects } from '../records/conditions'
import type { Period } from '../records/definition'
import { inRange, overlap } from '../records/periods'
import { aggregatedScan } from './aggregatedScan'
import { aggregateSql } from './aggregates'
import { briefScan, peopleOfDays } from './briefScan'
import { columnsCountedBy, countedFirst, type NamedNumber } from './countedByColumns'
import { countedScan } from './countedScan'
import { type Counting, counting, countingOnce } from './counting'
import { dimensionSql, isJoined, joinedRecords, ownConditions, type PlanContext } from './joinedRecords'
import type { Measure } from './measures'
import { onDayOfPass, sourceOf } from './onePass'
import { type DaySpans, type Grouping, scanGroupings, spanSql } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { inScope, readPeriods } from './scanScope'
import { spreadSql } from './spread'
import { all, daySql, join, raw, type Sql, sql } from './sql'
import { summedScan } from './summedScan'
import { countsEveryone, IS_PROSPECT, nonProspectCondition } from './whoCounts'

/**
 * The contexts whose statements together count both periods; usually one. A record in both periods counts under two
 * dates, but a statement gives it one, so rows by calendar date need a statement for each of two overlapping periods.
 */
export function periodPasses(context: PlanContext, beside: readonly Dimension[] = []): PlanContext[] {
  // What is as of now has no earlier numbers. Half of its statement would count nothing.
  if (context.current === null) return [{ ...context, only: 'current' }]
  const byCalendar = [...context.dimensions, ...beside].some((key) => dimension(key).isCalendar)
  if (!byCalendar || !overlap(context)) return [context]
  return [
    { ...context, only: 'current' },
    { ...context, only: 'prior' },
  ]
}

/** Each reads a scan's numbers from fewer rows where it can, and leaves the scan as it is elsewhere. */
const SOURCES = [countedScan, aggregatedScan, briefScan, summedScan]

/**
 * The statement of a scan. Its lines have `k0`, `k1`, …, `series_day`, which of them are rolled up (`rolled`), and for
 * each measure one number per period read: `c0`, `p0` (current and prior), `c1`, `p1`, …, and what `spreadSql` adds.
 */
export function scanSql(full: ScanQuery, context: PlanContext, grouping: Grouping): Sql {
  const query = SOURCES.reduce((scan, sourced) => sourced(scan, context, grouping), full)
  const { names, dimensions, byDepth, byDay, beside } = scanGroupings(query, context, grouping)
  const keys = dimensions.map((key) => dimensionSql(key, query.kind, context))
  const groupings = [...byDepth.values(), ...(byDay ? [byDay] : []), ...beside.values()].map((set) => set.join(', '))
  const numbers = numbersOf(query, context, { dimensions, byDay: byDay !== null, grouping })
  const selected = (shown: readonly NamedNumber[]) =>
    join(
      [
        ...keys.map((key, index) => sql`${key} AS ${raw(`k${index}`)}`),
        ...(byDay ? [sql`${pointSql(query, grouping)} AS series_day`] : []),
        ...(grouping.slices ? [sql`${sliceSql(query, grouping.slices)} AS slice`] : []),
        raw(names.length > 0 ? `grouping(${names.join(', ')}) AS rolled` : '0 AS rolled'),
        ...shown.map(({ name, number }) => sql`${number} AS ${raw(name)}`),
      ],
      ',\n  ',
    )
  const within = [
    ...grouping.under.map((value, index) => sql`${raw(`k${index}`)} = ${value}`),
    ...(grouping.slices?.only ? [sql`${sliceSql(query, grouping.slices)} IN ${grouping.slices.only}`] : []),
  ]
  // Rows that aren't asked for, such as floorplans below properties, need no join of their own. What is joined decides how
  // conditions name it, so both follow from the same rows.
  const own = { ...context, dimensions }
  const { from, where } = countSource(query, own)
  const records = sql`FROM ${from}
WHERE ${all([...where, rowConditions(query, own), ...within])}`
  const sets = raw(
    names.length > 0 ? `GROUP BY GROUPING SETS (${[...new Set(groupings)].map((set) => `(${set})`).join(', ')})` : '',
  )
  const columns = columnsCountedBy(query, dimensions, grouping, byDay && query.day)
  if (!columns) return sql`${withClause(query, own)}SELECT ${selected(numbers)}\n${records}\n${sets}`
  const counted = countedFirst(columns, numbers)
  return sql`SELECT ${selected(counted.sums)}
FROM (${withClause(query, own)}SELECT ${counted.selected}\n${records}\n${counted.groupedBy})\n${sets}`
}

/** The numbers of each measure in each period read, with what `spreadSql` adds. */
function numbersOf(
  query: ScanQuery,
  context: PlanContext,
  { dimensions, byDay, grouping }: { dimensions: readonly Dimension[]; byDay: boolean; grouping: Grouping },
): NamedNumber[] {
  const counted = counting(query.kind.repeated, dimensions, grouping)
  return query.measures.flatMap(({ set }, index) => {
    const once = countingOnce(set, dimensions, grouping, context)
    return readPeriods(context).flatMap((period) => {
      const name = `${period[0]}${index}`
      const condition = conditionInScan(set, query, period, nonProspectCondition(set, context))
      const how = { period, counted, once, byDay, rowsBy: dimensions[0], grouping }
      const spread = spreadSql(set.spec.aggregate, counted(condition))
      return [
        { name, number: numberSql(set, query, context, how) },
        ...spread.map(([part, number]) => ({ name: `${name}_${part}`, number })),
      ]
    })
  })
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
  /** The dimension of the statement's outermost rows. */
  rowsBy: Dimension | undefined
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
  { period, counted, once, byDay, rowsBy, grouping }: HowCounted,
): Sql {
  const { aggregate, kind, people } = set.spec
  const conditionOf = (who: readonly Sql[]) => conditionInScan(set, scan, period, who)
  const counting = nonProspectCondition(set, context)
  if (scan.distinctByDay && aggregate.kind === 'prospects')
    return peopleOfDays(
      scan.distinctByDay,
      { condition: conditionOf(counting), period, byDay, rowsBy },
      context,
      grouping,
    )
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
  if (scan.saysWhoCounts) return countsEveryone(people, context) ? [] : [IS_PROSPECT]
  const mark = countsEveryone(people, context) ? 'deleted' : 'excluded'
  return [sql`${raw(kind.prospect)} NOT IN ${markedProspects(context, mark)}`]
}
