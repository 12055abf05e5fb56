import type { CountedRecords } from '../records/definition'
import type { PlanContext } from './joinedRecords'
import { type Grouping, scanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'

/**
 * The same scan over the derived rows in which its records are counted sooner. Where each row has the day of
 * its person's previous one, distinct people are counted by these days.
 */
export function countedScan(
  query: ScanQuery,
  context: Pick<PlanContext, 'current' | 'dimensions' | 'filter'>,
  grouping: Grouping,
): ScanQuery {
  const { counted } = query.kind
  if (!counted) return query
  const { fromClause, people } = counted
  return {
    ...query,
    kind: { ...query.kind, fromClause },
    saysWhoCounts: true,
    ...(people && canCountByDay(people, query, context, grouping) && { distinctByDay: people }),
  }
}

/** Whether the row before is what each of these numbers needs: of all rows of a person, or of all in a row of the report. */
function canCountByDay(
  people: NonNullable<CountedRecords['people']>,
  query: ScanQuery,
  context: Pick<PlanContext, 'current' | 'dimensions' | 'filter'>,
  grouping: Grouping,
): boolean {
  const { kind, measures, day, cohort } = query
  if (cohort || day !== people.day || grouping.points || grouping.slices || grouping.under.length > 0) return false
  if (context.filter(kind).conditions.length > 0) return false
  const [key, ...others] = scanGroupings(query, context, grouping).dimensions
  if (others.length > 0 || (key && !people.previousDayIn?.[key])) return false
  return measures.every(
    ({ set: { spec } }) =>
      spec.aggregate.kind !== 'prospects' || spec.conditions.every((condition) => people.met.includes(condition)),
  )
}
