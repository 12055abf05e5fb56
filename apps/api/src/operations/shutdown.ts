import { setTimeout as sleep } from 'node:timers/promises'
import { QueryCancelled } from '@leaselight/facts'
import { HttpError } from '../http/errors'

declare module '../http/context' {
  interface Api {
    stopping: Shutdown
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is stopping, and its work in progress. */
    stopping: Shutdown
  }
}

/** How a server stops. */
export interface ShutdownTimes {
  /** How long it still serves after it became not ready, so that a load balancer removes it. */
  delaySeconds: number
  /** The time limit for requests in progress after that. */
  limitSeconds: number
}

/** How long aborted work has to record its end. */
const FINAL_RESPONSE_MS = 3_000

const STOPPING_MESSAGE =
  'This server is being stopped and could not finish. What was taken in so far stays; please send the same again.'

/** Whether the server is stopping, and the work in progress. */
export class Shutdown {
  #isStopping = false
  #isOver = false
  readonly #inHand = new Set<AbortController>()
  readonly #listeners: (() => void)[] = []

  /** Begins the stop: no new background work, and the readiness check fails. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Registers a callback for the beginning of a stop. */
  onBegin(listener: () => void): void {
    this.#listeners.push(listener)
  }

  begin(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const listener of this.#listeners) listener()
  }

  /** Registers work to abort when the time is over, at once if it is; the returned function releases it. */
  register(work: AbortController): () => void {
    if (this.#isOver) work.abort(new ServerStoppingError())
    this.#inHand.add(work)
    return () => void this.#inHand.delete(work)
  }

  /** Aborts the work that is still in progress. */
  abortAll(): void {
    this.#isOver = true
    for (const work of this.#inHand) work.abort(new ServerStoppingError())
  }

  /** The error to report: for work that a stop aborted, the stop instead of the work's own error. */
  errorFor(error: unknown): unknown {
    return this.#isOver && error instanceof QueryCancelled ? new ServerStoppingError() : error
  }
}

class ServerStoppingError extends HttpError {
  constructor() {
    super(503, 'stopping', STOPPING_MESSAGE)
  }
}

/**
 * Stops in order: becomes not ready, waits for the load balancer, closes, lets work in progress finish, and aborts it after
 * the limit.
 * @returns whether everything could finish
 */
export async function shutDownGracefully(
  stopping: Shutdown,
  { delaySeconds, limitSeconds }: ShutdownTimes,
  close: () => Promise<void>,
): Promise<boolean> {
  stopping.begin()
  await sleep(delaySeconds * 1000)
  const closing = close().then(() => true)
  const late = sleep(limitSeconds * 1000, false, { ref: false })
  if (await Promise.race([closing, late])) return true
  stopping.abortAll()
  await Promise.race([closing, sleep(FINAL_RESPONSE_MS)])
  return false
}
