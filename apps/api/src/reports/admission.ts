import type { Engine } from '@leaselight/engine'
import { Slots } from '@leaselight/facts'
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

/**
 * A bounded queue before the engine. Under more load than the machine bears, a late request is answered at once with the time to
 * come back, instead of waiting for minutes.
 */
export class Admission {
  readonly #slots: Slots
  readonly #perUser = new Map<string, number>()

  constructor(private readonly limits: AdmissionLimits) {
    this.#slots = new Slots(limits.running, { waiting: limits.waiting, refusal: busy })
  }

  /** Runs a question when its turn comes. Throws an HttpError: 429 for too many of one user, 503 for a full queue. */
  async run<T>(user: string, signal: AbortSignal | undefined, question: () => Promise<T>): Promise<T> {
    const own = this.#perUser.get(user) ?? 0
    if (own >= this.limits.perUser) throw tooMany(1_000)
    this.#perUser.set(user, own + 1)
    try {
      const release = await this.#slots.acquire('interactive', signal, this.limits.waitMs)
      try {
        return await question()
      } finally {
        release()
      }
    } finally {
      const left = (this.#perUser.get(user) ?? 1) - 1
      if (left === 0) this.#perUser.delete(user)
      else this.#perUser.set(user, left)
    }
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
    histories: (reports, viewer, request) =>
      admission.run(keyOf(viewer), request?.signal, () => engine.histories(reports, viewer, request)),
    members: (report, state, viewer, request) =>
      admission.run(keyOf(viewer), request.signal, () => engine.members(report, state, viewer, request)),
    memberProspects: (report, state, viewer, request) =>
      admission.run(keyOf(viewer), request.signal, () => engine.memberProspects(report, state, viewer, request)),
    ourRecords: (viewer, request) =>
      admission.run(keyOf(viewer), request.signal, () => engine.ourRecords(viewer, request)),
    transcript: (viewer, threadId, signal) =>
      admission.run(keyOf(viewer), signal, () => engine.transcript(viewer, threadId, signal)),
  }
}
