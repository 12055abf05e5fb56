import type { RecordType, SummedRecords } from '../records/definition'
import type { PlanContext } from './joinedRecords'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import type { ScanQuery } from './scanQuery'
import { render, type Sql } from './sql'
import { countsEveryone, IS_PROSPECT } from './whoCounts'

/** The same scan over a table in which its records are added up, where this tells everything that it counts and groups by. */
export function summedScan(
  query: ScanQuery,
  context: Pick<PlanContext, 'current' | 'dimensions' | 'filter' | 'derived' | 'nonProspects'>,
  grouping: Grouping,
): ScanQuery {
  const { kind, measures, day, cohort, people } = query
  const { summed } = kind
  if (!summed || cohort || day !== summed.day || !context.derived.has(summed.table)) return query
  if (context.filter(kind).conditions.length > 0) return query
  if (!scanGroupings(query, context, grouping).dimensions.every((key) => summed.dimensions[key])) return query
  const isCount = ({ spec }: Measure) =>
    spec.aggregate.kind === 'records' &&
    !spec.usesLazyJoin &&
    spec.conditions.every((condition) => namesOnly(condition, summed.columns))
  if (!measures.every(({ set }) => isCount(set))) return query
  const counting = countsEveryone(people, context) ? [] : [IS_PROSPECT]
  const sums = kindOf(kind, summed)
  return {
    ...query,
    kind: sums,
    measures: measures.map(({ column, set }) => ({
      column,
      set: new Measure({ ...set.spec, kind: sums, conditions: [...counting, ...set.spec.conditions] }),
    })),
  }
}

/** Whether a condition names no other column, and no function, which would be written in small letters, too. */
function namesOnly(condition: Sql, columns: readonly string[]): boolean {
  const names = render(condition)
    .text.replace(/'[^']*'|\{[^}]*\}/g, '')
    .match(/\b[a-z_]\w*/g)
  return (names ?? []).every((name) => columns.includes(name))
}

const kindOf = (
  { label, since }: RecordType,
  { fromClause, dimensions, filters, times }: SummedRecords,
): RecordType => ({
  ...{ label, since, fromClause, dimensions, filters, times },
  ...{ id: times, property: 'property_id', storage: 'in a table' },
})
