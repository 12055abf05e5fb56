import type { PlanContext } from './joinedRecords'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'

/** The same scan over its records as its type counts them by itself, where every number is how many there are. */
export function talliedScan(
  query: ScanQuery,
  context: Pick<PlanContext, 'current' | 'dimensions' | 'filter'>,
  grouping: Grouping,
): ScanQuery {
  const { kind, measures, cohort } = query
  // Filters may be on columns that are not told apart.
  if (!kind.tallied || cohort || context.filter(kind).conditions.length > 0) return query
  if (!measures.every(({ set }) => set.spec.aggregate.kind === 'records')) return query
  const counted = { ...kind, ...kind.tallied(scanGroupings(query, context, grouping).dimensions) }
  return {
    ...query,
    kind: counted,
    measures: measures.map(({ column, set }) => ({ column, set: new Measure({ ...set.spec, kind: counted }) })),
  }
}
