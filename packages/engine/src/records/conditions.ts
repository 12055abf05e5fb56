import { markedAtHand, type PeopleMark, selectMarked } from '@leaselight/facts'
import { addTo, type DayRange } from '@leaselight/model'
import type { QueryContext } from '../plan/measures'
import { any, daySql, idList, raw, type Sql, sql } from '../plan/sql'
import { inRange } from './periods'

type PeriodScope = Pick<QueryContext, 'companyId' | 'current' | 'prior'> & {
  properties: readonly Pick<QueryContext['properties'][number], 'id'>[]
}

/** The periods that a report reads. */
export const periodsIn = ({ current, prior }: Pick<PeriodScope, 'current' | 'prior'>): DayRange[] =>
  [current, prior].filter((range) => range !== null)

/** The condition that a day is in either period. */
export function inEitherPeriod(column: string, context: Pick<PeriodScope, 'current' | 'prior'>): Sql {
  return any(periodsIn(context).map((range) => inRange(column, range)))
}

/** The local days of one instant differ by at most this many days between zones. */
export const MAX_ZONE_DAYS = 2

/** The condition for the local day of what can be later than anything in either period, in whatever zone it happened. */
export function sinceEitherPeriod(column: string, context: Pick<PeriodScope, 'current' | 'prior'>): Sql {
  const [first] = periodsIn(context)
    .map(({ start }) => start)
    .sort()
  return first === undefined ? raw('0') : sql`${raw(column)} >= ${daySql(addTo(first, -MAX_ZONE_DAYS))}`
}

/** The condition for the company's records at the properties in scope. */
export function inScopedProperties({ companyId, properties }: Pick<PeriodScope, 'companyId' | 'properties'>): Sql {
  return sql`company_id = ${companyId} AND property_id IN ${idList(properties.map(({ id }) => id))}`
}

/** The company's records at all properties; those of a removed property are hidden. */
export function inCompany(companyId: number): Sql {
  return sql`company_id = ${companyId} AND property_id IN ${knownProperties(companyId)}`
}

/** The ids of the company's properties, without removed ones, for the right side of IN. */
export const knownProperties = (companyId: number): Sql =>
  sql`(SELECT id FROM properties FINAL WHERE company_id = ${companyId})`

/** An instant, to the millisecond. */
export const instantSql = (at: Date): Sql => sql`fromUnixTimestamp64Milli(toInt64(${at.getTime()}))`

/** A company, and the table with its people in the engine's memory, if there is one now. */
export type OfPeople = Pick<QueryContext, 'companyId'> & Partial<Pick<QueryContext, 'peopleAtHand'>>

/** The ids of the company's people with a mark, for the right side of IN. */
export const markedProspects = ({ companyId, peopleAtHand }: OfPeople, mark: PeopleMark): Sql =>
  raw(peopleAtHand ? markedAtHand(peopleAtHand, mark) : `(${selectMarked(companyId, mark)})`)

/** The ids of those who aren't counted as prospects, for the right side of IN. */
export const excludedProspects = (asking: OfPeople): Sql => markedProspects(asking, 'excluded')
