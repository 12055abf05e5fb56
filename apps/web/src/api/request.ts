import { type Json, renameKeys, toCamel, toSnake } from '@leaselight/model'
import type { TokenManager } from '../session/tokenManager'

/** What the generic helper gives for any status of 400 or above. */
export const BAD_REQUEST = 'Bad Request'

export const REST_TIMEOUT_SECONDS = 180

/** The server answered, but not with what was asked; `message` is its sentence for the reader. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code?: string,
    readonly requestId?: string,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON, its keys in snake case. */
  body?: Json
  /** Sent as it is instead of a body: a file. */
  content?: Blob
  /** Names are turned into snake case; undefined ones are left out. */
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal
  timeoutSeconds?: number
  /** Without the bearer header, for the doors that are open before sign-in. */
  anonymous?: boolean
  /** GraphQL's names are already in camel case. */
  keepCase?: boolean
}

export interface ClientOptions {
  fetch: typeof fetch
  tokenManager: TokenManager
  isDemo: () => boolean
  /** Called when the server says 401 or 403. */
  onSessionRejected: () => void
  /** Error reporting; everything that fails but was not called off passes here. */
  onFailure: (error: unknown) => void
}

export interface Client {
  /** A fresh token, to be handed to a sibling application; null when nobody is signed in. */
  accessToken(): Promise<string | null>
  /** Asks for JSON; rejects with an ApiError and the server's sentence. */
  json<T>(path: string, options?: RequestOptions): Promise<T>
  /** Asks for the answer itself, for downloads, whose content is never converted. */
  raw(path: string, options?: RequestOptions): Promise<Response>
  /** The generic helper: a status of 400 or above gives `{message: 'Bad Request'}` with the server's reason. */
  plain<T extends object>(path: string, options?: RequestOptions): Promise<T | BadRequest>
}

export interface BadRequest {
  message: typeof BAD_REQUEST
  reason: string
}

/** The one way out of the browser. */
export function createClient({
  fetch: send,
  tokenManager,
  isDemo,
  onSessionRejected,
  onFailure,
}: ClientOptions): Client {
  const raw = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const seconds = options.timeoutSeconds ?? REST_TIMEOUT_SECONDS
    const timeout = AbortSignal.timeout(seconds * 1000)
    try {
      const token = options.anonymous ? null : await tokenManager.accessToken()
      options.signal?.throwIfAborted()
      const response = await send(buildUrl(path, options.query), {
        method: options.method ?? (options.body === undefined && !options.content ? 'GET' : 'POST'),
        headers: {
          accept: 'application/json, */*',
          'x-request-id': newRequestId(),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(isDemo() && { 'x-demo': 'true' }),
        },
        ...(options.body !== undefined && {
          body: JSON.stringify(options.keepCase ? options.body : renameKeys(options.body, toSnake)),
        }),
        ...(options.content && { body: options.content }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      })
      if (response.ok) return response
      // Before sign-in a 401 is the answer to the sign-in itself and ends no session.
      if ((response.status === 401 || response.status === 403) && !options.anonymous) onSessionRejected()
      throw await toApiError(response)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      const failure = timeout.aborted ? new Error(`Request timed out after ${seconds} seconds.`) : explain(error)
      onFailure(failure)
      throw failure
    }
  }

  const json = async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
    const response = await raw(path, options)
    return readJson<T>(await response.text(), options)
  }

  return {
    accessToken: () => tokenManager.accessToken(),
    raw,
    json,
    async plain<T extends object>(path: string, options: RequestOptions = {}): Promise<T | BadRequest> {
      try {
        return await json<T>(path, options)
      } catch (error) {
        if (error instanceof ApiError) return { message: BAD_REQUEST, reason: error.message }
        throw error
      }
    },
  }
}

/** The text of an answer as an object with camelCase names; GraphQL's names are left as they are. */
export function readJson<T>(text: string, { keepCase }: Pick<RequestOptions, 'keepCase'> = {}): T {
  const parsed: Json = text === '' ? null : JSON.parse(text)
  const value: unknown = keepCase ? parsed : renameKeys(parsed, toCamel)
  // The server's own tests check the shape.
  return value as T
}

// `crypto.randomUUID` is missing where the page is not served securely, on a test machine in the local network.
function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function buildUrl(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(toSnake(name), String(value))
  const text = params.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

async function toApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => null)
  const error = isRecord(body) && isRecord(body.error) ? body.error : isRecord(body) ? body : {}
  const message = typeof error.message === 'string' ? error.message : `The server answered with ${response.status}.`
  return new ApiError(message, response.status, typeof error.code === 'string' ? error.code : undefined, requestId)
}

// The browser's own words ("Failed to fetch") say neither what happened nor what to do.
function explain(error: unknown): unknown {
  if (error instanceof TypeError)
    return new Error('The server can’t be reached. Check your connection and try again.', { cause: error })
  return error
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
