import { EngineTimeout, EngineUnavailable, QueryCancelled } from './errors'

/** How a statement ended: `too_slow` over its time or memory, `unavailable` because the store was away. */
export type Outcome = 'ok' | 'too_slow' | 'cancelled' | 'unavailable' | 'failed'

/** A statement that is over. */
export interface Statement {
  kind: 'query' | 'stream' | 'insert' | 'command'
  outcome: Outcome
  /** From being asked to its end. */
  seconds: number
  /** How much of that it waited for a connection. */
  waitedSeconds: number
}

/** A batch of an import that is over. */
export interface ImportedBatch {
  entity: string
  outcome: 'ok' | 'failed'
  seconds: number
  /** Records that went in, were replaced or removed. */
  records: number
}

/** What goes on at this moment. */
export interface Load {
  running: number
  waiting: { interactive: number; background: number }
  /** Batches of imports whose turn is yet to come. */
  waitingBatches: number
}

/** What a listener is told. */
export interface Listener {
  statement?: (statement: Statement) => void
  batch?: (batch: ImportedBatch) => void
}

const IDLE: Load = { running: 0, waiting: { interactive: 0, background: 0 }, waitingBatches: 0 }

/** What a store does, told to whoever wants to measure it. */
export class Activity {
  readonly #listeners = new Set<Listener>()
  #load: () => Omit<Load, 'waitingBatches'> = () => IDLE
  /** Kept by the import. */
  waitingBatches = 0

  /** Tells the listener of all that ends from now on; the returned function takes that back. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  load(): Load {
    return { ...this.#load(), waitingBatches: this.waitingBatches }
  }

  /** Whoever hands out the connections says how to ask for the load. */
  setLoadSource(load: () => Omit<Load, 'waitingBatches'>): void {
    this.#load = load
  }

  statement(statement: Statement): void {
    for (const listener of this.#listeners) listener.statement?.(statement)
  }

  batch(batch: ImportedBatch): void {
    for (const listener of this.#listeners) listener.batch?.(batch)
  }
}

/** How something ended that ended in an error. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof EngineTimeout) return 'too_slow'
  if (error instanceof QueryCancelled) return 'cancelled'
  if (error instanceof EngineUnavailable) return 'unavailable'
  return 'failed'
}

/** Times a statement from being asked to its end. */
export function startClock(activity: Activity, kind: Statement['kind']) {
  const asked = performance.now()
  let started = asked
  let isOver = false
  return {
    /** It has a connection. */
    starts(): void {
      started = performance.now()
    },
    /** It is over; only the first word counts. */
    ends(outcome: Outcome): void {
      if (isOver) return
      isOver = true
      const now = performance.now()
      activity.statement({ kind, outcome, seconds: (now - asked) / 1000, waitedSeconds: (started - asked) / 1000 })
    },
  }
}
