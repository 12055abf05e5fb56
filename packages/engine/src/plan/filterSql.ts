import { callerTypeChoices, type Filters } from '@leaselight/model'
import { localHour, type RecordType } from '../records/definition'
import { raw, type Sql, sql } from './sql'

/** What the reader's filters ask of a record of a kind, beyond property and period. */
export function filterConditions(
  filters: Filters,
  sourcesByAttribute: readonly string[] | null,
): (kind: RecordType) => Sql[] {
  return (kind) => [
    ...(filters.agentIds.length > 0 && kind.agent ? [sql`${raw(kind.agent)} IN ${filters.agentIds}`] : []),
    ...(kind.source ? sourceConditions(kind.source, filters, sourcesByAttribute) : []),
    ...(filters.contacts.length > 0 && kind.hasFirstContact ? [sql`first_contact_channel IN ${filters.contacts}`] : []),
    ...(kind.hasCallerFields ? callConditions(filters) : []),
    ...(kind.when?.kind === 'instant' ? dayHourConditions(kind.when.column, filters) : []),
  ]
}

function sourceConditions(column: string, filters: Filters, byAttribute: readonly string[] | null): Sql[] {
  // A fact without a source stands under Unknown, and can be asked for by that name.
  const named = sql`if(trimBoth(${raw(column)}) = '', 'Unknown', trimBoth(${raw(column)}))`
  return [
    ...(filters.sources.length > 0 ? [sql`${named} IN ${filters.sources}`] : []),
    ...(byAttribute ? [byAttribute.length > 0 ? sql`${named} IN ${byAttribute}` : raw('0')] : []),
  ]
}

function callConditions(filters: Filters): Sql[] {
  const choice = callerTypeChoices[filters.callerType].types
  return [
    ...(choice ? [sql`caller_type IN ${choice}`] : []),
    ...(filters.callerTypes.length > 0 ? [sql`caller_type IN ${filters.callerTypes}`] : []),
    ...(filters.selectedScheduled === 'SCHEDULED' ? [raw('appointment_id != 0')] : []),
    ...(filters.selectedScheduled === 'NOT_SCHEDULED' ? [raw('appointment_id = 0')] : []),
    ...(filters.callIds.length > 0 ? [sql`id IN ${filters.callIds}`] : []),
    ...(filters.statuses.length > 0 ? [sql`outcome IN ${filters.statuses}`] : []),
  ]
}

function dayHourConditions(column: string, { daysHours }: Filters): Sql[] {
  const stem = column.replace(/_at$/, '')
  const [from, to] = daysHours.hours
  return [
    ...(daysHours.days.length > 0 ? [sql`toDayOfWeek(${raw(`${stem}_day`)}) IN ${daysHours.days}`] : []),
    ...(from > 0 || to < 23 ? [sql`${localHour(column)} BETWEEN ${from} AND ${to}`] : []),
  ]
}
