import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function of one identity that always calls the newest version, so that memoised rows need not render again. */
export function useStableCallback<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  const newest = useRef(call)
  useLayoutEffect(() => {
    newest.current = call
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
