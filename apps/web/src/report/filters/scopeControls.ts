import {
  allowedFilters,
  capitalized,
  type Day,
  describeFilter,
  filter,
  formatDay,
  formatRange,
  hasSameValue,
  initialState,
  joinWithAnd,
  type NameLookup,
  periodsOf,
  presetLabel,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { type Scope, unknownProperties, withKnownProperties } from '../../state/scope'

/** A part of the scope that a report doesn't follow. */
export interface Locked {
  of: 'properties' | 'dates'
}

/** The filter that chooses a report's properties; locked where it always covers all of them. */
export function propertyControl(report: ReportDefinition): 'propertyIds' | 'property' | Locked {
  const allowed = allowedFilters(report)
  if (allowed.includes('propertyIds')) return 'propertyIds'
  return allowed.includes('property') ? 'property' : { of: 'properties' }
}

/** The filter that chooses a report's dates, of days past or to come; locked where it has its own. */
export function dateControl(report: ReportDefinition): 'dateRange' | 'dateRangeFuture' | Locked {
  const allowed = allowedFilters(report)
  if (allowed.includes('dateRange')) return 'dateRange'
  return allowed.includes('dateRangeFuture') ? 'dateRangeFuture' : { of: 'dates' }
}

/** The dates that a report without a filter for them covers: `Last 7 days: Nov 14 – 20`. */
export function lockedDates(report: ReportDefinition, today: Day): string {
  if (report.asOf) return `Today, ${formatDay(today, today)}`
  const { filters } = initialState(report)
  const { current } = periodsOf(report, filters, today)
  const name = report.lookBackMonths ? `Last ${report.lookBackMonths} months` : presetLabel(filters.dateRange.preset)
  return `${name}: ${formatRange(current, today)}`
}

/**
 * What a report doesn't follow of the scope that the user chose, in one line; empty when it follows all of it.
 * @param available the properties the report may include
 * @param nameOf the name of any of the user's properties
 */
export function scopeNote(
  report: ReportDefinition,
  scope: Scope,
  available: ReadonlySet<number>,
  nameOf: NameLookup,
): string {
  return [propertyNote(report, scope, available, nameOf), dateNote(report, scope, nameOf)].filter(Boolean).join(' ')
}

/**
 * Names the properties of a link that the user does not have.
 * @param state the state of the link, as it was written
 * @param known all the user's properties
 */
export function unknownNote(state: ReportState, known: ReadonlySet<number>): string {
  const ids = unknownProperties(state, known)
  if (ids.length === 0) return ''
  const which =
    ids.length === 1
      ? `Property ${ids[0]} of this link doesn’t exist, or you don’t have access to it.`
      : `Properties ${joinWithAnd(ids.map(String))} of this link don’t exist, or you don’t have access to them.`
  const { propertyIds, property } = withKnownProperties(state, known).filters
  return propertyIds.length > 0 || property > 0 ? which : `${which} All your properties are shown instead.`
}

function propertyNote(
  report: ReportDefinition,
  { propertyIds }: Scope,
  available: ReadonlySet<number>,
  nameOf: NameLookup,
): string {
  const control = propertyControl(report)
  if (control === 'property') return propertyIds.length === 1 ? '' : `${report.title} shows one property at a time.`
  if (propertyIds.length === 0) return ''
  if (control !== 'propertyIds')
    return `This report covers all your properties, not only ${describeSome(propertyIds, nameOf)}.`
  const missing = propertyIds.filter((id) => !available.has(id))
  if (missing.length === 0) return ''
  const which = describeSome(missing, nameOf)
  const names = `${capitalized(which)} ${missing.length === 1 ? 'isn’t' : 'aren’t'} part of this report.`
  return missing.length === propertyIds.length ? `${names} It covers your other properties.` : names
}

const MAX_NAMED = 3

/** `Harbor View and Oak Court`, or of many how many. */
const describeSome = (ids: readonly number[], { property }: NameLookup): string =>
  ids.length > MAX_NAMED ? `the ${ids.length} properties you selected` : joinWithAnd(ids.map(property))

function dateNote(report: ReportDefinition, { period }: Scope, nameOf: NameLookup): string {
  if (dateControl(report) === 'dateRange') return ''
  const dateRange = filter('dateRange').codec.parse(period)
  if (!dateRange || hasSameValue('dateRange', { dateRange }, initialState(report).filters)) return ''
  return `Your dates, ${describeFilter('dateRange', { dateRange }, nameOf)}, don’t apply here.`
}
