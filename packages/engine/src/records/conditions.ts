import { type DayRange, daysBetween } from '@leaselight/model'
import type { QueryContext } from '../plan/measures'
import { any, daySql, idList, raw, type Sql, sql } from '../plan/sql'

type PeriodScope = Pick<QueryContext, 'companyId' | 'current' | 'prior' | 'properties'>

/** The periods a report looks at. */
export const periodsIn = ({ current, prior }: Pick<PeriodScope, 'current' | 'prior'>): DayRange[] =>
  [current, prior].filter((range) => range !== null)

/** That a day lies in either period. */
export function inEitherPeriod(column: string, context: Pick<PeriodScope, 'current' | 'prior'>): Sql {
  const either = any(
    periodsIn(context).map(({ start, end }) => sql`${raw(column)} BETWEEN ${daySql(start)} AND ${daySql(end)}`),
  )
  return sql`(${either})`
}

/** The company's records at the properties in scope. */
export function inScopedProperties({ companyId, properties }: Pick<PeriodScope, 'companyId' | 'properties'>): Sql {
  return sql`company_id = ${companyId} AND property_id IN ${idList(properties.map(({ id }) => id))}`
}

/** The company's records anywhere; those of a removed property are hidden with it. */
export function inCompany(companyId: number): Sql {
  return sql`company_id = ${companyId} AND property_id IN (SELECT id FROM properties FINAL WHERE company_id = ${companyId})`
}

/** An instant, to the millisecond. */
export const instantSql = (at: Date): Sql => sql`fromUnixTimestamp64Milli(toInt64(${at.getTime()}))`

/** Whoever's facts count nowhere: people who are deleted or not prospects. */
export function excludedProspects(companyId: number): Sql {
  return sql`SELECT id FROM prospect_marks FINAL WHERE company_id = ${companyId} AND (deleted OR not_a_prospect)`
}

/** The day in a column as the key of a row; days of the prior period stand in the rows of the days they are compared with. */
export function alignedDay(column: string, { current, prior }: Pick<PeriodScope, 'current' | 'prior'>): Sql {
  const apart = current && prior ? daysBetween(prior.start, current.start) : 0
  if (!current || apart === 0) return sql`toString(${raw(column)})`
  const { start, end } = current
  return sql`toString(if(${raw(column)} BETWEEN ${daySql(start)} AND ${daySql(end)}, ${raw(column)}, addDays(${raw(column)}, ${apart})))`
}
