import { useEffect, useState } from 'react'

/** How long what follows waits for something above it, in milliseconds. */
const PATIENCE_MS = 1_500

/**
 * Whether something has loaded for so long that the rest no longer waits for it; then it stays so, and it comes last, since
 * nothing in sight may move.
 */
export function useLate(isLoading: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLoading])
  return late
}
