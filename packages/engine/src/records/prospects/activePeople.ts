import type { EntityName } from '@leaselight/facts'
import { type Measure, measureOf, type QueryContext } from '../../plan/measures'
import { all, any, join, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, property } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect, type RecordType } from '../definition'
import { joinAtHand } from '../tables/prospectJoin'

/** Something that a person can do, or that is done for them: the records of it, and its name for one and for several. */
export interface Deed {
  records: Measure
  one: string
  many: string
}

export interface ActivityKinds {
  deeds: readonly Deed[]
  /** The entities that bring most of the people; a rare one that begins later makes nothing incomparable. */
  since: readonly EntityName[]
}

/**
 * The distinct people behind records of several types: everyone with at least one of them in the period, in the rows
 * of those records. Deleted people, and people whose record hasn't come yet, are left out; `of` decides about those who
 * are not prospects. A list names each person once, with everything they did.
 */
export function peopleBehind({ deeds, since }: ActivityKinds, context: QueryContext): Measure {
  const kind = fromSelect({
    label: 'Prospect',
    since,
    later: null,
    select: deedsSql(deeds, context),
    prospect: 'person_id',
    prospectNumber: context.peopleAtHand === null ? undefined : 'person_number',
    isPeople: true,
    agent: 'agent_id',
    when: { column: 'happened_at', kind: 'instant' },
    details: raw('toString(deed)'),
    deeds,
    ...carry(property('property_id'), agent('agent_id'), calendarDay('happened_day')),
  })
  return measureOf(kind).onOwnDay().byProspect()
}

/**
 * One row for each record in scope and period, with its place among the deeds. Records of one table are read once; each is
 * the first deed that it can be.
 */
function deedsSql(deeds: readonly Deed[], { companyId, peopleAtHand, ...context }: QueryContext): Sql {
  const parts = byTable(deeds).map(({ kind, day, cases }) => {
    const who = raw(kind.prospect ?? '0')
    const isAny = any(cases.map(({ condition }) => condition))
    const deed = join(
      cases.map(({ index, condition }) => sql`${condition}, ${index}`),
      ', ',
    )
    return sql`SELECT toUInt8(multiIf(${deed}, 0)) AS deed, id, ${who} AS person_id, property_id, ${raw(kind.agent ?? '0')} AS agent_id,
    ${raw(kind.when?.column ?? '')} AS happened_at, ${raw(day)} AS happened_day
  FROM ${kind.fromClause} WHERE ${all([
    inScopedProperties({ companyId, properties: context.properties }),
    inEitherPeriod(day, context),
    sql`${who} != 0`,
    isAny,
  ])}`
  })
  const records = join(parts, '\n  UNION ALL ')
  if (peopleAtHand !== null)
    return sql`SELECT r.*, person_no_prospect AS not_a_prospect, person_number
FROM (${records}) AS r ${joinAtHand('person_id', peopleAtHand)} WHERE of_prospect != 0 AND NOT person_deleted`
  const marked = (mark: string) =>
    sql`(SELECT id FROM prospect_marks FINAL WHERE company_id = ${companyId} AND ${raw(mark)})`
  // Old versions and removed records are among the known people, too; removed ones are marked as deleted.
  const known = sql`(SELECT id FROM prospects WHERE company_id = ${companyId})`
  return sql`SELECT *, person_id IN ${marked('not_a_prospect')} AS not_a_prospect
FROM (${records}) WHERE person_id NOT IN ${marked('deleted')} AND person_id IN ${known}`
}

interface DeedsOfTable {
  kind: RecordType
  day: string
  cases: { index: number; condition: Sql }[]
}

function byTable(deeds: readonly Deed[]): DeedsOfTable[] {
  const tables = new Map<RecordType, DeedsOfTable>()
  for (const [index, { records }] of deeds.entries()) {
    const { kind, day, conditions } = records.spec
    if (day === null || !kind.when || !kind.prospect || kind.storage !== 'in a table')
      throw new Error(`${kind.label}: it doesn't say who did it when.`)
    const table = tables.get(kind) ?? { kind, day, cases: [] }
    table.cases.push({ index, condition: all(conditions) })
    tables.set(kind, table)
  }
  return [...tables.values()]
}
