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
  return useMemo(
    () => ({
      path,
      search: parseSearch(text),
      push: (to, search = {}) => router.history.push(to + stringifySearch(search)),
      replace: (to, search = {}) => router.history.replace(to + stringifySearch(search)),
      current: () => parseSearch(router.history.location.search),
    }),
    [router, path, text],
  )
}
