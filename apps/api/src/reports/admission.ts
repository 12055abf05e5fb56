import type { Engine } from '@leaselight/engine'
import { QueryCancelled } from '@leaselight/facts'
import { HttpError } from '../http/errors'
import { tooMany } from '../http/rateWindow'

/** How many questions the engine works on, and how many may wait. */
export interface AdmissionLimits {
  /** Questions in progress at once. */
  running: number
  /** Questions that wait; more are refused at once. */
  waiting: number
  /** The longest wait. */
  waitMs: number
  /** Questions of one user in progress or waiting, so that nobody fills the queue alone. */
  perUser: number
}

const RETRY_SECONDS = 5

interface Waiter {
  start: () => void
}

/**
 * A bounded queue before the engine. Under more load than the machine bears, a late request is answered at once with the time to
 * come back, instead of waiting for minutes.
 */
export class Admission {
  #running = 0
  readonly #waiting: Waiter[] = []
  readonly #perUser = new Map<string, number>()

  constructor(private readonly limits: AdmissionLimits) {}

  /** Runs a question when its turn comes. Throws an HttpError: 429 for too many of one user, 503 for a full queue. */
  async run<T>(user: string, signal: AbortSignal | undefined, question: () => Promise<T>): Promise<T> {
    const own = this.#perUser.get(user) ?? 0
    if (own >= this.limits.perUser) throw tooMany(1_000)
    this.#perUser.set(user, own + 1)
    try {
      if (this.#running < this.limits.running) this.#running++
      else await this.#turn(signal)
      try {
        return await question()
      } finally {
        this.#running--
        this.#next()
      }
    } finally {
      const left = (this.#perUser.get(user) ?? 1) - 1
      if (left === 0) this.#perUser.delete(user)
      else this.#perUser.set(user, left)
    }
  }

  #next(): void {
    if (this.#running >= this.limits.running) return
    const first = this.#waiting.shift()
    if (!first) return
    // Counted here, so that nobody gets the place in between.
    this.#running++
    first.start()
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= this.limits.waiting) throw busy()
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const leave = (error: Error) => {
        settle()
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(error)
      }
      const cancel = () => leave(new QueryCancelled('The question was cancelled.'))
      const timer = setTimeout(() => leave(busy()), this.limits.waitMs)
      const waiter: Waiter = {
        start: () => {
          settle()
          resolve()
        },
      }
      signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.push(waiter)
    })
  }
}

const busy = (): HttpError =>
  new HttpError(503, 'busy', 'The server has more questions than it can answer now. Please try again in a moment.', {
    retryAfter: RETRY_SECONDS,
  })

/** The engine behind a queue: every way to ask it, whichever route or worker asks. */
export function admitQuestions(engine: Engine, limits: AdmissionLimits): Engine {
  const admission = new Admission(limits)
  const keyOf = ({ companyId, userId }: { companyId: number; userId: number }) => `${companyId}:${userId}`
  return {
    ...engine,
    runReport: (report, state, viewer, options) =>
      admission.run(keyOf(viewer), options?.signal, () => engine.runReport(report, state, viewer, options)),
    records: (report, state, viewer, signal) =>
      admission.run(keyOf(viewer), signal, () => engine.records(report, state, viewer, signal)),
    members: (report, state, viewer, request) =>
      admission.run(keyOf(viewer), request.signal, () => engine.members(report, state, viewer, request)),
    memberProspects: (report, state, viewer, request) =>
      admission.run(keyOf(viewer), request.signal, () => engine.memberProspects(report, state, viewer, request)),
    transcript: (viewer, threadId, signal) =>
      admission.run(keyOf(viewer), signal, () => engine.transcript(viewer, threadId, signal)),
  }
}
