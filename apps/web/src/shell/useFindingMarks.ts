import type { WaitingFinding } from '@leaselight/model'
import { reportByPath, reports } from '@leaselight/reports'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { storageKeys } from '../session/storage'
import { pagesToMark, seenAfter } from './waitingPages'

const home = reports.find(({ explains }) => explains)?.key ?? ''

/** How often a page that stays open asks again. */
const REFETCH_MS = 5 * 60_000

/** The pages, by report, with a finding that was not seen there yet. */
export function useFindingMarks(): ReadonlySet<string> {
  const { client, preferences } = useServices()
  const { path, search } = useAddress()
  const { data } = useQuery({
    // Below the findings themselves, so that hiding one takes its mark away.
    queryKey: ['resource', '/api/insights/findings', 'waiting'],
    queryFn: ({ signal }) => client.json<WaitingFinding[]>('/api/insights/findings/waiting', { signal }),
    refetchInterval: REFETCH_MS,
  })
  const page = reportByPath(path, search.view)?.key ?? null
  const chosen = preferences.scope().propertyIds.join()
  return useMemo(() => {
    if (!data) return new Set<string>()
    const seen = seenAfter(data, { home, seen: readSeen(), page })
    localStorage.setItem(storageKeys.seenFindings, [...seen].join('\n'))
    return pagesToMark(data, { home, seen, chosen: chosen === '' ? [] : chosen.split(',').map(Number) })
  }, [data, page, chosen])
}

const readSeen = () => new Set(localStorage.getItem(storageKeys.seenFindings)?.split('\n'))
