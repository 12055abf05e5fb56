import {
  allowedFilters,
  type Filters,
  filter,
  hasSameValue,
  initialState,
  parseFilter,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { readAddress, type Search } from './address'
import { ALL_PROPERTIES } from './properties'

/** What the session is about: every report covers it as far as it can. */
export interface Scope {
  /** Empty for all properties. */
  propertyIds: readonly number[]
  /** The property that a report about a single one opens with while several are selected. */
  lastProperty: number | null
  /** The dates and what they are compared with, as URL parameters; empty for a report's own default. */
  period: Search
}

type ScopeFilters = Pick<Filters, 'propertyIds' | 'property' | 'dateRange'>
const scopeKeys = ['propertyIds', 'property', 'dateRange'] as const

/** The filters that are part of the scope: they travel from report to report. */
export const isScopeFilter = (key: string): key is (typeof scopeKeys)[number] => scopeKeys.some((one) => one === key)

/**
 * The scope as a report can cover it.
 * @param available the properties the report may include; others are left out
 */
export function scopeFilters(report: ReportDefinition, scope: Scope, available: ReadonlySet<number>): ScopeFilters {
  const allowed = allowedFilters(report)
  const initial = initialState(report).filters
  const ids = scope.propertyIds.filter((id) => available.has(id))
  return {
    propertyIds: allowed.includes('propertyIds') ? ids : initial.propertyIds,
    property: allowed.includes('property') ? singleProperty(ids, scope, available, initial.property) : initial.property,
    dateRange: allowed.includes('dateRange')
      ? (parseFilter(report, 'dateRange', scope.period, () => undefined) ?? initial.dateRange)
      : initial.dateRange,
  }
}

// The selected property; of several the last one chosen, else the first by name.
function singleProperty(
  ids: readonly number[],
  { lastProperty }: Scope,
  available: ReadonlySet<number>,
  none: number,
): number {
  const candidates = ids.length > 0 ? ids : [...available]
  const last = candidates.find((id) => id === lastProperty)
  return last ?? candidates[0] ?? none
}

/**
 * The properties that a state names and the user doesn't have, as a link may.
 * @param known all the user's properties
 */
export function unknownProperties({ filters }: ReportState, known: ReadonlySet<number>): number[] {
  return realIds([...filters.propertyIds, filters.property]).filter((id) => !known.has(id))
}

/** The state without unknown properties: over the known ones that it names, or over all where it names no other. */
export function withKnownProperties(state: ReportState, known: ReadonlySet<number>): ReportState {
  const unknown = unknownProperties(state, known)
  if (unknown.length === 0) return state
  const { propertyIds, property } = state.filters
  return {
    ...state,
    filters: {
      ...state.filters,
      propertyIds: propertyIds.filter((id) => !unknown.includes(id)),
      property: unknown.includes(property) ? ALL_PROPERTIES : property,
    },
  }
}

/** The state that an address shows: what it says, without properties that the user doesn't have. */
export const shownState = (report: ReportDefinition, search: Search, known: ReadonlySet<number>): ReportState =>
  withKnownProperties(readAddress(report, search), known)

/**
 * The scope after a report is shown in a state. What differs from the scope as the report can cover it was chosen by the
 * user or by a link; what the report can't cover stays for the others.
 */
export function scopeAfter(
  report: ReportDefinition,
  { filters }: ReportState,
  scope: Scope,
  available: ReadonlySet<number>,
): Scope {
  const before = scopeFilters(report, scope, available)
  const allowed = allowedFilters(report)
  const [ids, single, dates] = scopeKeys.map((key) => allowed.includes(key) && !hasSameValue(key, filters, before))
  const propertyIds = ids ? filters.propertyIds : single ? realIds([filters.property]) : scope.propertyIds
  return {
    propertyIds,
    lastProperty: (propertyIds.length === 1 ? propertyIds[0] : undefined) ?? scope.lastProperty,
    period: dates ? filter('dateRange').codec.serialize(filters.dateRange) : scope.period,
  }
}

// All properties are -1 in a choice of one.
const realIds = (ids: readonly number[]): number[] => ids.filter((id) => id > 0)
