import { DEEDS, type Deed, type PeopleMark } from '@leaselight/facts'
import { type Measure, measureOf, type QueryContext } from '../../plan/measures'
import { all, any, join, raw, type Sql, sql } from '../../plan/sql'
import { agent, calendarDay, carry, property } from '../carries'
import { inEitherPeriod, inScopedProperties, markedProspects } from '../conditions'
import { fromSelect, type PeopleByDay, type RecordType } from '../definition'
import { recordTypes } from '../recordTypes'
import { joinAtHand } from '../tables/prospectJoin'

/** What a list calls each deed: one of it, and several. */
export type DeedNames = Readonly<Record<Deed, { one: string; many: string }>>

const deeds = Object.keys(DEEDS) as Deed[]

/** The records that are a deed, by any of their days. */
export const deedRecords = (deed: Deed): Measure =>
  measureOf(recordTypes[DEEDS[deed].of]).where`${raw(DEEDS[deed].when)}`

/**
 * The distinct active people: everyone with at least one deed in the period, in the rows of its records. Deleted people,
 * and people whose record hasn't come yet, are left out; `of` decides about those who are not prospects. A list names each
 * person once, with everything they did.
 */
export function activePeople(names: DeedNames, context: QueryContext): Measure {
  const kind = fromSelect({
    label: 'Prospect',
    // The entities that bring most of the people; a rare one that begins later makes nothing incomparable.
    since: ['prospects', 'messages', 'calls'],
    later: null,
    select: deedsSql(context),
    prospect: 'person_id',
    prospectNumber: context.peopleAtHand === null ? undefined : 'person_number',
    isPeople: true,
    agent: 'agent_id',
    when: { column: 'happened_at', kind: 'instant' },
    details: raw('toString(deed)'),
    deeds: deeds.map((deed) => names[deed]),
    brief: context.derived.has('prospect_days') ? daysOfPeople : undefined,
    ...carry(property('property_id'), agent('agent_id'), calendarDay('happened_day')),
  })
  return measureOf(kind).onOwnDay().byProspect()
}

/** The same people, each once for a day at a property, as was worked out at import. Deleted people have no rows. */
const daysOfPeople: PeopleByDay = {
  fromClause: raw('prospect_days FINAL'),
  person: 'prospect_id',
  day: 'day',
  previousDay: 'previous_day',
  elsewhere: { is: raw('is_elsewhere'), id: 'elsewhere_id' },
  ...carry(property('property_id')),
}

/**
 * One row for each record in scope and period, with its place among the deeds. Records of one table are read once; each is
 * the first deed that it can be.
 */
function deedsSql({ companyId, peopleAtHand, ...context }: QueryContext): Sql {
  const parts = byTable().map(({ kind, day, cases }) => {
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
  const isMarked = (mark: PeopleMark) => sql`person_id IN ${markedProspects({ companyId, peopleAtHand }, mark)}`
  const [from, isKnown, number] =
    peopleAtHand === null
      ? // Old versions and removed records are among the known people, too; removed ones are marked as deleted.
        [raw(''), sql`person_id IN (SELECT id FROM prospects WHERE company_id = ${companyId})`, raw('')]
      : [joinAtHand('person_id', peopleAtHand), raw('of_prospect != 0'), raw(', person_number')]
  return sql`SELECT r.*, ${isMarked('noProspect')} AS not_a_prospect${number}
FROM (${records}) AS r ${from} WHERE ${isKnown} AND NOT ${isMarked('deleted')}`
}

interface DeedsOfTable {
  kind: RecordType
  day: string
  cases: { index: number; condition: Sql }[]
}

function byTable(): DeedsOfTable[] {
  const tables = new Map<RecordType, DeedsOfTable>()
  for (const [index, deed] of deeds.entries()) {
    const { kind, day, conditions } = deedRecords(deed).spec
    if (day === null || !kind.when || !kind.prospect) throw new Error(`${kind.label}: it doesn't say who did it when.`)
    const table = tables.get(kind) ?? { kind, day, cases: [] }
    table.cases.push({ index, condition: all(conditions) })
    tables.set(kind, table)
  }
  return [...tables.values()]
}
