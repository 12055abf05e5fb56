import { describeDelay, isLate, nextExpected } from '@leaselight/model'
import { type Feed, listFeeds, type State } from '@leaselight/state'

/** How long what was read is used again; another instance's changes are noticed after that. */
const FRESH_MS = 5_000

/** What readers of reports have to know of a company's feeds. */
export interface FeedNotices {
  /** Sentences such as `leads.csv is 2 days late`; none when all files came. */
  of: (companyId: number) => Promise<string[]>
  /** Forgets what was read of a company. */
  changed: (companyId: number) => void
}

/** Reads feeds for the freshness of reports. A store that is away must not keep anybody from a report: then nothing is said. */
export function openFeedNotices(state: State, now: () => Date, onError: (error: unknown) => void): FeedNotices {
  const read = new Map<number, { at: number; notices: Promise<string[]> }>()
  const load = async (companyId: number): Promise<string[]> =>
    (await listFeeds(state, companyId)).flatMap((feed) => noticeOf(feed, now()) ?? [])
  return {
    of(companyId) {
      const known = read.get(companyId)
      if (known && performance.now() - known.at < FRESH_MS) return known.notices
      const notices = load(companyId).catch((error: unknown) => {
        onError(error)
        return []
      })
      read.set(companyId, { at: performance.now(), notices })
      return notices
    },
    changed: (companyId) => void read.delete(companyId),
  }
}

/** What is wrong with a feed, as a report says it; null when nothing is. */
function noticeOf(feed: Feed, now: Date): string | null {
  if (feed.paused) return null
  if (isLate(feed, now)) return `${feed.name} is ${describeDelay(nextExpected(feed), now)} late`
  return feed.incident === 'failed' || feed.incident === 'stopped' ? `the last ${feed.name} was not imported` : null
}
