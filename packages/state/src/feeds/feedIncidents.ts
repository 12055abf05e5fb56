import { and, eq, isNull } from 'drizzle-orm'
import { type FeedIncident, feeds } from '../schema'
import { insertDelivery, type NewDelivery } from '../sharing/deliveries'
import type { State } from '../state'
import type { Feed } from './feeds'

/**
 * Stores what is wrong with a feed, or that nothing is any more, and queues the mail about it: both or neither. Only the
 * first of several instances that notice the change does so; false for the others.
 * @param mail nothing when nobody has to be told
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
