import { type Filters, filter, filterKeys, isRecordFilter, type RecordFilterKey } from '@leaselight/model'
import { localHour, type RecordType } from '../records/definition'
import { raw, type Sql, sql } from './sql'

/** What a filter's condition applies to in a record. */
export interface FilterTarget {
  column: Sql
  /** The local hour beside the weekday, for the filter of both. */
  hour?: Sql
}

/** The record filters that the reader has set, as conditions on a type of record. */
export function filterConditions(
  filters: Filters,
  sourcesByAttribute: readonly string[] | null,
): (kind: RecordType) => Sql[] {
  return (kind) => {
    const targets = filterTargets(kind)
    return filterKeys.filter(isRecordFilter).flatMap((key) => {
      const target = targets[key]
      return target ? filterCondition(key, target, filters, sourcesByAttribute) : []
    })
  }
}

/** The condition that a filter's value is to a record; none where it lets every record through. */
function filterCondition<K extends RecordFilterKey>(
  key: K,
  { column, hour }: FilterTarget,
  filters: Filters,
  sourcesByAttribute: readonly string[] | null,
): Sql[] {
  const restriction = filter(key).restriction(filters[key])
  switch (restriction?.kind) {
    case undefined:
      return []
    case 'oneOf':
      return [sql`${column} IN ${restriction.values}`]
    case 'is':
      return [restriction.value ? column : sql`NOT (${column})`]
    case 'attributes':
      return [sourcesByAttribute && sourcesByAttribute.length > 0 ? sql`${column} IN ${sourcesByAttribute}` : raw('0')]
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

function filterTargets(kind: RecordType): Partial<Record<RecordFilterKey, FilterTarget>> {
  return {
    ...(kind.agent && { agentIds: { column: raw(kind.agent) } }),
    ...(kind.source && sourceTargets(kind.source)),
    ...(kind.hasFirstContact && { contacts: { column: raw('first_contact_channel') } }),
    ...(kind.hasCallerFields && {
      callerTypes: { column: raw('caller_type') },
      selectedScheduled: { column: raw('appointment_id != 0') },
      callIds: { column: raw('id') },
      statuses: { column: raw('outcome') },
    }),
    ...(kind.when?.kind === 'instant' && { daysHours: dayHourTarget(kind.when.column) }),
  }
}

function sourceTargets(column: string): Partial<Record<RecordFilterKey, FilterTarget>> {
  // A record without a source counts under Unknown, and can be filtered by that name.
  const named = { column: sql`if(trimBoth(${raw(column)}) = '', 'Unknown', trimBoth(${raw(column)}))` }
  return { sources: named, sourcesByAttributes: named }
}

function dayHourTarget(column: string): FilterTarget {
  return { column: raw(`toDayOfWeek(${column.replace(/_at$/, '')}_day)`), hour: localHour(column) }
}
