import { QueryCancelled, timeoutError } from './errors'

interface Waiter {
  background: boolean
  resume: () => void
}

/** The limits of the queue. */
export interface SlotOptions {
  /** How many callers may wait; one more is refused at once. Without a limit by default. */
  waiting?: number
  /** The error of a caller who is refused or has waited too long. */
  refusal?: () => Error
}

/**
 * A number of places and a queue before them, in order of arrival: connections, each of which runs one statement at a time, or
 * questions in progress. Background work never has more than half of the places, so that a long export can't delay a user's report.
 */
export class Slots {
  #free: number
  #background = 0
  readonly #backgroundLimit: number
  readonly #maxWaiting: number
  readonly #refusal: () => Error
  readonly #waiting: Waiter[] = []

  constructor(size: number, options: SlotOptions = {}) {
    this.#free = size
    this.#backgroundLimit = Math.max(1, Math.floor(size / 2))
    this.#maxWaiting = options.waiting ?? Number.POSITIVE_INFINITY
    this.#refusal = options.refusal ?? timeoutError
  }

  /** Waits for a place, `waitMs` at most; the returned function releases it. */
  async acquire(background: boolean, signal: AbortSignal | undefined, waitMs: number): Promise<() => void> {
    if (signal?.aborted) throw new QueryCancelled('The question was cancelled.')
    if (this.#isFree(background)) this.#begin(background)
    else if (this.#waiting.length >= this.#maxWaiting) throw this.#refusal()
    else await this.#wait(background, signal, waitMs)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#free++
      if (background) this.#background--
      this.#startNext()
    }
  }

  /** How many wait for a place. */
  waiting(): { interactive: number; background: number } {
    const background = this.#waiting.filter((entry) => entry.background).length
    return { interactive: this.#waiting.length - background, background }
  }

  #isFree(background: boolean): boolean {
    return this.#free > 0 && (!background || this.#background < this.#backgroundLimit)
  }

  #begin(background: boolean): void {
    this.#free--
    if (background) this.#background++
  }

  #wait(background: boolean, signal: AbortSignal | undefined, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const leave = (error: Error) => {
        settle()
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        reject(error)
      }
      const cancel = () => leave(new QueryCancelled('The question was cancelled.'))
      const timer = setTimeout(() => leave(this.#refusal()), waitMs)
      const entry: Waiter = {
        background,
        resume: () => {
          settle()
          resolve()
        },
      }
      signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.push(entry)
    })
  }

  #startNext(): void {
    for (const background of [false, true]) {
      const index = this.#waiting.findIndex((entry) => entry.background === background)
      if (index < 0 || !this.#isFree(background)) continue
      // Counted here and not when the waiting caller resumes, so that no one else gets the place in between.
      this.#begin(background)
      this.#waiting.splice(index, 1)[0]?.resume()
      return
    }
  }
}
