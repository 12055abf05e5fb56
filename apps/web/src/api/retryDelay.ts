import { ApiError, Unreachable } from './request'

/** Statuses that pass: too many requests, a server or a part of it away or too busy. */
const PASSING = [429, 502, 503, 504]

const DEFAULT_SECONDS = 10
/** Pages that failed together must not come back together. */
const SPREAD = 0.5

/**
 * After how many milliseconds a failed request is worth trying again; false when it would fail again.
 * @param spread a number from 0 to 1 that keeps many pages apart
 */
export function retryDelay(error: unknown, spread = Math.random()): number | false {
  const seconds =
    error instanceof ApiError && PASSING.includes(error.status)
      ? (error.retryAfter ?? DEFAULT_SECONDS)
      : error instanceof Unreachable && DEFAULT_SECONDS
  return seconds === false ? false : Math.round(seconds * 1_000 * (1 + SPREAD * spread))
}

/** What a page says of a failure: the server's sentence, and that the page tries again where it does. */
export function failureText(error: Error): string {
  return retryDelay(error) === false ? error.message : `${error.message} This page tries again by itself.`
}
