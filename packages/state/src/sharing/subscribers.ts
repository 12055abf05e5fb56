import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { scheduledReports, scheduleSubscribers } from '../schema/sharing'
import type { State } from '../state'

/** A recipient of a scheduled report. */
export type Subscriber = typeof scheduleSubscribers.$inferSelect

/** The subscribers of some schedules, oldest first, with those who unsubscribed. */
export async function subscribersOf(state: State, scheduleIds: readonly string[]): Promise<Subscriber[]> {
  if (scheduleIds.length === 0) return []
  return state.run((db) =>
    db
      .select()
      .from(scheduleSubscribers)
      .where(inArray(scheduleSubscribers.scheduleId, [...scheduleIds]))
      .orderBy(asc(scheduleSubscribers.addedAt), asc(scheduleSubscribers.email)),
  )
}

/**
 * Adds addresses in lower case; existing subscribers don't change. From then on all get what the role of the adding session
 * may see.
 */
export async function addSubscribers(
  state: State,
  scheduleId: string,
  emails: readonly string[],
  { role, now }: { role: string; now: Date },
): Promise<void> {
  if (emails.length === 0) return
  await state.run((db) =>
    db.transaction(async (tx) => {
      await tx
        .insert(scheduleSubscribers)
        .values(emails.map((email) => ({ scheduleId, email, addedAt: now })))
        .onConflictDoNothing()
      await tx.update(scheduledReports).set({ role }).where(eq(scheduledReports.id, scheduleId))
    }),
  )
}

/** Removes addresses. People who unsubscribed stay recorded, so that no one else can subscribe them again. */
export async function removeSubscribers(state: State, scheduleId: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await state.run((db) =>
    db
      .delete(scheduleSubscribers)
      .where(
        and(
          eq(scheduleSubscribers.scheduleId, scheduleId),
          inArray(scheduleSubscribers.email, [...emails]),
          isNull(scheduleSubscribers.unsubscribedAt),
        ),
      ),
  )
}

/** Unsubscribes a person or subscribes them again, at their own request; undefined when they were never on the list. */
export async function setUnsubscribed(
  state: State,
  { scheduleId, email }: Pick<Subscriber, 'scheduleId' | 'email'>,
  unsubscribedAt: Date | null,
): Promise<Subscriber | undefined> {
  const [changed] = await state.run((db) =>
    db
      .update(scheduleSubscribers)
      .set({ unsubscribedAt })
      .where(and(eq(scheduleSubscribers.scheduleId, scheduleId), eq(scheduleSubscribers.email, email)))
      .returning(),
  )
  return changed
}
