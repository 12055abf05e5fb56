import type { PlanContext } from './joinedRecords'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'

/** The same scan over records that their type has counted already, where every number is a count of records. */
export function aggregatedScan(
  query: ScanQuery,
  context: Pick<PlanContext, 'current' | 'dimensions' | 'filter'>,
  grouping: Grouping,
): ScanQuery {
  const { kind, measures, cohort } = query
  // A filter may need a column that the aggregated rows don't have.
  if (!kind.aggregated || cohort || context.filter(kind).conditions.length > 0) return query
  if (!measures.every(({ set }) => set.spec.aggregate.kind === 'records')) return query
  const counted = { ...kind, ...kind.aggregated(scanGroupings(query, context, grouping).dimensions) }
  return {
    ...query,
    kind: counted,
    measures: measures.map(({ column, set }) => ({ column, set: new Measure({ ...set.spec, kind: counted }) })),
  }
}
