import { latestRun, nextRun } from '@leaselight/model'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { scheduledReports, scheduleSubscribers } from '../schema/sharing'
import type { State } from '../state'
import { insertDelivery } from './deliveries'
import { scheduleOf } from './schedules'

/** How many schedules to check at once. */
const MAX_DUE_SCHEDULES = 50

/**
 * Queues what is due: one delivery per schedule for its latest run, which counts the missed runs before it. Several
 * instances may call this at once: each run is queued by exactly one. Returns how many were queued here.
 */
export async function queueDueRuns(state: State, now: Date): Promise<number> {
  const due = await state.run((db) =>
    db
      .select()
      .from(scheduledReports)
      .where(
        and(
          lte(scheduledReports.nextRunAt, now),
          eq(scheduledReports.paused, false),
          isNull(scheduledReports.deletedAt),
        ),
      )
      .orderBy(asc(scheduledReports.nextRunAt))
      .limit(MAX_DUE_SCHEDULES),
  )
  let queued = 0
  for (const row of due) if (await queueRun(state, row, now)) queued += 1
  return queued
}

/** Moves a schedule on and queues its run, both or neither. False when another instance has moved it on. */
async function queueRun(state: State, row: typeof scheduledReports.$inferSelect, now: Date): Promise<boolean> {
  const { timing, nextRunAt, ...schedule } = scheduleOf(row)
  if (nextRunAt === null) return false
  const { run, before } = latestRun(timing, nextRunAt, now)
  return state.run((db) =>
    db.transaction(async (tx) => {
      // Only the instance that moves the schedule on queues its run.
      const moved = await tx
        .update(scheduledReports)
        .set({ nextRunAt: nextRun(timing, now) })
        .where(and(eq(scheduledReports.id, row.id), eq(scheduledReports.nextRunAt, nextRunAt)))
        .returning({ id: scheduledReports.id })
      if (moved.length === 0) return false
      const { kind, companyId, userId, role, demo, name, report, params, formats, note, propertyPages } = schedule
      const to = await tx
        .select({ email: scheduleSubscribers.email })
        .from(scheduleSubscribers)
        .where(and(eq(scheduleSubscribers.scheduleId, row.id), isNull(scheduleSubscribers.unsubscribedAt)))
        .orderBy(asc(scheduleSubscribers.addedAt), asc(scheduleSubscribers.email))
      // An insights list without subscribers creates no delivery: its owner never scheduled a report.
      if (to.length === 0 && kind === 'insights') return false
      const { timeZone } = timing
      const content = { companyId, userId, role, demo, name, report, params, formats, note, propertyPages, timeZone }
      await insertDelivery(
        tx,
        {
          ...content,
          kind: kind === 'insights' ? 'insights' : 'schedule',
          scheduleId: row.id,
          dueAt: run,
          missedRuns: before,
          to: to.map(({ email }) => ({ email, name: null })),
        },
        now,
      )
      return true
    }),
  )
}
