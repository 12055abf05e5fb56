import type { Dimension } from '@leaselight/model'
import type { DimensionContext, PeopleByDay, Period, RecordType } from '../records/definition'
import type { RecordConditions } from './filterSql'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { all, daySql, raw, type Sql, sql } from './sql'

/** Which rows a scan makes, and of which records. */
interface Rows extends Pick<DimensionContext, 'current'> {
  dimensions: readonly Dimension[]
  filter: (type: RecordType) => RecordConditions
}

/**
 * The same scan over its people's days at properties, where these tell everything that its rows and filters need. Who is new
 * in a span of days depends on its first day, so that several spans are not read of them.
 */
export function briefScan(query: ScanQuery, context: Rows, grouping: Grouping): ScanQuery {
  const { kind, measures } = query
  const { brief } = kind
  const { dimensions } = scanGroupings(query, context, grouping)
  if (!brief || grouping.slices || grouping.points || context.filter(kind).conditions.length > 0) return query
  if (!dimensions.every((key) => brief.dimensions[key])) return query
  if (!measures.every(({ set: { spec } }) => spec.aggregate.kind === 'prospects' && spec.conditions.length === 0))
    return query
  const byDay = kindOf(kind, brief)
  const conditions = [brief.condition]
  const brieflyMeasured = measures.map(({ column, set }) => ({
    column,
    set: new Measure({ ...set.spec, kind: byDay, conditions }),
  }))
  return { ...query, kind: byDay, day: brief.day, measures: brieflyMeasured, peopleByDay: brief }
}

function kindOf({ label, since }: RecordType, brief: PeopleByDay): RecordType {
  const { fromClause, fields, dimensions, filters, person } = brief
  return {
    ...{ label, since, fromClause, fields, dimensions, filters },
    ...{ id: person, prospect: person, property: 'property_id', storage: 'in a table', isPeople: true },
  }
}

/**
 * How many people of a brief scan are in a period. Who was never active at another property has one row a day, and is new
 * where the last day before is not in the period; the others, who are few, are told apart.
 * @param condition of the rows that count, the period's among them
 */
export function peopleOfDays(
  { person, previousDay, isElsewhere }: PeopleByDay,
  { condition, period, byDay }: { condition: Sql; period: Period; byDay: boolean },
  context: Pick<DimensionContext, Period>,
): Sql {
  const range = context[period]
  const here = all([condition, sql`NOT ${isElsewhere}`])
  const isNew = range ? sql`${raw(previousDay)} < ${daySql(range.start)}` : raw('0')
  const first = sql`countIf(${all([here, isNew])})`
  const ofDay = byDay ? sql`if(grouping(series_day) = 0, countIf(${here}), ${first})` : first
  return sql`${ofDay} + uniqExactIf(${raw(person)}, ${all([condition, isElsewhere])})`
}
