import { setTimeout as sleep } from 'node:timers/promises'
import { QueryCancelled } from '@leaselight/facts'
import { HttpError } from '../http/errors'

/** How a server stops. */
export interface ShutdownTimes {
  /** How long it goes on serving after it has said that it is not ready, so that a balancer takes it away. */
  delaySeconds: number
  /** How long what is in hand may take after that. */
  limitSeconds: number
}

/** What ends with a sentence gets so long to note it down. */
const FINAL_RESPONSE_MS = 3_000

const STOPPING_MESSAGE =
  'This server is being stopped and could not finish. What was taken in so far stays; please send the same again.'

/** Whether the server is about to stop, and what it still has in hand. */
export class Shutdown {
  #isStopping = false
  #isOver = false
  readonly #inHand = new Set<AbortController>()
  readonly #listeners: (() => void)[] = []

  /** Nothing new is begun in the background, and whoever asks is told that it is not ready. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Calls back when a stop is asked for. */
  onBegin(listener: () => void): void {
    this.#listeners.push(listener)
  }

  begin(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const listener of this.#listeners) listener()
  }

  /** Takes in hand what is to be ended with a sentence when the time is over; the returned function lets it go. */
  register(work: AbortController): () => void {
    this.#inHand.add(work)
    return () => void this.#inHand.delete(work)
  }

  /** Ends what is still in hand. */
  abortAll(): void {
    this.#isOver = true
    for (const work of this.#inHand) work.abort(new ServerStoppingError())
  }

  /** What is to be said of an error: where work was called off because the time was over, just that. */
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
 * Stops in order: says so, waits for the balancer, closes and lets finish what is in hand, and after the limit ends it.
 * @returns whether everything could finish.
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
