import { EngineTimeout, EngineUnavailable, QueryCancelled } from './errors'

/**
 * How a statement ended: `too_slow` over its time or memory limit, `unavailable` because the store couldn't be reached.
 */
export type Outcome = 'ok' | 'too_slow' | 'cancelled' | 'unavailable' | 'failed'

/** A finished statement. */
export interface Statement {
  kind: 'query' | 'stream' | 'insert' | 'command'
  outcome: Outcome
  /** From the request to its end. */
  seconds: number
  /** How much of that it waited for a connection. */
  waitedSeconds: number
}

/** A finished batch of an import. */
export interface ImportedBatch {
  entity: string
  outcome: 'ok' | 'failed'
  seconds: number
  /** Records that were inserted, replaced, or removed. */
  records: number
}

/** A derived table of a company was worked out, or could not be. */
export interface DerivationEnd {
  table: string
  companyId: number
  /** `impossible`: the records are as the table can't hold them, so questions read them. */
  outcome: 'ok' | 'failed' | 'impossible'
  seconds: number
  /** Why not. */
  error?: unknown
}

/** The current load. */
export interface Load {
  running: number
  waiting: { interactive: number; background: number }
  /** Import batches that are waiting. */
  waitingBatches: number
}

/** Receives a store's events. */
export interface Listener {
  statement?: (statement: Statement) => void
  batch?: (batch: ImportedBatch) => void
  derivation?: (end: DerivationEnd) => void
}

const IDLE: Load = { running: 0, waiting: { interactive: 0, background: 0 }, waitingBatches: 0 }

/** Measurements of a store's activity. */
export class Activity {
  readonly #listeners = new Set<Listener>()
  #load: () => Omit<Load, 'waitingBatches'> = () => IDLE
  /** Updated by the import. */
  waitingBatches = 0

  /** Calls the listener for everything that ends from now on; the returned function removes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  load(): Load {
    return { ...this.#load(), waitingBatches: this.waitingBatches }
  }

  /** Set by the owner of the connections, which knows the current load. */
  setLoadSource(load: () => Omit<Load, 'waitingBatches'>): void {
    this.#load = load
  }

  statement(statement: Statement): void {
    for (const listener of this.#listeners) listener.statement?.(statement)
  }

  batch(batch: ImportedBatch): void {
    for (const listener of this.#listeners) listener.batch?.(batch)
  }

  derivation(end: DerivationEnd): void {
    for (const listener of this.#listeners) listener.derivation?.(end)
  }
}

/** The outcome of a failure. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof EngineTimeout) return 'too_slow'
  if (error instanceof QueryCancelled) return 'cancelled'
  if (error instanceof EngineUnavailable) return 'unavailable'
  return 'failed'
}

/** Measures a statement from the request to its end. */
export function startClock(activity: Activity, kind: Statement['kind']) {
  const asked = performance.now()
  let started = asked
  let isOver = false
  return {
    /** It has a connection. */
    starts(): void {
      started = performance.now()
    },
    /** It has ended; only the first call counts. */
    ends(outcome: Outcome): void {
      if (isOver) return
      isOver = true
      const now = performance.now()
      activity.statement({ kind, outcome, seconds: (now - asked) / 1000, waitedSeconds: (started - asked) / 1000 })
    },
  }
}
