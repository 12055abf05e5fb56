import { namedProperties, type ReportDefinition, type ReportState, type WaitingFinding } from '@leaselight/model'
import { reportByPath, reports } from '@leaselight/reports'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { storageKeys } from '../session/storage'
import { findingsOn, pagesToMark, seenAfter, waitingAt } from './waitingPages'

/** The report that shows all findings. */
export const findingsHome = reports.find(({ explains }) => explains)?.key ?? ''

/** How often an open page requests again: sooner before the first search for findings, which the start page begins. */
const REFETCH_MS = { known: 5 * 60_000, unknown: 60_000 }

/** The pages, by report, with a finding that was not seen there yet. */
export function useFindingMarks(): ReadonlySet<string> {
  const { path, search } = useAddress()
  const data = useWaiting()
  const chosen = useChosen()
  const page = reportByPath(path, search.view)?.key ?? null
  return useMemo(() => {
    if (!data) return new Set<string>()
    const seen = seenAfter(data, { home: findingsHome, seen: readSeen(), page })
    localStorage.setItem(storageKeys.seenFindings, [...seen].join('\n'))
    return pagesToMark(data, { home: findingsHome, seen, chosen })
  }, [data, page, chosen])
}

/** How many findings the start page shows; undefined while that is unknown. */
export function useFindingCount(): number | undefined {
  const data = useWaiting()
  const chosen = useChosen()
  return data ? waitingAt(data, chosen).length : undefined
}

/** What findings say on a report, about the properties that it shows; undefined while that is unknown. */
export function useFindingsOn({ key }: ReportDefinition, state: ReportState) {
  const data = useWaiting()
  return data ? findingsOn(data, key, namedProperties(state)) : undefined
}

/** Null before the first search for findings. */
function useWaiting(): WaitingFinding[] | null | undefined {
  const { client } = useServices()
  const { data } = useQuery({
    // Below the findings themselves, so that hiding one takes its mark away.
    queryKey: ['resource', '/api/insights/findings', 'waiting'],
    queryFn: ({ signal }) => client.json<WaitingFinding[] | null>('/api/insights/findings/waiting', { signal }),
    refetchInterval: ({ state }) => REFETCH_MS[state.data === null ? 'unknown' : 'known'],
  })
  return data
}

/** The session's properties; empty for all of them. */
function useChosen(): readonly number[] {
  const { preferences } = useServices()
  const chosen = preferences.scope().propertyIds.join()
  return useMemo(() => (chosen === '' ? [] : chosen.split(',').map(Number)), [chosen])
}

const readSeen = () => new Set(localStorage.getItem(storageKeys.seenFindings)?.split('\n'))
