import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../api/request'
import { useAlertingMutation } from '../../api/useAlertingMutation'

/** A run of a feed, as the page shows it. */
export interface FeedRun {
  id: string
  fileName: string | null
  status: 'queued' | 'running' | 'done' | 'unchanged' | 'stopped' | 'failed'
  reason: string | null
  createdAt: string
  finishedAt: string | null
  rows: number | null
  rejected: number | null
  removed: number | null
}

export interface FeedKey {
  id: string
  ending: string
  createdAt: string
  lastUsedAt: string | null
}

/** What the form of a feed has. */
export interface FeedFields {
  name: string
  kind: 'csv' | 'mits' | 'contract'
  entity: string | null
  mappingId: string | null
  source: 'upload' | 'folder' | 'url'
  folder: string | null
  url: string | null
  rhythm: 'hourly' | 'daily' | 'weekly'
  graceHours: number
  fetchTime: string
  fetchWeekday: number
  extent: 'full' | 'partial'
  maxRemovedPercent: number
  maxRejectedPercent: number
}

/** A feed with its latest runs, newest first. */
export interface Feed extends Omit<FeedFields, 'fetchTime' | 'fetchWeekday'> {
  id: string
  fetchTime: string | null
  fetchWeekday: number | null
  folderPath: string | null
  status: 'ok' | 'waiting' | 'running' | 'late' | 'failed' | 'stopped' | 'paused'
  notice: string | null
  lastSuccessAt: string | null
  nextExpectedAt: string | null
  nextFetchAt: string | null
  runs: FeedRun[]
  keys: FeedKey[]
}

/** The company's feeds, and what its server can do. */
export interface Feeds {
  feeds: Feed[]
  watchesFolders: boolean
  fetchHosts: string[]
}

export interface SavedMapping {
  id: string
  name: string
  kind: 'csv' | 'mits'
}

const feedsKey = ['feeds'] as const
const BUSY_MS = 2_000
const IDLE_MS = 30_000

/** The company's feeds, refetched often while a file is being imported. */
export const companyFeeds = (client: Client) =>
  queryOptions({
    queryKey: feedsKey,
    queryFn: ({ signal }) => client.json<Feeds>('/api/feeds', { signal }),
    refetchInterval: ({ state }) => (state.data?.feeds.some(({ status }) => status === 'running') ? BUSY_MS : IDLE_MS),
  })

/** The mappings that a feed can read its files by. */
export const savedMappings = (client: Client) =>
  queryOptions({
    queryKey: ['import-mappings'],
    queryFn: ({ signal }) => client.json<{ mappings: SavedMapping[] }>('/api/import-mappings', { signal }),
  })

/** The entities that contract files can have. */
export const contractEntities = (client: Client) =>
  queryOptions({
    queryKey: ['intake-contract'],
    queryFn: ({ signal }) => client.json<{ entities: { entity: string }[] }>('/api/intake/contract', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A change to a feed; afterwards the feeds are refetched. */
export const useFeedMutation = <In, Out>(
  mutate: (input: In) => Promise<Out>,
  onDone?: (result: Out, input: In) => void,
) => useAlertingMutation(feedsKey, mutate, onDone)
