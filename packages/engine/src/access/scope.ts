import {
  activeFilters,
  allowedFilters,
  compareNames,
  filters,
  hasRequiredFlags,
  InputError,
  neutralState,
  type Periods,
  periodsOf,
  propertiesForGate,
  type ReportDefinition,
  type ReportState,
  rowDimensions,
} from '@leaselight/model'
import { NotFound } from '../errors'
import { filterConditions } from '../plan/filterSql'
import type { PlanContext } from '../plan/joinedRecords'
import { attributeId, type CompanyContext } from './companyContext'
import type { Property } from './companyRecords'

/** What a report reads after access checks. It contains nothing that the viewer may not see. */
export interface Scope {
  properties: Property[]
  /** How many of the chosen properties the report's gate leaves out. */
  leftOut: number
  periods: Periods | null
  plan: PlanContext
}

/**
 * Applies company, role, property list, product gating, flags, and the request's selection. This is the only place that
 * does, and every endpoint uses it. Anything the viewer may not see is treated as missing.
 */
export function scopeOf(report: ReportDefinition, state: ReportState, directory: CompanyContext): Scope {
  if (!isAvailable(report, directory)) throw new NotFound(`There is no report ${report.key} for you.`)
  const chosen = selectedProperties(directory.properties, state)
  const properties = propertiesForGate(report.gate, chosen)
  const periods = report.asOf ? null : periodsOf(report, state.filters, directory.today)
  const { filters } = state
  return {
    properties,
    leftOut: chosen.length - properties.length,
    periods,
    plan: {
      companyId: directory.company.id,
      propertyIds: properties.map((property) => property.id),
      current: periods?.current ?? null,
      prior: periods?.prior ?? null,
      byCreated: filters.prospectsByCreateDate,
      nonProspects: filters.includeNonProspects,
      filter: filterConditions(filters, { companyId: directory.company.id, sources: directory.sources }),
      dimensions: rowDimensions(report, state),
      sources: directory.sources,
      sourceAttribute: attributeOfSources(filters.groupByKey, directory),
      propertyAttribute: attributeOfProperties(filters.groupByKey, properties),
      peopleAtHand: directory.peopleAtHand,
      derived: directory.derived,
    },
  }
}

/** Rejects filters that the report only has for other companies, instead of ignoring them. */
export function rejectUnavailableFilters(
  requested: ReportDefinition,
  available: ReportDefinition,
  state: ReportState,
): void {
  if (requested === available) return
  const allowed = allowedFilters(available)
  const key = activeFilters(requested, state).find((name) => !allowed.includes(name))
  if (key === undefined) return
  const what = filters[key].label.toLowerCase()
  throw new InputError(`${available.title} can’t be filtered by ${what}: that isn’t turned on for your company.`, key)
}

/** Whether the viewer has the report at all: its flag is on and at least one property passes its product gate. */
export function isAvailable(report: ReportDefinition, directory: CompanyContext): boolean {
  if (!hasRequiredFlags(report, directory.company.flags)) return false
  if (report.gate === 'general' || report.gate === 'calls') return true
  return propertiesForGate(report.gate, directory.properties).length > 0
}

/** The state of a report with nothing set but the choice of properties. */
export function onlyProperties(
  report: ReportDefinition,
  { filters: chosen }: ReportState,
  { filters, switches } = neutralState(report),
): ReportState {
  const { property, propertyIds, leasingTeams, propertyAttributeIds, propertiesByAttributes } = chosen
  const properties = { property, propertyIds, leasingTeams, propertyAttributeIds, propertiesByAttributes }
  return { filters: { ...filters, ...properties }, switches }
}

/** The same state over all properties that the viewer may see. */
export function allProperties(report: ReportDefinition, state: ReportState): ReportState {
  const { property, propertyIds, leasingTeams, propertyAttributeIds, propertiesByAttributes } =
    neutralState(report).filters
  const properties = { property, propertyIds, leasingTeams, propertyAttributeIds, propertiesByAttributes }
  return { ...state, filters: { ...state.filters, ...properties } }
}

/** The properties that a report is about: those chosen of the viewer's that pass its gate. */
export const propertiesOf = (report: ReportDefinition, state: ReportState, directory: CompanyContext): Property[] =>
  propertiesForGate(report.gate, selectedProperties(directory.properties, state))

function selectedProperties(properties: readonly Property[], { filters }: ReportState): Property[] {
  const ids = new Set(filters.property === -1 ? filters.propertyIds : [filters.property])
  const attributeIds = new Set(filters.propertyAttributeIds)
  const byAttribute = Object.entries(filters.propertiesByAttributes)
  const teams = new Set(filters.leasingTeams)
  return properties.filter(
    (property) =>
      (ids.size === 0 || ids.has(property.id)) &&
      (teams.size === 0 || (property.leasingTeamId !== null && teams.has(property.leasingTeamId))) &&
      (attributeIds.size === 0 ||
        Object.entries(property.attributes).some(([key, value]) => attributeIds.has(attributeId(key, value)))) &&
      byAttribute.every(([key, values]) => values.includes(property.attributes[key] ?? '')),
  )
}

function attributeOfSources(attributeKey: string, { sources }: CompanyContext): { names: string[]; values: string[] } {
  const key = attributeKey || firstKey(sources)
  const having = sources.filter((source) => source.attributes[key])
  return { names: having.map((source) => source.name), values: having.map((source) => source.attributes[key] ?? '') }
}

function attributeOfProperties(
  attributeKey: string,
  properties: readonly Property[],
): { ids: number[]; values: string[] } {
  const key = attributeKey || firstKey(properties)
  const having = properties.filter((property) => property.attributes[key])
  return {
    ids: having.map((property) => property.id),
    values: having.map((property) => property.attributes[key] ?? ''),
  }
}

function firstKey(list: readonly { attributes: Record<string, string> }[]): string {
  const keys = new Set<string>()
  for (const { attributes } of list) for (const key in attributes) keys.add(key)
  // Sorted by name, ignoring case, like all lists.
  return [...keys].sort(compareNames)[0] ?? ''
}
