import { eq } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../schema/columns'
import type { State } from '../state'
import type { JobQueue, Worker } from './queue'

/**
 * What is known before a step that must not be repeated. `first`: it hasn't happened. `again`: an earlier attempt may
 * have done it and crashed before storing so. `lost`: another worker has the job; skip the step.
 */
export type OnceMark = 'first' | 'again' | 'lost'

/**
 * Marks the point after which a job, or a part of it, can't safely be repeated: a mail's last line, a charge, a file's
 * upload. The mark is stored before the step, never after, so anything interrupted without a mark can be repeated.
 * Between the step and storing its success, it is unknown whether it happened. There the kind of job decides: repeat
 * with an id by which the receiver drops duplicates, or fail with a reason.
 * @param table the table whose rows have the mark: the jobs themselves, or their parts
 * @param column when the point was passed; null before
 */
export function onceMarks(queue: JobQueue<string>, table: string, column: string) {
  const parts = pgTable(table, { id: uuid('id').primaryKey(), markedAt: instant(column) })
  return {
    /** Stores the mark of a part under the job's lease. */
    async mark(
      state: State,
      { jobId, partId }: { jobId: string; partId: string },
      worker: Worker,
      now: Date,
    ): Promise<OnceMark> {
      let marked: OnceMark = 'lost'
      const isOurs = await queue.whileLeased(state, jobId, worker, async (tx) => {
        const [before] = await tx.select({ markedAt: parts.markedAt }).from(parts).where(eq(parts.id, partId))
        await tx.update(parts).set({ markedAt: now }).where(eq(parts.id, partId))
        marked = before?.markedAt ? 'again' : 'first'
      })
      return isOurs ? marked : 'lost'
    },
  }
}
