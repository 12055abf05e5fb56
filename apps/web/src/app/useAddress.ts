import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseSearch, type Search, stringifySearch } from '../state/address'

export interface Address {
  path: string
  search: Search
  push: (path: string, search?: Search) => void
  replace: (path: string, search?: Search) => void
  /** The current search parameters, also between two renders. */
  current: () => Search
}

/** The current address and navigation. */
export function useAddress(): Address {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const text = useRouterState({ select: (state) => state.location.searchStr })
  // A stable identity: an effect that navigates must not run again after navigating.
  const ways = useMemo(
    () => ({
      push: (to: string, search: Search = {}) => router.history.push(to + stringifySearch(search)),
      replace: (to: string, search: Search = {}) => router.history.replace(to + stringifySearch(search)),
      current: () => parseSearch(router.history.location.search),
    }),
    [router],
  )
  return useMemo(() => ({ path, search: parseSearch(text), ...ways }), [path, text, ways])
}
