import type { Answer } from '@leaselight/ui/views'
import type { UseQueryResult } from '@tanstack/react-query'

/** A query as an answer that loads, failed, or is here, so that what has not come can't be read as empty. */
export function toAnswer<T>(query: UseQueryResult<T>): Answer<T>
/** @param data what is shown of the query's own data */
export function toAnswer<T>(query: UseQueryResult, data: T | undefined): Answer<T>
export function toAnswer<T>(query: UseQueryResult, data = query.data as T | undefined): Answer<T> {
  if (query.error) return { is: 'failed', message: query.error.message, retry: () => void query.refetch() }
  return data === undefined ? { is: 'loading' } : { is: 'here', data, stale: query.isPlaceholderData }
}
