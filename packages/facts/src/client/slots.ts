import { QueryCancelled, timeoutError } from './errors'

/**
 * Who goes first. `urgent`: small work that every request waits for, before a queue may refuse it. `background`: exports,
 * imports, and similar work, which yields to waiting users.
 */
export const priorities = ['urgent', 'interactive', 'background'] as const
export type Priority = (typeof priorities)[number]

interface Waiter {
  priority: Priority
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
 * A number of places and a queue before them, by priority and then in order of arrival: connections, each of which runs one statement at a time, or
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
  async acquire(priority: Priority, signal: AbortSignal | undefined, waitMs: number): Promise<() => void> {
    if (signal?.aborted) throw new QueryCancelled('The question was cancelled.')
    if (this.#isFree(priority)) this.#begin(priority)
    else if (this.#waiting.length >= this.#maxWaiting) throw this.#refusal()
    else await this.#wait(priority, signal, waitMs)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      this.#free++
      if (priority === 'background') this.#background--
      this.#startNext()
    }
  }

  /** How many wait for a place. */
  waiting(): { interactive: number; background: number } {
    const background = this.#waiting.filter(({ priority }) => priority === 'background').length
    return { interactive: this.#waiting.length - background, background }
  }

  #isFree(priority: Priority): boolean {
    return this.#free > 0 && (priority !== 'background' || this.#background < this.#backgroundLimit)
  }

  #begin(priority: Priority): void {
    this.#free--
    if (priority === 'background') this.#background++
  }

  #wait(priority: Priority, signal: AbortSignal | undefined, waitMs: number): Promise<void> {
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
        priority,
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
    for (const priority of priorities) {
      const index = this.#waiting.findIndex((entry) => entry.priority === priority)
      if (index < 0 || !this.#isFree(priority)) continue
      // Counted here and not when the waiting caller resumes, so that no one else gets the place in between.
      this.#begin(priority)
      this.#waiting.splice(index, 1)[0]?.resume()
      return
    }
  }
}
