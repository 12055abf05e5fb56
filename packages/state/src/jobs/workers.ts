import type { State } from '../state'
import type { Job, JobQueue, Worker } from './queue'

/** Works on one queue in the background. */
export interface WorkerPool {
  /** Checks right away whether a job is due. */
  wake(): void
  /** Queues what has become due and resolves when every job that is due has been worked on. */
  runOnce(): Promise<void>
  /** Claims no further job. */
  stopClaiming(): void
  /** Claims no further job and resolves when those in progress have ended. */
  close(): Promise<void>
}

/** How a pool works. */
export interface WorkerOptions {
  /** Leases a job and works on it until it is finished or returned to the queue; false when none was due. */
  workOnce: () => Promise<boolean>
  /** Queues what has become due; true while there may be more. */
  queueDue?: () => Promise<boolean>
  /** Jobs in progress at once, so that one slow job doesn't hold up the others. */
  concurrency: number
  /** How often to check the queue without being woken. */
  pollMs: number
  /** Receives errors of `workOnce` and `queueDue`; the pool continues with its next check. */
  onError: (error: unknown) => void
}

/** Starts working on a queue until it is closed. */
export function startWorkers({ workOnce, queueDue, concurrency, pollMs, onError }: WorkerOptions): WorkerPool {
  let isClosed = false
  const working = new Set<Promise<void>>()
  const logErrors = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      if (!isClosed) onError(error)
    })
  const workUntilIdle = async (): Promise<void> => {
    while (!isClosed && (await workOnce()));
  }
  /** Starts as many workers as allowed; one that finds no job due ends. */
  const fill = (): void => {
    while (!isClosed && working.size < concurrency) {
      const one: Promise<void> = logErrors(workUntilIdle()).finally(() => working.delete(one))
      working.add(one)
    }
  }
  let queueing: Promise<void> | undefined
  const queueAllDue = (): Promise<void> => {
    queueing ??= logErrors(
      (async () => {
        while (!isClosed && (await queueDue?.()));
      })(),
    ).finally(() => {
      queueing = undefined
    })
    return queueing
  }
  const look = async (): Promise<void> => {
    await queueAllDue()
    fill()
  }
  const timer = setInterval(() => void look(), pollMs)
  timer.unref()
  const stopClaiming = (): void => {
    isClosed = true
    clearInterval(timer)
  }
  return {
    wake: fill,
    async runOnce() {
      await look()
      await Promise.all(working)
    },
    stopClaiming,
    async close() {
      stopClaiming()
      await Promise.all(working)
    },
  }
}

/** Does a piece of work on a leased job and renews the lease three times per term meanwhile. */
export async function withHeartbeat<T>(
  queue: Pick<JobQueue<string>, 'renew'>,
  state: State,
  { id }: Pick<Job, 'id'>,
  worker: Worker,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(
    // A failed renewal isn't an error here: the next write under the lease detects whether the worker still has the
    // job.
    () => void queue.renew(state, id, worker).catch(() => false),
    (worker.leaseSeconds * 1000) / 3,
  )
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * When to retry a failed job.
 * @param attempts how many attempts there were
 * @param minutes the pause after the first attempt, the second, …; the last value applies to all later ones
 */
export function retryAt(attempts: number, minutes: readonly number[], now: Date): Date {
  const pause = minutes[Math.min(attempts, minutes.length) - 1] ?? 1
  return new Date(now.getTime() + pause * 60_000)
}
