import { dayColumn, type RecordType, type SummedRecords } from '../records/definition'
import type { PlanContext } from './joinedRecords'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import { isOfSameRows, type ScanQuery } from './scanQuery'
import { render, type Sql } from './sql'
import { countsEveryone, IS_PROSPECT } from './whoCounts'

type SummingContext = Pick<PlanContext, 'current' | 'dimensions' | 'filter' | 'derived' | 'nonProspects'>

/**
 * The same scans, of which those whose sums are in the same rows are one: prospects' messages and calls of a day. `scanSql`
 * reads the sums of any scan; findings need the scan as it is, which tells what an import can have changed.
 */
export function sumTogether(scans: readonly ScanQuery[], context: SummingContext, grouping: Grouping): ScanQuery[] {
  const together: ScanQuery[] = []
  for (const scan of scans) {
    const sums = summedScan(scan, context, grouping)
    const shared =
      sums !== scan && together.find(({ kind, people }) => isOfSameRows(kind, sums.kind) && people === sums.people)
    if (shared) shared.measures.push(...sums.measures)
    else together.push(sums)
  }
  return together
}

/** The same scan over a table in which its records are added up, where this tells everything that it counts and groups by. */
export function summedScan(query: ScanQuery, context: SummingContext, grouping: Grouping): ScanQuery {
  const { kind, measures, day, cohort, people } = query
  // What is made of the same type may be other records, or count in the rows of their prospects.
  if (!kind.summed || kind.storage !== 'in a table' || kind.rowOwner) return query
  if (cohort || day !== dayColumn(kind.when?.column ?? '')) return query
  if (context.filter(kind).conditions.length > 0) return query
  const { dimensions } = scanGroupings(query, context, grouping)
  const summed = kind.summed.find(
    (one) =>
      context.derived.has(one.table) &&
      dimensions.every((key) => one.dimensions[key]) &&
      measures.every(({ set }) => isSumOf(set, one)),
  )
  if (!summed) return query
  const counting = countsEveryone(people, context) ? [] : [IS_PROSPECT]
  const sums = kindOf(kind, summed)
  return {
    ...query,
    kind: sums,
    day: summed.day,
    measures: measures.map(({ column, set }) => ({
      column,
      set: new Measure({ ...set.spec, kind: sums, conditions: [...counting, ...ownConditions(set, summed)] }),
    })),
  }
}

/** Whether a measure counts some of the records that are added up. */
function isSumOf(set: Measure, summed: SummedRecords): boolean {
  const { aggregate, conditions } = set.spec
  return (
    aggregate.kind === 'records' &&
    (summed.met ?? []).every((condition) => conditions.includes(condition)) &&
    ownConditions(set, summed).every((condition) => namesOnly(condition, summed.columns))
  )
}

/** The conditions of a measure that not all records meet which are added up. */
const ownConditions = ({ spec }: Measure, { met = [] }: SummedRecords): Sql[] =>
  spec.conditions.filter((condition) => !met.includes(condition))

/** Whether a condition names no other column, and no function, which would be written in small letters, too. */
function namesOnly(condition: Sql, columns: readonly string[]): boolean {
  const names = render(condition)
    .text.replace(/'[^']*'|\{[^}]*\}/g, '')
    .match(/\b[a-z_]\w*/g)
  return (names ?? []).every((name) => columns.includes(name))
}

const kindOf = (
  { label, since }: RecordType,
  { table, fromClause, dimensions, filters, times }: SummedRecords,
): RecordType => ({
  ...{ label, since, fromClause, dimensions, filters, times },
  ...{ rows: table, id: times, property: 'property_id', storage: 'in a table' },
})
