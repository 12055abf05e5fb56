import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  claimFeedRun,
  type Feed,
  failLostFiles,
  feedJobs,
  listFeeds,
  queueDueFetches,
  runsWithFiles,
  StoreUnavailable,
  startWorkers,
  type WorkerPool,
} from '@leaselight/state'
import { rootCause } from '../http/failures'
import { type FeedApi, type FeedContext, nextFetch, uploading } from './context'
import { machineOf } from './files'
import { type SeenFiles, takeFiles } from './folders'
import { checkLateness } from './incidents'
import { workOnRun } from './runFeed'

const POLL_MS = 5_000
const LEASE_SECONDS = 60
/** Feeds in progress at once. Imports of one store wait for each other, so more would only hold files open. */
const CONCURRENCY = 2
const TIDY_EVERY_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** How long a stopped run's file can still be allowed. */
const STOPPED_DAYS = 7
/** How long a file waits for the machine that has it. */
const LOST_AFTER_MS = 6 * HOUR_MS
const LOST = 'The server that had the file is gone. Send it again.'

/** Starts importing what feeds bring: fetches and folders that are due, and what was uploaded. */
export async function startFeeds(api: FeedApi): Promise<WorkerPool> {
  const { state } = api
  const context: FeedContext = {
    api,
    worker: { owner: randomUUID(), leaseSeconds: LEASE_SECONDS },
    machine: await machineOf(api.settings.feeds.spool),
  }
  // An embedded store belongs to this process alone: leases in it are those of a process that has ended.
  if (state.embedded) await feedJobs.releaseAll(state)
  const seen: SeenFiles = new Map()
  let tidyAt = Number.NEGATIVE_INFINITY
  return startWorkers({
    async workOnce() {
      const run = await claimFeedRun(state, context.worker, context.machine, api.now())
      if (run) await workOnRun(context, run)
      return run !== undefined
    },
    async queueDue() {
      await queueDueFetches(state, api.now(), (feed) => nextFetch(feed, api.now()))
      for (const feed of await listFeeds(state)) if (!feed.paused && feed.folder) await look(context, feed, seen)
      await checkLateness(api)
      if (performance.now() - tidyAt > TIDY_EVERY_MS) {
        tidyAt = performance.now()
        await tidy(context)
      }
      return false
    },
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    onError(error) {
      if (error instanceof StoreUnavailable) api.log.warn('feeds wait for the store')
      else api.log.error({ err: error }, 'feeds stopped')
    },
  })
}

/** Looks into one feed's folder; a folder that can't be read must not hold up the others. */
async function look(context: FeedContext, feed: Feed, seen: SeenFiles): Promise<void> {
  try {
    await takeFiles(context, feed, seen)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    context.api.log.warn({ feed: feed.id, reason: rootCause(error) }, 'a watched folder can’t be read')
  }
}

/** Removes stored files that no run needs any more, and gives up runs whose machine is gone. */
async function tidy({ api, machine }: FeedContext): Promise<void> {
  const now = api.now()
  const lost = { machine, since: new Date(now.getTime() - LOST_AFTER_MS), reason: LOST }
  await failLostFiles(api.state, lost, now)
  const needed = await runsWithFiles(api.state, new Date(now.getTime() - STOPPED_DAYS * 24 * HOUR_MS))
  const { spool } = api.settings.feeds
  for (const name of await readdir(spool))
    if (name !== 'machine' && !needed.has(name) && !uploading.has(name))
      await rm(join(spool, name), { recursive: true, force: true })
}
