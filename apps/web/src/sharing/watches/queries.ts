import type { Json } from '@leaselight/model'
import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../api/request'
import { sharingKey } from '../queries'
import type { NumberWatch, WatchPreview } from './types'

/** The reader's watched numbers. */
export const watchedNumbers = (client: Client) =>
  queryOptions({
    queryKey: [...sharingKey, 'watches'],
    queryFn: ({ signal }) => client.json<NumberWatch[]>('/api/watches', { signal }),
  })

/** On which days a watch would have told the reader, or with `days: 0` its number as it is now. Leaving the form cancels it. */
export const watchPreview = (client: Client, body: Readonly<Record<string, Json>>) =>
  queryOptions({
    // Beside what is saved: no change there changes what a number was.
    queryKey: ['watch-preview', body],
    queryFn: ({ signal }) => client.json<WatchPreview>('/api/watches/preview', { body: { ...body }, signal }),
    staleTime: 60_000,
    retry: false,
  })
