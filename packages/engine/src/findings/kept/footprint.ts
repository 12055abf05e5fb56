import { derivedTables, type EntityName, entityNames, sortDay } from '@leaselight/facts'
import type { PlanContext } from '../../plan/joinedRecords'
import type { ScanQuery } from '../../plan/scanQuery'
import { all, render, type Sql } from '../../plan/sql'

/** What the numbers of a statement can depend on. */
export interface Footprint {
  /** The entities whose records it names anywhere. */
  entities: readonly EntityName[]
  /**
   * Where each record counts on one day of its own and depends on nothing but itself and its prospect: the table, the
   * column of that day, and that of the prospect. Null where a change of one record may move the numbers of any day.
   */
  byDay: { entity: EntityName; day: string; prospect: string | null } | null
  /** Whether each record is made of one prospect's own records; see `RecordType.ofPerson`. */
  ofPerson: boolean
}

/**
 * The footprint of a scan.
 * @param text of its statement, as it reads the records
 * @param other the same scan over another period: what depends on the period can't be read for some of its days
 */
export function footprintOf(scan: ScanQuery, context: PlanContext, text: string, other: ScanQuery): Footprint {
  const { kind, day, cohort } = scan
  const ofPerson = kind.ofPerson === true && day !== null && !cohort
  return { entities: entitiesIn(text), byDay: ofPerson ? null : dailyTable(scan, context, other), ofPerson }
}

function dailyTable(scan: ScanQuery, context: PlanContext, other: ScanQuery): Footprint['byDay'] {
  const { kind, day, cohort } = scan
  const entity = tableOf(kind.fromClause)
  if (kind.storage !== 'in a table' || entity === null || cohort || day === null || sortDay(entity) !== day) return null
  const own = ownText(scan, context)
  // What compares a record with others of its table changes on other days than the record's.
  if (own !== ownText(other, context) || (entity !== 'prospects' && entitiesIn(own).includes(entity))) return null
  return { entity, day, prospect: kind.prospect ?? null }
}

/** Everything of a scan that says whether and as what a record counts, besides its period and scope. */
function ownText(scan: ScanQuery, context: PlanContext): string {
  const { kind, measures } = scan
  const numbers = measures.flatMap(({ set: { spec } }): Sql[] => [
    ...spec.conditions,
    ...('of' in spec.aggregate ? [spec.aggregate.of] : []),
    ...('value' in spec.aggregate ? [spec.aggregate.value] : []),
  ])
  const joins = [kind.joins, kind.lazyJoin].flatMap((join) => (join ? [join(context.companyId)] : []))
  const { text, params } = render(
    all([...numbers, ...(kind.fields ?? []), ...context.filter(kind).conditions, ...joins]),
  )
  return `${text}${JSON.stringify(params)}`
}

function tableOf(fromClause: Sql): EntityName | null {
  const { text } = render(fromClause)
  return entityNames.find((name) => text === `${name} FINAL`) ?? null
}

/** Any word that is the name of an entity, or of what is worked out from it, counts, so that none is missed. */
function entitiesIn(text: string): EntityName[] {
  const words = new Set<string>(text.match(/\w+/g))
  for (const { name, from } of derivedTables) if (words.has(name)) for (const entity of from) words.add(entity)
  return entityNames.filter((name) => words.has(name) || (name === 'prospects' && words.has('prospect_marks')))
}
