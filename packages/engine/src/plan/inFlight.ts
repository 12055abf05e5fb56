import { QueryCancelled } from '@leaselight/facts'

interface Running<T> {
  answer: Promise<T>
  callers: number
  stop: AbortController
}

/**
 * Runs the same work once for everyone who wants it while it runs: in the morning many people open one page in the same
 * second. A caller who leaves gets QueryCancelled at once; the work itself stops when the last caller has left, or goes on
 * where others can use it later.
 */
export class InFlight<T> {
  readonly #running = new Map<string, Running<T>>()

  constructor(private readonly afterCallers: 'stops' | 'goes on' = 'stops') {}

  /** @param work must stop on its signal; it runs only if the same key doesn't run already */
  async share(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw cancelled()
    const running = this.#running.get(key) ?? this.#start(key, work)
    running.callers++
    try {
      return await unlessAborted(running.answer, signal)
    } finally {
      running.callers--
      if (running.callers === 0 && this.afterCallers === 'stops') this.#forget(key, running)
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController()
    const running = { answer: work(stop.signal), callers: 0, stop }
    this.#running.set(key, running)
    const forget = () => this.#forget(key, running)
    running.answer.then(forget, forget)
    return running
  }

  /** Stops the work if it still runs. The next caller starts anew instead of joining work that is being stopped. */
  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
    running.stop.abort()
  }
}

function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancelled())
    signal.addEventListener('abort', leave, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

const cancelled = (): QueryCancelled => new QueryCancelled('The question was cancelled.')
