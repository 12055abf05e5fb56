import type { ScanQuery } from './scanQuery'
import { raw, type Sql, sql } from './sql'

/** Which of its days a record stands for, and that day, in a pass over several days. */
const [OF_DAY, PASS_DAY] = ['pass_of', 'pass_day']

/**
 * Makes one scan of those that differ in their day alone, where the record type allows it: a lease is signed on a day,
 * moved into on another and given notice of on a third. A record stands in the pass once for each of these days.
 */
export function inOnePass(scans: readonly ScanQuery[]): ScanQuery[] {
  const passes: ScanQuery[] = []
  for (const scan of scans) {
    const { kind, day, cohort, people } = scan
    const mayShare = kind.countsSeveralDays === true && day !== null && !cohort
    const pass = mayShare
      ? passes.find((other) => other.passDays && other.kind === kind && other.people === people)
      : undefined
    if (pass?.passDays && day !== null) {
      pass.passDays.push(day)
      pass.measures.push(...scan.measures)
    } else passes.push(mayShare ? { ...scan, passDays: [day], measures: [...scan.measures] } : scan)
  }
  return passes.map((pass) =>
    pass.passDays && pass.passDays.length > 1 ? { ...pass, day: PASS_DAY } : withoutPass(pass),
  )
}

function withoutPass({ passDays: _, ...scan }: ScanQuery): ScanQuery {
  return scan
}

/** Where the records of a scan are: in their table, or there once for each day of its pass. */
export function sourceOf({ kind, passDays }: Pick<ScanQuery, 'kind' | 'passDays'>): Sql {
  if (!passDays) return kind.fromClause
  const places = passDays.map((_, index) => index).join(', ')
  return sql`${kind.fromClause} ARRAY JOIN ${raw(`[${passDays.join(', ')}] AS ${PASS_DAY}, [${places}] AS ${OF_DAY}`)}`
}

/** What a record of a scan is made of. */
export const columnsOf = ({ passDays }: Pick<ScanQuery, 'passDays'>): Sql =>
  raw(passDays ? `*, ${PASS_DAY}, ${OF_DAY}` : '*')

/** The condition that a record of a pass stands there for a measure's day. */
export function onDayOfPass({ passDays }: Pick<ScanQuery, 'passDays'>, day: string | null): Sql[] {
  return passDays && day !== null ? [raw(`${OF_DAY} = ${passDays.indexOf(day)}`)] : []
}
