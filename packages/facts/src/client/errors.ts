/** The query exceeded its time limit (504). */
export class EngineTimeout extends Error {
  override name = 'EngineTimeout'
}

/** The store can't be reached or accepts no queries now (503). */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable'
}

/** The caller has disconnected; the statement was stopped. */
export class QueryCancelled extends Error {
  override name = 'QueryCancelled'
}

/** The response isn't ClickHouse's, or is incomplete. */
export class MalformedResponse extends Error {
  override name = 'OddAnswer'
}

const TOO_LONG = 'This question takes longer than it may. Choose a shorter period or fewer properties.'
const TOO_LARGE = 'This question needs more memory than it may. Choose a shorter period or fewer properties.'
const UNREACHABLE = 'The data store does not answer. Please try again in a moment.'
const DISK_FULL =
  'The disk of the data store is full. What was taken in before is kept; make room and run the same import again.'

// Network errors, including TLS and HTTP parsing; by message where there is no code.
const NETWORK_CODES =
  /^(E(CONN(REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|PIPE|PROTO|TIMEDOUT|HOSTUNREACH|NETUNREACH|RR_(STREAM_PREMATURE_CLOSE|TLS.*|SSL.*))|HPE_.*|.*CERT.*|UNABLE_TO_.*)$/
const NETWORK_MESSAGES = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|socket hang up|is closed/

/**
 * Error codes of a server that can't work now, or not for us: overloaded, without its Keeper, its replicas, or its
 * disk, shutting down, read-only; password, user, or database not (yet) as configured.
 */
const UNAVAILABLE_CODES = new Set(
  '81 192 193 194 202 209 210 225 236 242 243 252 279 285 286 319 369 415 497 516 999'.split(' '),
)

/** Converts errors of the engine or the network to the errors that callers handle; other errors stay the same. */
export function asFactsError(error: unknown): Error {
  const problem = error instanceof Error ? error : new Error(String(error))
  const code = codeOf(problem)
  if (code === '159' || code === '160') return new EngineTimeout(TOO_LONG, { cause: problem })
  if (code === '241') return new EngineTimeout(TOO_LARGE, { cause: problem })
  if (code === '394') return new QueryCancelled('The question was cancelled.', { cause: problem })
  if (isDiskFull(code, problem.message)) return diskFullError({ cause: problem })
  if (
    problem instanceof MalformedResponse ||
    UNAVAILABLE_CODES.has(code) ||
    NETWORK_CODES.test(code) ||
    NETWORK_MESSAGES.test(problem.message)
  )
    return new EngineUnavailable(UNREACHABLE, { cause: problem })
  if (/^Timeout error/.test(problem.message)) return new EngineTimeout(TOO_LONG, { cause: problem })
  return problem
}

/** The disk is full. */
export const diskFullError = (options?: ErrorOptions): EngineUnavailable => new EngineUnavailable(DISK_FULL, options)

/** The disk is full: the engine checks before it writes, but may be wrong. What we write ourselves has Node's codes. */
const isDiskFull = (code: string, message: string): boolean =>
  ['243', 'ENOSPC', 'EFBIG', 'EDQUOT'].includes(code) ||
  /No space left on device|File too large|Disk quota exceeded/.test(message)

/** The engine's error code, wherever the client puts it, or Node's code of a network error. */
function codeOf(error: Error): string {
  if ('clickhouseCode' in error && error.clickhouseCode) return String(error.clickhouseCode)
  if ('code' in error && error.code && !String(error.code).startsWith('CHDB')) return String(error.code)
  return /^Code: (\d+)\./.exec(error.message)?.[1] ?? ''
}

/** The error of a query that was still waiting or running at its time limit. */
export const timeoutError = (): EngineTimeout => new EngineTimeout(TOO_LONG)
