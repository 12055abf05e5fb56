import { dayColumn, type RecordType, type SummedRecords } from '../records/definition'
import type { PlanContext } from './joinedRecords'
import { Measure } from './measures'
import { type Grouping, scanGroupings } from './scanGroupings'
import { isOfSameRows, type ScanQuery } from './scanQuery'
import { render, type Sql } from './sql'
import { countsEveryone, IS_PROSPECT } from './whoCounts'

type SummingContext = Pick<PlanContext, 'current' | 'dimensions' | 'filter' | 'derived' | 'nonProspects'>

/**
 * The same scans, of which those whose sums are in the same rows are one: what happened at a property on a day. `scanSql`
 * reads the sums of any scan; findings need the scan as it is, which tells what an import can have changed.
 */
export function sumTogether(scans: readonly ScanQuery[], context: SummingContext, grouping: Grouping): ScanQuery[] {
  const together: ScanQuery[] = []
  for (const scan of scans) {
    const sums = summedScan(scan, context, grouping)
    const shared = sums !== scan && together.find(({ kind }) => isOfSameRows(kind, sums.kind))
    if (shared) shared.measures.push(...sums.measures)
    else together.push(sums)
  }
  return together
}

/** The same scan over a table in which its records are added up, where this tells everything that it counts and groups by. */
export function summedScan(query: ScanQuery, context: SummingContext, grouping: Grouping): ScanQuery {
  const { kind, day, cohort, saysWhoCounts } = query
  // What is made of the same type may be other records, count in the rows of their prospects, or count deleted people's.
  if (!kind.summed || !kind.prospect || kind.storage !== 'in a table' || kind.rowOwner || kind.repeated) return query
  if (cohort || saysWhoCounts || context.filter(kind).conditions.length > 0) return query
  const { dimensions } = scanGroupings(query, context, grouping)
  for (const summed of kind.summed) {
    if (day !== (summed.of ?? dayColumn(kind.when?.column ?? '')) || !context.derived.has(summed.table)) continue
    if (!dimensions.every((key) => summed.dimensions[key])) continue
    const measures = query.measures.map(({ column, set }) => ({ column, set: addedUp(set, summed, context) }))
    if (measures.every(isKnown))
      return { ...query, kind: kindOf(kind, summed), day: summed.day, people: 'everyone', measures }
  }
  return query
}

const isKnown = <One extends { set: Measure | null }>(one: One): one is One & { set: Measure } => one.set !== null

/** A measure over the sums, which say of each row whether its people are prospects; null where they don't tell its number. */
function addedUp({ spec }: Measure, summed: SummedRecords, context: SummingContext): Measure | null {
  if (spec.aggregate.kind !== 'records') return null
  const stated = new Set(spec.conditions.map(textOf))
  const own = summed.numbers.find(({ met }) => {
    const known = new Set(met.map(textOf))
    const isMet = (condition: Sql) => known.has(textOf(condition)) || namesNothing(condition)
    return [...known].every((one) => stated.has(one)) && spec.conditions.every(isMet)
  })
  if (!own) return null
  const who = countsEveryone(spec.people, context) ? [] : [IS_PROSPECT]
  const conditions = [...who, ...spec.conditions.filter(namesNothing)]
  return new Measure({ ...spec, kind: kindOf(spec.kind, summed, own.times), conditions })
}

/** Two conditions with the same text are the same. */
const textOf = (condition: Sql): string => JSON.stringify(render(condition))

/** Whether a condition is the same for each record: it names no column, and no function, which would be in small letters, too. */
const namesNothing = (condition: Sql): boolean =>
  !/\b[a-z_]\w*/.test(render(condition).text.replace(/'[^']*'|\{[^}]*\}/g, ''))

const kindOf = (
  { label, since }: RecordType,
  { table, fromClause, dimensions, filters }: SummedRecords,
  times?: string,
): RecordType => ({
  ...{ label, since, fromClause, dimensions, filters, ...(times && { times }) },
  ...{ rows: table, id: 'day_number', property: 'property_id', storage: 'in a table' },
})
