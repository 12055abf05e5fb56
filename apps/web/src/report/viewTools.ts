import {
  allowedFilters,
  type FilterKey,
  initialState,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { LinkProps, Loaded, Look, ReportViewProps, Seen } from '@leaselight/reports/views'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Graphql } from '../api/graphql'
import type { Client } from '../api/request'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { type Address, useAddress } from '../app/useAddress'
import { refusalOf } from '../state/access'
import { apiParams, parseSearch, type Search, stringifySearch, writeAddress } from '../state/address'
import { reportQuery } from './queries'

export type ViewTools = Pick<ReportViewProps, 'useAnswer' | 'useGet' | 'useGraphql' | 'fetchBlob' | 'linkTo' | 'wayTo'>

/** What a report's own page may ask for beyond the report's own answer, and where it may lead. */
export function useViewTools(report: ReportDefinition, state: ReportState): ViewTools {
  const { client, graphql } = useServices()
  const { today, access } = useGlobal()
  const { push } = useAddress()
  return useMemo(
    () => ({
      ...hooksOf({ client, graphql, today, report, state }),
      fetchBlob: async (path, signal) => (await client.raw(path, { signal })).blob(),
      linkTo: (look) => {
        const { report: other, state: asked } = seenWith(report, state, look)
        if (refusalOf(other, access) !== null) return null
        return way(push, other.path, writeAddress(other, asked))
      },
      wayTo: (href) => {
        const [path = '', text = ''] = href.split('?')
        return way(push, path, parseSearch(text))
      },
    }),
    [report, state, client, graphql, today, access, push],
  )
}

function way(push: Address['push'], path: string, search: Search): LinkProps {
  return {
    href: path + stringifySearch(search),
    onClick: (event) => {
      // With a modifier the browser opens a tab or window of its own.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      push(path, search)
    },
  }
}

interface Asking {
  client: Client
  graphql: Graphql
  today: string
  report: ReportDefinition
  state: ReportState
}

/** The hooks of a view, bound to the report it shows. */
function hooksOf({
  client,
  graphql,
  today,
  report,
  state,
}: Asking): Pick<ViewTools, 'useAnswer' | 'useGet' | 'useGraphql'> {
  function useAnswer(look: Look, depth?: 'all'): Loaded<Seen> {
    const { report: other, state: asked } = seenWith(report, state, look)
    const answer = useQuery(reportQuery(client, other, asked, today, depth))
    const seen = useMemo((): Seen | undefined => answer.data && { ...answer.data, report: other }, [answer.data, other])
    return loaded(answer, seen)
  }
  function useGet<T>(path: string, without: readonly FilterKey[] = []): Loaded<T> {
    const answer = useQuery(getQuery<T>(client, path, report, unset(report, state, without), today))
    return loaded(answer, answer.data)
  }
  function useGraphql<T>(query: string, variables: Record<string, string> | null): Loaded<T> {
    const answer = useQuery({
      queryKey: ['graphql', query, variables],
      queryFn: ({ signal }) => graphql<T>(query, { variables: variables ?? {}, signal }),
      enabled: variables !== null,
    })
    return loaded(answer, answer.data)
  }
  return { useAnswer, useGet, useGraphql }
}

/** The report and the state a look means: the reader's own state, as far as that report allows it, and what the look sets. */
export function seenWith(
  report: ReportDefinition,
  state: ReportState,
  { report: key, filters, switches }: Look,
): { report: ReportDefinition; state: ReportState } {
  const other = key === undefined ? report : reportByKey(key)
  if (!other) throw new Error(`There is no report ${key}.`)
  const initial = initialState(other, 'screen')
  const shared = allowedFilters(other)
    .filter((name) => allowedFilters(report).includes(name) && name !== 'groupBy' && name !== 'viewBy')
    .map((name) => [name, state.filters[name]])
  return {
    report: other,
    state: {
      filters: {
        ...(other === report ? state.filters : { ...initial.filters, ...Object.fromEntries(shared) }),
        ...filters,
      },
      switches: { ...(other === report ? state.switches : initial.switches), ...switches },
    },
  }
}

/** The state with some of its filters as nobody had set them. */
function unset(report: ReportDefinition, state: ReportState, keys: readonly FilterKey[]): ReportState {
  if (keys.length === 0) return state
  const { filters } = initialState(report, 'api')
  return { ...state, filters: { ...state.filters, ...Object.fromEntries(keys.map((key) => [key, filters[key]])) } }
}

function getQuery<T>(client: Client, path: string, report: ReportDefinition, state: ReportState, today: string) {
  const query = apiParams(report, state)
  return queryOptions({
    queryKey: ['get', path, query, today],
    queryFn: ({ signal }) => client.json<T>(path, { query, signal }),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === path ? previous : undefined),
  })
}

function loaded<T>(answer: UseQueryResult, data: T | undefined): Loaded<T> {
  return {
    data,
    stale: answer.isPlaceholderData,
    error: answer.error ? { message: answer.error.message, retry: () => void answer.refetch() } : null,
  }
}
