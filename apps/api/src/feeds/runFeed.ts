import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type Feed,
  type FeedList,
  type FeedOutcome,
  type FeedRun,
  type FeedRunChange,
  feedJobs,
  finishFeedRun,
  readFeed,
  readFeedRun,
  retryAt,
  updateFeedRun,
  withHeartbeat,
  writeFeedList,
} from '@leaselight/state'
import { toFailure } from '../http/failures'
import type { FeedContext } from './context'
import { FetchFailed, fetchFile } from './fetchFile'
import { isThere, safeFileName, storedName, storeFile } from './files'
import { archiveFile } from './folders'
import { type FileReport, readFile } from './importFile'
import { updateIncident } from './incidents'
import { findVanished, nothingRemoved, removeRecords } from './removal'

/** The pause after the first, second, … attempt; after the last one the run has failed. */
const RETRY_MINUTES = [1, 5, 15, 60]
const MAX_FETCHED_BYTES = 2 * 1024 ** 3

/** A run that another worker has by now: nothing may be written about it any more. */
class RunLost extends Error {}

type Attempt = FeedOutcome | { again: string; now?: true }

/**
 * Imports a leased run's file and ends the run, or returns it to the queue for another attempt. Everything in it can be
 * repeated: after a crash the next worker does the same with the same file.
 */
export async function workOnRun(context: FeedContext, run: FeedRun): Promise<void> {
  const { api, worker } = context
  const feed = await readFeed(api.state, run.feedId)
  if (!feed) return
  const stop = new AbortController()
  const release = api.stopping.register(stop)
  const attempt = await withHeartbeat(feedJobs, api.state, run, worker, () => tryRun(context, feed, run, stop.signal))
    .catch((error: unknown): Attempt | 'lost' =>
      error instanceof RunLost ? 'lost' : toAttempt(context, run, error, stop),
    )
    .finally(release)
  if (attempt === 'lost') return
  const now = api.now()
  if ('again' in attempt && (attempt.now || run.attempts <= RETRY_MINUTES.length)) {
    const attemptAt = attempt.now ? now : retryAt(run.attempts, RETRY_MINUTES, now)
    await feedJobs.retry(api.state, run.id, worker, { attemptAt, reason: attempt.again })
    return
  }
  const outcome: FeedOutcome = 'again' in attempt ? { status: 'failed', reason: attempt.again, result: {} } : attempt
  if (!(await finishFeedRun(api.state, run, worker, outcome, now))) return
  await settleFile(context, run.id)
  await updateIncident(api, feed.id)
}

/** Returns the file of a run that has ended: to `done` or `failed` in its folder, or off the disk. */
async function settleFile({ api }: FeedContext, id: string): Promise<void> {
  const run = await readFeedRun(api.state, id)
  // A stopped run's file stays, since an administrator may allow it.
  if (!run?.location || !run.finishedAt || run.status === 'stopped') return
  if (run.trigger !== 'folder') await rm(dirname(run.location), { recursive: true, force: true })
  else {
    const status = run.status === 'failed' ? 'failed' : 'done'
    await archiveFile(run.location, run.fileName ?? 'file', status, run.finishedAt)
  }
}

/** What a failed attempt means: a file or a setting that is wrong fails the run, anything else may pass. */
function toAttempt({ api }: FeedContext, run: FeedRun, error: unknown, stop: AbortController): Attempt {
  if (stop.signal.aborted) return { again: 'The server was stopped in between.', now: true }
  if (error instanceof FetchFailed) return { again: error.message }
  const { status, message, isUnexpected } = toFailure(error)
  if (isUnexpected) api.log.error({ err: error, run: run.id }, 'feed failed')
  return status >= 400 && status < 499 ? { status: 'failed', reason: message, result: {} } : { again: message }
}

async function tryRun(context: FeedContext, feed: Feed, run: FeedRun, signal: AbortSignal): Promise<Attempt> {
  const fetched = run.location === null ? await fetchForRun(context, feed, run, signal) : undefined
  if (fetched === 'unchanged')
    return { status: 'unchanged', reason: 'The server has no newer file.', result: { removed: 0 } }
  const location = fetched?.location ?? run.location ?? ''
  if (!(await isThere(location)))
    return { status: 'failed', reason: 'The file is no longer there. Send it again.', result: {} }
  const outcome =
    feed.extent === 'full'
      ? await importFull(context, feed, run, location, signal)
      : await importPartial(context, feed, location, signal)
  return fetched && outcome.status === 'done' ? { ...outcome, version: fetched.version } : outcome
}

async function fetchForRun(context: FeedContext, feed: Feed, run: FeedRun, signal: AbortSignal) {
  const { api, machine } = context
  const answer = await fetchFile(feed, api.settings.feeds.hosts, signal)
  if (answer === 'unchanged') return answer
  const folder = join(api.settings.feeds.spool, run.id)
  // What an earlier attempt left.
  await rm(folder, { recursive: true, force: true })
  const limits = { maxBytes: MAX_FETCHED_BYTES, expectedBytes: answer.expectedBytes, signal }
  const file = await storeFile(folder, storedName(feed, answer.name, answer.contentType), answer.chunks, limits)
  await save(context, run, { ...file, machine, fileName: safeFileName(answer.name) })
  return { ...file, version: answer.version }
}

async function save({ api, worker }: FeedContext, { id }: FeedRun, change: FeedRunChange): Promise<void> {
  if (!(await updateFeedRun(api.state, id, worker, change))) throw new RunLost()
}

async function importPartial(
  context: FeedContext,
  feed: Feed,
  location: string,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const file = await readFile(context, feed, location, { dryRun: false, signal })
  return { ...judge(file), result: { ...countsOf(file), removed: 0, importRunId: file.importRunId } }
}

/** Whether what was read is a success: a file that broke off, or of which nothing could be used, is none. */
function judge({ report, accepted }: FileReport): Pick<FeedOutcome, 'status' | 'reason'> {
  if (report.stopped !== null) return { status: 'failed', reason: report.stopped }
  if (accepted === 0 && report.rejected > 0) return { status: 'failed', reason: 'Every row was rejected.' }
  return { status: 'done', reason: null }
}

/** What is stored of a file: numbers and rejections, no record. */
const countsOf = ({ report, rows, accepted, rejections }: FileReport) => {
  const { records, source, notes } = report
  return { rows, accepted, rejected: report.rejected, report: { records, source, notes, rejections } }
}

async function importFull(
  context: FeedContext,
  feed: Feed,
  run: FeedRun,
  location: string,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const { api, worker } = context
  const dry = await readFile(context, feed, location, { dryRun: true, signal })
  const checked = { ...countsOf(dry), accepted: 0, removed: 0 }
  const judged = judge(dry)
  // Of a file that can't be read whole nothing is known to be gone, and half of it must not look like all of it.
  if (judged.status !== 'done') return { ...judged, result: checked }
  const { gone, union, stopped } = await findVanished(api.state, feed, dry.list)
  const { rejected } = dry.report
  const tooManyRejected = rejected * 100 > dry.rows * feed.maxRejectedPercent
  if (stopped && !tooManyRejected && run.removalAllowedBy === null)
    return { status: 'stopped', reason: stopped, result: checked }

  const target = { runId: run.id, feedId: feed.id, companyId: feed.companyId }
  const writeList = async (list: FeedList) => {
    if (!(await writeFeedList(api.state, target, worker, list))) throw new RunLost()
  }
  // Before the import, so that what a crash leaves imported is in the list.
  await writeList(union)
  const file = await readFile(context, feed, location, { dryRun: false, signal })
  const options = { now: api.now().getTime(), signal }
  const removed = tooManyRejected ? 0 : await removeRecords(api.facts, feed.companyId, gone, options)
  // What was not removed stays in the list, for the next file.
  if (!tooManyRejected) await writeList(dry.list)
  const reason = tooManyRejected ? nothingRemoved(rejected) : null
  return { status: 'done', reason, result: { ...countsOf(file), removed, importRunId: file.importRunId } }
}
