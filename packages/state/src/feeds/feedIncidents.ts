import { and, eq, isNull } from 'drizzle-orm'
import { type FeedIncident, feeds } from '../schema'
import { insertDelivery, type NewDelivery } from '../sharing/deliveries'
import type { State } from '../state'
import type { Feed } from './feeds'

/**
 * Stores a feed's incident, or that it is over, and queues the mail about it: both or neither. Only the first of
 * several instances that detect the change does so; false for the others.
 * @param mail undefined when no one needs to be notified
 */
export async function changeIncident(
  state: State,
  feed: Pick<Feed, 'id' | 'incident'>,
  incident: FeedIncident | null,
  mail: NewDelivery | null,
  now: Date,
): Promise<boolean> {
  const isAsBefore = feed.incident === null ? isNull(feeds.incident) : eq(feeds.incident, feed.incident)
  return state.run((db) =>
    db.transaction(async (tx) => {
      const changed = await tx
        .update(feeds)
        .set({ incident, incidentAt: incident && now })
        .where(and(eq(feeds.id, feed.id), isAsBefore))
        .returning({ id: feeds.id })
      if (changed.length === 0) return false
      if (mail) await insertDelivery(tx, mail, now)
      return true
    }),
  )
}
