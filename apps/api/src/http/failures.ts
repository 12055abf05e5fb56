import { NotFound } from '@leaselight/engine'
import { EngineTimeout, EngineUnavailable, QueryCancelled } from '@leaselight/facts'
import { InputError, redact } from '@leaselight/model'
import { StoreUnavailable } from '@leaselight/state'
import { HttpError } from './errors'

/** How a failure looks from outside. */
export interface Failure {
  status: number
  code: string
  message: string
  /** After how many seconds the same request is worth trying again. */
  retryAfter?: number
  /** Nobody foresaw it: it belongs in the log with its stack. */
  isUnexpected?: boolean
}

// nginx's number for a client that went away before the answer; nobody reads it but the log.
const CLIENT_GONE = 499

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'too_large',
  414: 'too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'too_long',
}

// Fastify's messages name its options. These messages are written for users.
const sentences: Readonly<Record<number, string>> = {
  400: 'The request can’t be read.',
  404: 'There is nothing here.',
  405: 'That can’t be done here.',
  408: 'The request took too long to arrive.',
  413: 'That is more than this server takes at once.',
  414: 'The address is too long.',
  415: 'Send the body as application/json.',
  429: 'Too many requests. Please wait a minute.',
  431: 'The address or its headers are too long.',
}

/** The one place where errors become answers: a sentence and a status, never a stack. */
export function toFailure(error: unknown): Failure {
  if (error instanceof HttpError) {
    const { status, code, message, retryAfter } = error
    return { status, code, message, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (error instanceof InputError) return { status: 400, code: 'bad_request', message: error.message }
  if (error instanceof NotFound) return { status: 404, code: 'not_found', message: error.message }
  if (error instanceof EngineTimeout) return { status: 504, code: 'too_slow', message: error.message }
  if (error instanceof EngineUnavailable) return { status: 503, code: 'facts_unavailable', message: error.message }
  if (error instanceof StoreUnavailable) return { status: 503, code: 'store_unavailable', message: error.message }
  if (isDiskFull(error)) return { status: 503, code: 'no_room', message: DISK_FULL }
  // A client that went away is nobody's error.
  if (error instanceof QueryCancelled || (error instanceof Error && error.name === 'AbortError'))
    return { status: CLIENT_GONE, code: 'cancelled', message: 'The request was called off.' }
  const status = statusCodeOf(error)
  if (status !== undefined && status >= 400 && status < 500)
    return {
      status,
      code: codes[status] ?? 'bad_request',
      message: sentences[status] ?? 'The request can’t be read.',
    }
  return {
    status: 500,
    code: 'unexpected',
    message: 'Something went wrong on our side. Try again.',
    isUnexpected: true,
  }
}

/** The message of an error's innermost cause, from the network or the store. It goes to the log, for operators. */
export function rootCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return rootCause(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  // Refused by several addresses at once, an error has a code and no words.
  if (!error.message) return code || error.name
  return redact(error.message.split('\n')[0] ?? '').slice(0, 300)
}

const DISK_FULL = 'The server’s disk is full. What was taken in before is kept; please try again when there is room.'

/** What the system says when a file can't grow. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EFBIG', 'EDQUOT'].includes(String(error.code))

function statusCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}
