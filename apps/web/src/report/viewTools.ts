import {
  type FilterKey,
  type InsightLink,
  initialState,
  type Json,
  type ReportDefinition,
  type ReportState,
  stateSeenFrom,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { QueryOverride, QueryResult, ReportViewProps } from '@leaselight/reports/views'
import type { Answer } from '@leaselight/ui/views'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Graphql } from '../api/graphql'
import type { Client } from '../api/request'
import { toAnswer } from '../api/toAnswer'
import { useAlertingMutation } from '../api/useAlertingMutation'
import { clockOf } from '../app/clock'
import { useGlobal } from '../app/Global'
import { hrefProps, linkProps } from '../app/linkProps'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { useGoalsBeside } from '../goals/useReportGoals'
import { accessDenial } from '../state/access'
import { addressParams, apiParams, parseSearch, readAddress } from '../state/address'
import { useNotedResult } from '../timelineNotes/useNotedResult'
import { reportQuery, resourceQuery } from './queries'
import { usePersonInCrm } from './usePersonInCrm'

export type ViewTools = Pick<
  ReportViewProps,
  | 'useReport'
  | 'useLinked'
  | 'useGoals'
  | 'useEndpoint'
  | 'useResource'
  | 'useGraphql'
  | 'openPerson'
  | 'fetchBlob'
  | 'reportLink'
  | 'hrefLink'
  | 'now'
>

/** What a report's own page may request beyond its own result, and where it may link. */
export function useViewTools(report: ReportDefinition, state: ReportState): ViewTools {
  const { client, graphql, config } = useServices()
  const { today, access } = useGlobal()
  const { push } = useAddress()
  const openPerson = usePersonInCrm()
  return useMemo(
    () => ({
      ...createHooks({ client, graphql, today, report, state }),
      now: clockOf(config),
      openPerson,
      fetchBlob: async (path, signal) => (await client.raw(path, { signal })).blob(),
      reportLink: (override) => {
        const { report: other, state: applied } = applyOverride(report, state, override)
        if (accessDenial(other, access) !== null) return null
        return linkProps(push, other.path, addressParams(other, applied))
      },
      hrefLink: (href) => hrefProps(push, href),
    }),
    [report, state, client, graphql, config, today, access, push, openPerson],
  )
}

interface ViewContext {
  client: Client
  graphql: Graphql
  today: string
  report: ReportDefinition
  state: ReportState
}

/** The hooks of a view, bound to the report it shows. */
function createHooks({
  client,
  graphql,
  today,
  report,
  state,
}: ViewContext): Pick<
  ViewTools,
  'useReport' | 'useLinked' | 'useGoals' | 'useEndpoint' | 'useResource' | 'useGraphql'
> {
  function useAnswer(override: QueryOverride, depth?: 'all'): Answer<QueryResult> {
    const { report: other, state: applied } = applyOverride(report, state, override)
    return useResult(other, applied, depth)
  }
  function useLinked({ report: key, href }: InsightLink, everywhere: boolean, depth?: 'all'): Answer<QueryResult> {
    const { other, applied } = useMemo(() => {
      const other = reportNamed(key)
      const own = readAddress(other, parseSearch(href.split('?')[1] ?? ''))
      return { other, applied: everywhere ? resetFilters(other, own, SUBJECT_FILTERS) : own }
    }, [key, href, everywhere])
    return useResult(other, applied, depth)
  }
  function useResult(other: ReportDefinition, applied: ReportState, depth?: 'all'): Answer<QueryResult> {
    const answer = useQuery(reportQuery(client, other, applied, today, { depth }))
    const result = useNotedResult(other, answer.data?.result)
    const seen = useMemo(
      (): QueryResult | undefined => answer.data && result && { ...answer.data, result, report: other },
      [answer.data, result, other],
    )
    return toAnswer(answer, seen)
  }
  function useGet<T>(path: string, without: readonly FilterKey[] = []): Answer<T> {
    const answer = useQuery(endpointQuery<T>(client, path, report, resetFilters(report, state, without), today))
    return toAnswer(answer, answer.data)
  }
  function useResource<T>(path: string): ReturnType<typeof useView<T>> {
    return useView<T>(client, path)
  }
  function useGraphql<T>(query: string, variables: Record<string, string> | null): Answer<T> {
    const answer = useQuery({
      queryKey: ['graphql', query, variables],
      queryFn: ({ signal }) => graphql<T>(query, { variables: variables ?? {}, signal }),
      enabled: variables !== null,
    })
    return toAnswer(answer, answer.data)
  }
  const useGoals = () => useGoalsBeside(report, state)
  return { useReport: useAnswer, useLinked, useGoals, useEndpoint: useGet, useResource, useGraphql }
}

function useView<T>(client: Client, path: string) {
  const query = resourceQuery<T>(client, path)
  const answer = useQuery(query)
  const change = useAlertingMutation(query.queryKey, ({ to, body }: { to: string; body: Json }) =>
    client.json(to, { method: 'PUT', body }),
  )
  return {
    answer: toAnswer(answer, answer.data),
    change: (to: string, body: Json) => change.mutate({ to, body }),
    busy: change.isPending,
  }
}

/** The filters by which a finding's link is about its subject alone. */
const SUBJECT_FILTERS: readonly FilterKey[] = ['propertyIds', 'property', 'sources']

function reportNamed(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw new Error(`There is no report ${key}.`)
  return report
}

/**
 * The report and state of an override: the reader's own state, as far as that report allows it, and what the override
 * sets.
 */
export function applyOverride(
  currentReport: ReportDefinition,
  state: ReportState,
  { report: key, filters, switches }: QueryOverride,
): { report: ReportDefinition; state: ReportState } {
  const other = key === undefined ? currentReport : reportNamed(key)
  return { report: other, state: stateSeenFrom({ report: currentReport, state }, other, { filters, switches }) }
}

/** The state with some of its filters reset. */
function resetFilters(report: ReportDefinition, state: ReportState, keys: readonly FilterKey[]): ReportState {
  if (keys.length === 0) return state
  const { filters } = initialState(report)
  return { ...state, filters: { ...state.filters, ...Object.fromEntries(keys.map((key) => [key, filters[key]])) } }
}

function endpointQuery<T>(client: Client, path: string, report: ReportDefinition, state: ReportState, today: string) {
  const query = apiParams(report, state)
  return queryOptions({
    queryKey: ['get', path, query, today],
    queryFn: ({ signal }) => client.json<T>(path, { query, signal }),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === path ? previous : undefined),
  })
}
