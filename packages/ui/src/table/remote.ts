import { pluralize, type TableRow } from '@leaselight/model'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useStableCallback } from '../parts/useStableCallback'
import type { Line, Sort } from './arrange'

/** The rows of a table that has only the first of many: the server finds and sorts them. */
export interface RemoteRows {
  /** How many there are, or were found. */
  length: number
  /** How many there are without a search. */
  all: number
  loading: boolean
  /** What is loading replaces the rows that are shown. */
  replacing: boolean
  error: { message: string; retry: () => void } | null
  /** Asks for more of them. */
  more: () => void
  /** Asks for the first of those that a search finds, sorted by a column. */
  arrange: (sort: Sort | null, find: string) => void
  /** All of them, as they are found and sorted now. */
  whole: () => Promise<readonly TableRow[]>
}

const TYPING_MS = 250

/** Tells the server how the rows are to be found and sorted, once a reader has stopped typing. */
export function useRemoteArrangement(remote: RemoteRows | undefined, sort: Sort | null, search: string): void {
  const [typed] = useDebouncedValue(search.trim(), TYPING_MS)
  const arrange = useStableCallback((by: Sort | null, find: string) => remote?.arrange(by, find))
  const isRemote = remote !== undefined
  useEffect(() => {
    if (isRemote) arrange(sort, typed)
  }, [isRemote, sort, typed, arrange])
}

/** The line below the rows that are here: why there are no more, or how many. */
export function lineAfter(remote: RemoteRows, here: number, printing: boolean): Line[] {
  if (here >= remote.length) return []
  const { error } = remote
  if (error) return [{ kind: 'error', id: 'more', level: 0, ...error }]
  const of = `${here.toLocaleString('en-US')} of ${pluralize(remote.length, 'record')}`
  const text = printing ? `The first ${of}. The CSV file has all of them.` : `${of}. More appear as you scroll.`
  return [{ kind: 'more', id: 'more', level: 0, text, loading: remote.loading, onSeen: remote.more }]
}
