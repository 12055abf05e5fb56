import { type Filters, filter, filterKeys, isRecordFilter, type RecordFilterKey } from '@leaselight/model'
import type { DimensionContext, FilterTarget, RecordType } from '../records/definition'
import { raw, type Sql, sql } from './sql'

type FilterContext = Pick<DimensionContext, 'companyId' | 'sources'>

/** The request's record filters as conditions on a record type, and whether they need its lazy join. */
export interface RecordConditions {
  conditions: Sql[]
  lazy: boolean
}

/** The record filters set by the user, as conditions on a record type. */
export function filterConditions(filters: Filters, context: FilterContext): (type: RecordType) => RecordConditions {
  return (type) => {
    const found = filterKeys.filter(isRecordFilter).flatMap((key) => {
      const target = type.filters[key]
      return target ? filterCondition(key, target, filters, context).map((condition) => ({ condition, target })) : []
    })
    return {
      conditions: found.map(({ condition }) => condition),
      lazy: found.some(({ target }) => target.lazy),
    }
  }
}

function filterCondition<K extends RecordFilterKey>(
  key: K,
  target: FilterTarget,
  filters: Filters,
  context: FilterContext,
): Sql[] {
  const conditions = restrictionSql(key, target, filters, context)
  const { naming } = target
  return naming ? conditions.map((condition) => naming(context.companyId, condition)) : conditions
}

/** The condition of a filter's value on a record; null when it matches every record. */
function restrictionSql<K extends RecordFilterKey>(
  key: K,
  { column: declared, hour }: FilterTarget,
  filters: Filters,
  { sources }: FilterContext,
): Sql[] {
  const column = typeof declared === 'function' ? declared({ sources }) : declared
  const restriction = filter(key).restriction(filters[key])
  switch (restriction?.kind) {
    case undefined:
      return []
    case 'oneOf':
      return [sql`${column} IN ${restriction.values}`]
    case 'is':
      return [restriction.value ? column : sql`NOT (${column})`]
    case 'attributes': {
      const asked = Object.entries(restriction.values)
      const names = sources
        .filter((source) => asked.every(([attribute, values]) => values.includes(source.attributes[attribute] ?? '')))
        .map((source) => source.name)
      return [names.length > 0 ? sql`${column} IN ${names}` : raw('0')]
    }
    case 'hours': {
      const { days, hours } = restriction
      const [from, to] = hours
      return [
        ...(days.length > 0 ? [sql`${column} IN ${days}`] : []),
        ...(hour && (from > 0 || to < 23) ? [sql`${hour} BETWEEN ${from} AND ${to}`] : []),
      ]
    }
  }
}
