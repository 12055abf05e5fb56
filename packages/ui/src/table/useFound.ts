import { useEffect, useMemo } from 'react'
import { type Line, topRows } from './arrange'

/** Tells the page which outermost rows a search found, and that there is no search any more. */
export function useFound(
  isSearching: boolean,
  lines: readonly Line[],
  onFound: ((keys: ReadonlySet<string> | null) => void) | undefined,
): void {
  // The same rows in another order, or with others opened, are the same to the page.
  const found = isSearching
    ? topRows(lines)
        .map(({ row }) => row.key)
        .sort()
        .join('\n')
    : null
  const keys = useMemo(() => (found === null ? null : new Set(found.split('\n').filter(Boolean))), [found])
  useEffect(() => onFound?.(keys), [onFound, keys])
  useEffect(() => () => onFound?.(null), [onFound])
}
