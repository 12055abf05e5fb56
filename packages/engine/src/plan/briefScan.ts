import type { Dimension } from '@leaselight/model'
import {
  type DimensionContext,
  type DistinctByDay,
  dayColumn,
  type PeopleByDay,
  type Period,
  type RecordType,
} from '../records/definition'
import type { RecordConditions } from './filterSql'
import { Measure } from './measures'
import { type DaySpans, type Grouping, scanGroupings, spanSql } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { all, any, daySql, join, raw, type Sql, sql } from './sql'

/** Which rows a scan makes, and of which records. */
interface Rows extends Pick<DimensionContext, 'current'> {
  dimensions: readonly Dimension[]
  filter: (type: RecordType) => RecordConditions
}

/** The same scan over its people's days at properties, where these tell everything that its rows and filters need. */
export function briefScan(query: ScanQuery, context: Rows, grouping: Grouping): ScanQuery {
  const { kind, measures } = query
  const { brief } = kind
  if (!brief || grouping.points || query.day !== dayColumn(kind.when?.column ?? '')) return query
  const byDay = kindOf(kind, brief)
  if (context.filter(kind).conditions.length !== context.filter(byDay).conditions.length) return query
  if (!scanGroupings(query, context, grouping).dimensions.every((key) => brief.dimensions[key])) return query
  const { met = [], rows } = brief.of ?? {}
  const isCounted = ({ spec: { aggregate, conditions } }: Measure) =>
    aggregate.kind === 'prospects' && conditions.every((condition) => met.includes(condition))
  if (!measures.every(({ set }) => isCounted(set))) return query
  const conditions = rows ? [rows] : []
  const brieflyMeasured = measures.map(({ column, set }) => ({
    column,
    set: new Measure({ ...set.spec, kind: byDay, conditions }),
  }))
  return { ...query, kind: byDay, day: brief.day, measures: brieflyMeasured, distinctByDay: brief }
}

function kindOf({ label, since }: RecordType, brief: PeopleByDay): RecordType {
  const { fromClause, dimensions, filters, person } = brief
  return {
    ...{ label, since, fromClause, dimensions, filters },
    ...{ id: person, prospect: person, property: 'property_id', storage: 'in a table', isPeople: true },
  }
}

/**
 * The number of distinct people of a brief scan in a period, or in a span of it. A person with a single property has one row
 * a day, and their first row of a span is the one whose previous day is outside it. The few people with several properties
 * are counted by their ids.
 * @param condition of the rows that count, the period's among them
 */
export function peopleOfDays(
  people: DistinctByDay,
  {
    condition,
    period,
    byDay,
    rowsBy,
  }: { condition: Sql; period: Period; byDay: boolean; rowsBy?: Dimension | undefined },
  context: Pick<DimensionContext, Period>,
  { slices }: Grouping,
): Sql {
  const { day, previousDay, previousDayIn, severalADay, elsewhere } = people
  const range = context[period]
  const isFirst = (before: string) => (range ? sql`${raw(before)} < ${daySql(range.start)}` : raw('0'))
  const isNew = isFirst(previousDay)
  const inRow = rowsBy && previousDayIn?.[rowsBy]
  const own = elsewhere ? [condition, sql`NOT ${elsewhere.is}`] : [condition]
  const count = (which: Sql) => sql`countIf(${all([...own, which])})`
  const spans = [
    ...(byDay ? [sql`grouping(series_day) = 0, ${count(raw(severalADay ? `${previousDay} < ${day}` : '1'))}`] : []),
    ...(inRow ? [sql`grouping(k0) = 0, ${count(isFirst(inRow))}`] : []),
    ...(slices ? [sql`grouping(slice) = 0, ${count(any([isNew, isInOtherSpan(people, slices)]))}`] : []),
  ]
  const newcomers = spans.length > 0 ? sql`multiIf(${join([...spans, count(isNew)], ', ')})` : count(isNew)
  if (!elsewhere) return newcomers
  return sql`${newcomers} + uniqExactIf(${raw(elsewhere.id)}, ${all([condition, elsewhere.is])})`
}

const isInOtherSpan = ({ day, previousDay }: DistinctByDay, spans: DaySpans): Sql =>
  sql`${spanSql(previousDay, spans)} != ${spanSql(day, spans)}`
