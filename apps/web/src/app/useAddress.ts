import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseSearch, type Search, stringifySearch } from '../state/address'

export interface Address {
  path: string
  search: Search
  push: (path: string, search?: Search) => void
  replace: (path: string, search?: Search) => void
  /** The search parameters as they are right now, also between two renders. */
  current: () => Search
}

/** Where the reader is, and the way elsewhere. */
export function useAddress(): Address {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const text = useRouterState({ select: (state) => state.location.searchStr })
  // Of one identity for good: an effect that leads elsewhere must not run again because it arrived.
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
