import { type Json, renameKeys, toCamel, toSnake } from '@leaselight/model'
import { SignedOut } from '../session/signedOut'
import type { TokenManager } from '../session/tokenManager'
import { completeAnswer } from './formerAnswers'
import { KnownAnswers } from './knownAnswers'
import { headersOf, newRequestId } from './requestInit'
import { RequestKeys } from './requestKeys'

/** Addresses that make or send something. */
const WORK =
  /^\/api\/(saved-reports|scheduled-reports(?!\/preview)|watches(?!\/preview)|share-|messages|my-reports|reports\/subscribers|deliveries|feeds|goals(?!\/preview)|timeline-notes|my-page|import-mappings|setup\/(company|properties|users))/

/** What the generic helper returns for any status of 400 or above. */
export const BAD_REQUEST = 'Bad Request'

export const REST_TIMEOUT_SECONDS = 180

/** The server answered with an error status; `message` is its sentence for the user. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code?: string,
    readonly requestId?: string,
    /** After how many seconds the server wants to be asked again. */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** No answer came at all. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON with its keys in snake_case. */
  body?: Json
  /** A file, sent unchanged instead of a body. */
  content?: Blob
  /** Sent with its names in snake_case; undefined values are left out. */
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal
  timeoutSeconds?: number
  /** Sends no bearer header, for endpoints that work before sign-in. */
  anonymous?: boolean
  /** The secret of a link, sent as bearer token in place of a session’s. */
  secret?: string
  /** Leaves names alone in both directions: GraphQL's are camelCase already. */
  keepCase?: boolean
  /** The key by which the server does it once, where the sender keeps one of its own. */
  idempotencyKey?: string
  /** The tag of an answer that is here already: the response may be 304, without a body. */
  knownTag?: string
}

export interface ClientOptions {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  tokenManager: TokenManager
  isDemo: () => boolean
  /** Called when the server says 401 or 403, and when there is no session to send. */
  onSessionRejected: () => void
  /** Called with every failure except canceled requests, for error reporting. */
  onFailure: (error: unknown) => void
}

export interface Client {
  /** A fresh token to pass to a sibling application; null when signed out. */
  accessToken(): Promise<string | null>
  /** Requests JSON; rejects with an ApiError that has the server's sentence. */
  json<T>(path: string, options?: RequestOptions): Promise<T>
  /** Returns the response itself, for downloads, whose content is never converted. */
  raw(path: string, options?: RequestOptions): Promise<Response>
  /** The generic helper: a status of 400 or above returns `{message: 'Bad Request'}` with the server's reason. */
  plain<T extends object>(path: string, options?: RequestOptions): Promise<T | BadRequest>
}

export interface BadRequest {
  message: typeof BAD_REQUEST
  reason: string
}

/** The one client for all requests to the server. It alone converts names between camelCase and snake_case. */
export function createClient({
  fetch: send,
  tokenManager,
  isDemo,
  onSessionRejected,
  onFailure,
}: ClientOptions): Client {
  const keys = new RequestKeys(newRequestId)
  const answers = new KnownAnswers()
  const raw = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const seconds = options.timeoutSeconds ?? REST_TIMEOUT_SECONDS
    const timeout = AbortSignal.timeout(seconds * 1000)
    const method = methodOf(options)
    const work =
      options.idempotencyKey === undefined && method !== 'GET' && WORK.test(path)
        ? keys.of(method, path, options.body)
        : null
    try {
      const token = options.secret ?? (options.anonymous ? null : await tokenManager.accessToken())
      options.signal?.throwIfAborted()
      // Before sign-in there is no session that could end.
      const isSession = !options.anonymous && options.secret === undefined
      // The server would only say the same.
      if (isSession && token === null) throw new SignedOut()
      const response = await send(buildUrl(path, options.query), {
        method,
        headers: {
          ...headersOf({ token, isDemo: isDemo() }, options.body !== undefined),
          ...(work && { 'idempotency-key': work.key }),
          ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
          ...(options.knownTag !== undefined && { 'if-none-match': options.knownTag }),
        },
        ...(options.body !== undefined && {
          body: JSON.stringify(options.keepCase ? options.body : renameKeys(options.body, toSnake)),
        }),
        ...(options.content && { body: options.content }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      })
      // A full answer ends the work. Without one it may have been done, and the next press asks with the same key.
      if (response.status < 500) work?.end()
      if (response.ok || (response.status === 304 && options.knownTag !== undefined)) return response
      if ((response.status === 401 || response.status === 403) && isSession) onSessionRejected()
      throw await toApiError(response)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (error instanceof SignedOut) onSessionRejected()
      const failure = timeout.aborted ? new Error(`Request timed out after ${seconds} seconds.`) : explain(error)
      onFailure(failure)
      throw failure
    }
  }

  const json = async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
    const url = buildUrl(path, options.query)
    const known = methodOf(options) === 'GET' ? answers.of(url) : undefined
    const response = await raw(path, { ...options, ...(known && { knownTag: known.tag }) })
    // The server compares all of the answer, so it is this address's, in this form.
    if (response.status === 304 && known) return known.value as T
    const value = completeAnswer(path, readJson<unknown>(await response.text(), options)) as T
    const tag = response.headers.get('etag')
    if (tag !== null) answers.keep(url, { tag, value })
    return value
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

const methodOf = ({ method, body, content }: RequestOptions): string =>
  method ?? (body === undefined && !content ? 'GET' : 'POST')

/** Parses a JSON response and converts its names to camelCase, except for GraphQL. */
export function readJson<T>(text: string, { keepCase }: Pick<RequestOptions, 'keepCase'> = {}): T {
  const parsed: Json = text === '' ? null : JSON.parse(text)
  const value: unknown = keepCase ? parsed : renameKeys(parsed, toCamel)
  // The server's own tests check the shape.
  return value as T
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
  const code = typeof error.code === 'string' ? error.code : undefined
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(message, response.status, code, requestId, wait > 0 ? wait : undefined)
}

// The browser's own message ("Failed to fetch") says neither what happened nor what to do.
function explain(error: unknown): unknown {
  if (error instanceof TypeError)
    return new Unreachable('The server can’t be reached. Check your connection and try again.', { cause: error })
  return error
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
