import type { EntityName } from '@leaselight/facts'
import { type Measure, measureOf, type QueryContext } from '../../plan/measures'
import { all, join, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, property } from '../carries'
import { inEitherPeriod, inScopedProperties } from '../conditions'
import { fromSelect } from '../definition'

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
    select: deedsSql(deeds, context),
    prospect: 'person_id',
    isPeople: true,
    agent: 'agent_id',
    when: { column: 'happened_at', kind: 'instant' },
    details: raw('toString(deed)'),
    deeds,
    ...carry(property('property_id'), agent('agent_id'), calendarDay('happened_day')),
  })
  return measureOf(kind).onOwnDay().byProspect()
}

/** One row for each record in scope and period, with its place among the deeds. */
function deedsSql(deeds: readonly Deed[], { companyId, ...context }: QueryContext): Sql {
  const parts = deeds.map(({ records: { spec } }, index) => {
    const { kind, day, conditions } = spec
    if (day === null || !kind.when || !kind.prospect || kind.storage !== 'in a table')
      throw new Error(`${kind.label}: it doesn't say who did it when.`)
    return sql`SELECT ${index} AS deed, id, ${raw(kind.prospect)} AS person_id, property_id, ${raw(kind.agent ?? '0')} AS agent_id,
    ${raw(kind.when.column)} AS happened_at, ${raw(day)} AS happened_day
  FROM ${kind.fromClause} WHERE ${all([
    inScopedProperties({ companyId, properties: context.properties }),
    inEitherPeriod(day, context),
    raw(`${kind.prospect} != 0`),
    ...conditions,
  ])}`
  })
  const marked = (mark: string) =>
    sql`(SELECT id FROM prospect_marks FINAL WHERE company_id = ${companyId} AND ${raw(mark)})`
  // Old versions and removed records are among the known people, too; removed ones are marked as deleted.
  const known = sql`(SELECT id FROM prospects WHERE company_id = ${companyId})`
  return sql`SELECT *, person_id IN ${marked('not_a_prospect')} AS not_a_prospect
FROM (${join(parts, '\n  UNION ALL ')}) WHERE person_id NOT IN ${marked('deleted')} AND person_id IN ${known}`
}
