import { integer, text } from 'drizzle-orm/pg-core'
import { instant } from '../schema/columns'

/** A job waits (`queued`) or is being worked on (`running`). Any other status is final and the job's own. */
export const openStatuses = ['queued', 'running'] as const
export type OpenStatus = (typeof openStatuses)[number]

/**
 * The columns that make a table a job queue, besides its `id`. Each kind of job has a table of its own, with its content in
 * typed columns beside these, so that copies, erasing and foreign keys treat it like any other table. Index
 * `(status, attempt_at)`, and make unique what may be queued only once.
 */
export const jobColumns = <Status extends string = string>() => ({
  status: text('status').$type<OpenStatus | Status>().notNull(),
  // Why it failed, waits or was skipped; a sentence.
  reason: text('reason'),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
  // When it is due, or worth another attempt.
  attemptAt: instant('attempt_at').notNull(),
  attempts: integer('attempts').notNull(),
  // Which worker has the job, and until when; by the database's own clock.
  leaseOwner: text('lease_owner'),
  leaseUntil: instant('lease_until'),
})

/** The values of a new job's columns, due now or at a later time. */
export const newJob = (now: Date, dueAt: Date = now) => ({
  status: 'queued' as const,
  reason: null,
  createdAt: now,
  finishedAt: null,
  attemptAt: dueAt,
  attempts: 0,
})
