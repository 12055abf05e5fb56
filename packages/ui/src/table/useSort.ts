import { useState } from 'react'
import type { Sort } from './arrange'

/** How the rows are sorted. Other rows, such as those of another grouping, begin with an order of their own. */
export function useSort(initial: Sort | null) {
  const [sort, setSort] = useState(initial)
  const [startedWith, setStartedWith] = useState(initial?.column)
  if (startedWith !== initial?.column) {
    setStartedWith(initial?.column)
    setSort(initial)
  }
  return [sort, setSort] as const
}
