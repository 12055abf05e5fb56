/** The state store can't be reached, or didn't respond in time; the API turns it into 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The message for users when the store becomes unavailable. */
const UNREACHABLE = 'The database that keeps saved work is not answering. Please try again in a moment.'

const DISK_FULL =
  'The disk of the database that keeps saved work is full. What was saved before is kept; please try again when there is room.'

// Errors of the network, before any database responds.
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'EPROTO',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ENOENT',
])

// Errors of the database: connection exceptions, disk full, shutting down, starting up, statement timeout; read-only after a
// failover; password or database not (yet) as configured.
const SQL_STATES = /^(08...|53...|57P0[1-5]|57014|25006|28...|3D000)$/

// Driver errors without a code.
const DRIVER_MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|does not support SSL|query read timeout|not queryable|after calling end on the pool|pglite is clos/i

/** Whether the error or its cause means that the store is unavailable, rather than that the request was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    NETWORK_CODES.has(code) ||
    SQL_STATES.test(code) ||
    DRIVER_MESSAGES.test(error.message) ||
    isUnavailable(error.cause)
  )
}

/** Whether the store's disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '53100') || isDiskFull(error.cause)
}

/** Runs the work; an unavailable store throws StoreUnavailable, and every other error is passed on. */
export async function mapUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailable || !isUnavailable(error)) throw error
    throw new StoreUnavailable(isDiskFull(error) ? DISK_FULL : UNREACHABLE, { cause: error })
  }
}
