import type { DayRange } from '@leaselight/model'
import { knownProperties } from '../records/conditions'
import type { DimensionContext, Period, RecordType } from '../records/definition'
import { inRange } from '../records/periods'
import { all, any, idList, raw, type Sql, sql } from './sql'

type ReadPeriods = Pick<DimensionContext, 'current' | 'prior' | 'only'>

/** Where and when a scan reads, and which people a cohort has. */
export interface ScanScope extends ReadPeriods {
  companyId: number
  propertyIds: readonly number[]
  nonProspects: boolean
}

/** The periods that the statements of a context read. */
export const readPeriods = ({ only }: Pick<DimensionContext, 'only'>): Period[] =>
  only ? [only] : ['current', 'prior']

/** Whether a record is at a property in scope. */
export const inScope = (kind: Pick<RecordType, 'property'>, context: ScanScope): Sql =>
  sql`${raw(kind.property)} IN ${idList(context.propertyIds)}`

/** Facts of a removed property are hidden. */
export const inKnownProperty = (context: Pick<ScanScope, 'companyId'>): Sql =>
  sql`property_id IN ${knownProperties(context.companyId)}`

/** The prospects created in either period, at any property of the company. */
export function cohort(context: ScanScope): Sql {
  const people = context.nonProspects ? [] : [raw('NOT not_a_prospect')]
  return sql`(SELECT id AS cohort_id, created_day AS cohort_day FROM prospects FINAL WHERE ${all([
    sql`company_id = ${context.companyId}`,
    eitherPeriod('created_day', context),
    ...people,
  ])})`
}

/** The condition that a day is in a period that the statements of a context read. */
export function eitherPeriod(column: string, context: ReadPeriods): Sql {
  const ranges = readPeriods(context).map((period) => context[period])
  return any(ranges.filter((range): range is DayRange => range !== null).map((range) => inRange(column, range)))
}
