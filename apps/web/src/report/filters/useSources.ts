import { allowedFilters, daysBetween, type ReportDefinition, type ReportState, resolveRange } from '@leaselight/model'
import { useQuery } from '@tanstack/react-query'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { loadSources } from '../../state/startup'
import type { Source } from '../../state/types'

export const SOURCES_REFETCH_DAYS = 90

/**
 * Whether a report's sources are asked for anew: it filters by sources, and either none are there or its period
 * starts more than 90 days from now (§4).
 */
export function shouldRefetchSources(
  report: ReportDefinition,
  state: ReportState,
  loadedCount: number,
  today: string,
): boolean {
  const allowed = allowedFilters(report)
  if (!allowed.includes('sources') && !allowed.includes('sourceNames')) return false
  if (loadedCount === 0) return true
  if (!allowed.includes('dateRange')) return false
  const { start } = resolveRange(state.filters.dateRange, today).current
  return Math.abs(daysBetween(start, today)) > SOURCES_REFETCH_DAYS
}

/** The sources a report's filters offer. */
export function useSources(report: ReportDefinition, state: ReportState): Source[] {
  const { sources, today } = useGlobal()
  const { graphql } = useServices()
  const { propertyIds } = state.filters
  const fresh = useQuery({
    queryKey: ['sources', propertyIds],
    queryFn: ({ signal }) => loadSources(graphql, propertyIds, signal),
    enabled: shouldRefetchSources(report, state, sources.length, today),
  })
  // Until they come, and if they don't, those that start-up loaded; what it could not load is said above the page.
  return fresh.data === undefined ? sources : fresh.data
}
