/** The store took longer than the question was allowed to (504). */
export class EngineTimeout extends Error {
  override name = 'EngineTimeout'
}

/** The store can't be reached or takes no questions now (503). */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable'
}

/** Whoever asked has gone; the statement was stopped. */
export class QueryCancelled extends Error {
  override name = 'QueryCancelled'
}

/** What came back was no answer of ClickHouse's, or only half of one. */
export class MalformedResponse extends Error {
  override name = 'OddAnswer'
}

const TOO_LONG = 'This question takes longer than it may. Choose a shorter period or fewer properties.'
const TOO_LARGE = 'This question needs more memory than it may. Choose a shorter period or fewer properties.'
const UNREACHABLE = 'The data store does not answer. Please try again in a moment.'
const DISK_FULL =
  'The disk of the data store is full. What was taken in before is kept; make room and run the same import again.'

// What the network says, TLS and the reading of HTTP included; and in words where there is no number.
const NETWORK_CODES =
  /^(E(CONN(REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|PIPE|PROTO|TIMEDOUT|HOSTUNREACH|NETUNREACH|RR_(STREAM_PREMATURE_CLOSE|TLS.*|SSL.*))|HPE_.*|.*CERT.*|UNABLE_TO_.*)$/
const NETWORK_MESSAGES = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|socket hang up|is closed/

/**
 * Numbers under which a server says that it can't work now, or not for us: full of questions, without its Keeper, its
 * replicas or its disk, going down, read-only; password, user or database not (yet) what we were told.
 */
const UNAVAILABLE_CODES = new Set(
  '81 192 193 194 202 209 210 225 236 242 243 252 279 285 286 319 369 415 497 516 999'.split(' '),
)

/** Turns what the engine or the network said into the errors that callers know; anything else stays as it is. */
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

/** No room is left on the disk: the engine looks before it writes, and may be mistaken. */
const isDiskFull = (code: string, message: string): boolean =>
  code === '243' || /No space left on device|File too large|Disk quota exceeded/.test(message)

/** The engine's number for an error, wherever the form of the store puts it, or Node's name of a network error. */
function codeOf(error: Error): string {
  if ('clickhouseCode' in error && error.clickhouseCode) return String(error.clickhouseCode)
  if ('code' in error && error.code && !String(error.code).startsWith('CHDB')) return String(error.code)
  return /^Code: (\d+)\./.exec(error.message)?.[1] ?? ''
}

/** The error of a question that was still waiting, or running, when its time was over. */
export const timeoutError = (): EngineTimeout => new EngineTimeout(TOO_LONG)
