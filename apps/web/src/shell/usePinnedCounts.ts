import { pluralize } from '@leaselight/model'
import type { NavEntry } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../app/Services'
import { MY_REPORTS } from '../sharing/paths'
import { savedReports } from '../sharing/queries'
import { findingsHome, useFindingCount } from './useFindingMarks'

/** What the pinned pages hold, by their key: findings about the chosen properties, and saved reports; nothing where there are none. */
export function usePinnedCounts(): ReadonlyMap<string, NonNullable<NavEntry['count']>> {
  const findings = useFindingCount()
  const saved = useSavedCount()
  const counts = new Map<string, NonNullable<NavEntry['count']>>()
  if (findings) counts.set(findingsHome, { value: findings, words: pluralize(findings, 'finding') })
  if (saved) counts.set(MY_REPORTS, { value: saved, words: pluralize(saved, 'saved report') })
  return counts
}

/** The list that Find and My reports show. It is requested when the page has what it needs itself. */
function useSavedCount(): number | undefined {
  const { client } = useServices()
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return useQuery({ ...savedReports(client), enabled: isIdle, select: (list) => list.length }).data
}

/** Not every browser tells when it is idle. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run)
  return () => cancelIdleCallback(request)
}
