import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { scheduleSubscribers } from '../schema/sharing'
import type { State } from '../state'

/** Who is sent a scheduled report. */
export type Subscriber = typeof scheduleSubscribers.$inferSelect

/** The subscribers of some schedules, those who went included, in the order in which they came. */
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

/** Adds addresses, in small letters; whoever is there already stays as they are. */
export async function addSubscribers(
  state: State,
  scheduleId: string,
  emails: readonly string[],
  now: Date,
): Promise<void> {
  if (emails.length === 0) return
  await state.run((db) =>
    db
      .insert(scheduleSubscribers)
      .values(emails.map((email) => ({ scheduleId, email, addedAt: now })))
      .onConflictDoNothing(),
  )
}

/** Takes addresses off the list. Who went by themselves stay known as gone, so that nobody else brings them back. */
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

/** Somebody leaves a list by themselves, or comes back; nothing when they were never on it. */
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
