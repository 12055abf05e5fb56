import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function with a constant identity that always calls the latest version, so that memoized rows don't render again.
 */
export function useStableCallback<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  const newest = useRef(call)
  useLayoutEffect(() => {
    newest.current = call
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
