import { adminRoles, dayAt, describeDelay, formatMoment, isLate, nextExpected, pluralize } from '@leaselight/model'
import {
  changeIncident,
  type Feed,
  type FeedIncident,
  type FeedRun,
  latestFeedRuns,
  listFeeds,
  type NewDelivery,
  readFeed,
} from '@leaselight/state'
import type { FeedApi } from './context'

/** The latest runs, among which the one is that ended last. */
const CONSIDERED_RUNS = 20

/** Notes which feeds have become late, and mails their administrators. */
export async function checkLateness(api: FeedApi): Promise<void> {
  for (const feed of await listFeeds(api.state)) if (isTrouble(feed, api.now())) await updateIncident(api, feed.id)
}

const isTrouble = (feed: Feed, now: Date): boolean => feed.incident === null && !feed.paused && isLate(feed, now)

/**
 * Compares what is wrong with a feed with what its administrators were told, and tells them the difference: once when
 * something goes wrong, and once when it is over.
 */
export async function updateIncident(api: FeedApi, feedId: string): Promise<void> {
  const feed = await readFeed(api.state, feedId)
  if (!feed) return
  const now = api.now()
  const runs = (await latestFeedRuns(api.state, [feed.id], CONSIDERED_RUNS)).get(feed.id) ?? []
  const run = latestEnded(feed, runs)
  const incident = incidentOf(feed, run, now)
  if (incident === feed.incident || (incident === 'late' && feed.incident !== null)) return
  const mail = feed.paused ? null : await mailAbout(api, feed, { incident, run, now })
  if (await changeIncident(api.state, feed, incident, mail, now)) {
    api.feeds.changed(feed.companyId)
    api.wakeDeliveries()
  }
}

function incidentOf(feed: Feed, run: FeedRun | undefined, now: Date): FeedIncident | null {
  if (feed.paused) return null
  if (run?.status === 'failed' || run?.status === 'stopped') return run.status
  return isLate(feed, now) ? 'late' : null
}

/** The run that ended last, if it ended since the feed was made or resumed. */
export function latestEnded(feed: Feed, runs: readonly FeedRun[]): FeedRun | undefined {
  const endOf = ({ finishedAt }: FeedRun): number => finishedAt?.getTime() ?? Number.NEGATIVE_INFINITY
  return runs.filter((run) => endOf(run) >= feed.expectedSince.getTime()).sort((a, b) => endOf(b) - endOf(a))[0]
}

interface Change {
  incident: FeedIncident | null
  run: FeedRun | undefined
  now: Date
}

async function mailAbout(api: FeedApi, feed: Feed, change: Change): Promise<NewDelivery | null> {
  const to = await administratorsOf(api, feed.companyId)
  if (to.length === 0) return null
  const { title, lines } = textOf(feed, change)
  return {
    ...{ companyId: feed.companyId, userId: 0, kind: 'feed', role: null, demo: false, timeZone: feed.timeZone },
    ...{ name: title, report: null, params: {}, formats: [], note: lines.join('\n'), to },
  }
}

function textOf(feed: Feed, { incident, run, now }: Change): { title: string; lines: string[] } {
  const { name, timeZone } = feed
  const at = (instant: Date) => formatMoment(instant.getTime(), timeZone, dayAt(now.getTime(), timeZone))
  switch (incident) {
    case 'late': {
      const expected = nextExpected(feed)
      const last = feed.lastSuccessAt
        ? `The last file was imported on ${at(feed.lastSuccessAt)}.`
        : 'No file has been imported yet.'
      return {
        title: `${name} is ${describeDelay(expected, now)} late`,
        lines: [`The file was expected on ${at(expected)}.`, last],
      }
    }
    case 'failed':
      return {
        title: `${name} was not imported`,
        lines: [run?.reason ?? 'The import failed.', 'The numbers stay as they were. Send the file again.'],
      }
    case 'stopped':
      return {
        title: `${name} was stopped`,
        lines: [
          run?.reason ?? 'Too many records are missing from the file.',
          'If they are really gone, open the feed and choose “Remove anyway”. Otherwise send a complete file.',
        ],
      }
    case null: {
      const rows = run?.rows ?? null
      const imported = rows === null ? 'The last file was imported' : `${pluralize(rows, 'row')} were read`
      return { title: `${name} is back`, lines: [`${imported} on ${at(now)}.`] }
    }
  }
}

/** The administrators of a company who have an address. */
async function administratorsOf(api: FeedApi, companyId: number): Promise<{ email: string; name: string | null }[]> {
  const people = await api.facts.query<{ email: string; name: string }>(
    `SELECT lower(trim(email)) AS email, any(trim(concat(first_name, ' ', last_name))) AS name FROM users FINAL
     WHERE company_id = {company:UInt64} AND NOT is_inactive AND email != '' AND role IN {roles:Array(String)}
     GROUP BY email ORDER BY email`,
    { company: companyId, roles: [...adminRoles] },
  )
  return people.map(({ email, name }) => ({ email, name: name || null }))
}
