import type { Json } from '@leaselight/model'
import type { Client } from './request'
import { GRAPHQL, operation } from './requestInit'

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** GraphQL gets 30 seconds, on a developer's machine 60. */
export function graphqlTimeout(hostname: string): number {
  return LOCAL_HOSTS.includes(hostname) ? 60 : 30
}

export interface GraphqlClientOptions {
  client: Client
  timeoutSeconds: number
  log: (message: string) => void
  /** Shows an error message to the user. */
  alert: (message: string) => void
}

export interface GraphqlOptions {
  variables?: Record<string, Json>
  signal?: AbortSignal
  /** `all` returns partial data along with the errors. */
  errorPolicy?: 'none' | 'all'
  /** Returns null for an empty response instead of throwing. */
  nullWhenEmpty?: boolean
}

interface GraphqlResponse<T> {
  data?: T | null
  errors?: { message?: string }[]
}

export type Graphql = <T>(query: string, options?: GraphqlOptions) => Promise<T>

/** GraphQL over the shared client; every operation is a POST to the same endpoint. */
export function createGraphql({ client, timeoutSeconds, log, alert }: GraphqlClientOptions): Graphql {
  return async <T>(
    query: string,
    { variables = {}, signal, errorPolicy = 'none', nullWhenEmpty = false }: GraphqlOptions = {},
  ) => {
    const response = await send<T>(client, query, variables, timeoutSeconds, signal).catch((error: unknown) => {
      if (!signal?.aborted) alert(messageOf(error))
      throw error
    })
    const [first] = response.errors ?? []
    if (first) {
      const message = first.message || 'Unknown error'
      log(message)
      alert(message)
      if (errorPolicy === 'none') throw new Error(message)
    }
    const { data } = response
    // Callers that set it pass a nullable type.
    if (!first && nullWhenEmpty) return (data ?? null) as T
    if (data === null || data === undefined) throw new Error(first?.message || 'Unknown error')
    return data
  }
}

function send<T>(
  client: Client,
  query: string,
  variables: Record<string, Json>,
  timeoutSeconds: number,
  signal: AbortSignal | undefined,
): Promise<GraphqlResponse<T>> {
  return client.json(GRAPHQL, {
    body: operation(query, variables),
    keepCase: true,
    timeoutSeconds,
    ...(signal && { signal }),
  })
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Unknown error'
