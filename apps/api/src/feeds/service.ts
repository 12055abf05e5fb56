import { join } from 'node:path'
import { describeDelay, isLate, nextExpected } from '@leaselight/model'
import {
  changeFeed,
  createFeed,
  type Feed,
  type FeedRun,
  type FeedSettings,
  insertFetch,
  latestFeedRuns,
  listFeedKeys,
  listFeeds,
  MAX_FEEDS,
  readFeed,
  readFeedRun,
  readImportMapping,
} from '@leaselight/state'
import { badRequest, notFound } from '../http/errors'
import { isUuid } from '../http/textFields'
import { type FeedApi, nextFetch } from './context'
import { requireFetchable } from './fetchFile'
import { watchedFolder } from './folders'
import { latestEnded } from './incidents'
import type { FeedBody, FeedStatus } from './shapes'

/** The runs that a feed's chart shows. */
const SHOWN_RUNS = 20
const FOLDER_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/

/** Who works on a company's feeds. */
export interface Actor {
  companyId: number
  userId: number
}

/** One of a company's feeds; 404 for any other id. */
export async function findFeed({ state }: FeedApi, companyId: number, id: string): Promise<Feed> {
  const found = isUuid(id) ? await readFeed(state, id) : undefined
  if (found?.companyId !== companyId) throw notFound('There is no such feed.')
  return found
}

/** One of a feed's runs; 404 for any other id. */
export async function findRun({ state }: FeedApi, feed: Feed, id: string): Promise<FeedRun> {
  const found = isUuid(id) ? await readFeedRun(state, id) : undefined
  if (found?.feedId !== feed.id) throw notFound('There is no such run.')
  return found
}

/** Makes a feed. Throws an HttpError with a sentence when something about it can't be. */
export async function makeFeed(api: FeedApi, actor: Actor, body: FeedBody) {
  const settings = await readSettings(api, actor.companyId, body)
  const made = await createFeed(api.state, actor, { ...settings, paused: false }, api.now())
  if (made === 'full') throw badRequest(`There are ${MAX_FEEDS} feeds. Delete one to make another.`)
  if (made === 'taken') throw nameTaken()
  await watchedFolder(api.settings.feeds.folder, made)
  api.feeds.changed(actor.companyId)
  api.feeds.wake()
  return made
}

/** Changes what a feed is. A feed that begins anew is expected from now on. */
export async function updateFeed(api: FeedApi, companyId: number, id: string, body: FeedBody): Promise<Feed> {
  const feed = await findFeed(api, companyId, id)
  const settings = await readSettings(api, companyId, body)
  const now = api.now()
  const beginsAnew = settings.rhythm !== feed.rhythm || settings.source !== feed.source || settings.url !== feed.url
  const changed = await changeFeed(
    api.state,
    companyId,
    id,
    {
      ...settings,
      ...(beginsAnew && { expectedSince: now, etag: null, lastModified: null }),
      // Another mapping reads the same version anew.
      ...(settings.mappingId !== feed.mappingId && { etag: null, lastModified: null }),
    },
    now,
  )
  if (changed === 'taken') throw nameTaken()
  if (!changed) throw notFound('There is no such feed.')
  await watchedFolder(api.settings.feeds.folder, changed)
  api.feeds.changed(companyId)
  api.feeds.wake()
  return changed
}

/** Pauses or resumes a feed. A paused feed sends no mails, and a resumed one is expected from now on. */
export async function setPaused(api: FeedApi, companyId: number, id: string, paused: boolean): Promise<Feed> {
  const feed = await findFeed(api, companyId, id)
  const now = api.now()
  const nextFetchAt = feed.source === 'url' && !paused ? nextFetch(feed, now) : null
  const incident = { incident: null, incidentAt: null }
  const change = { paused, nextFetchAt, ...(paused ? incident : { expectedSince: now }) }
  const changed = await changeFeed(api.state, companyId, id, change, now)
  if (!changed || changed === 'taken') throw notFound('There is no such feed.')
  api.feeds.changed(companyId)
  return changed
}

/** Fetches a feed's file, or looks into its folder, out of turn. */
export async function runNow(api: FeedApi, companyId: number, id: string): Promise<Feed> {
  const feed = await findFeed(api, companyId, id)
  if (feed.source === 'upload') throw badRequest('This feed is sent its files. Upload one with a key.')
  if (feed.paused) throw badRequest('This feed is paused. Resume it first.')
  if (feed.source === 'url') {
    // A person who fetches by hand wants the file, whether it is new or not.
    await changeFeed(api.state, companyId, id, { etag: null, lastModified: null }, api.now())
    await api.state.run((db) => db.transaction((tx) => insertFetch(tx, feed, 'manual', api.now())))
  }
  api.feeds.wake()
  return feed
}

const nameTaken = () => badRequest('Another feed has this name or this folder. Choose another one.')

async function readSettings(api: FeedApi, companyId: number, body: FeedBody): Promise<Omit<FeedSettings, 'paused'>> {
  const { hosts, folder: root } = api.settings.feeds
  const isContract = body.kind === 'contract'
  const mapping =
    !isContract && body.mapping_id && isUuid(body.mapping_id)
      ? await readImportMapping(api.state, companyId, body.mapping_id)
      : undefined
  if (!isContract && !body.mapping_id) throw badRequest('Choose a saved mapping for the file.')
  if (!isContract && !mapping) throw notFound('There is no such mapping.')
  if (mapping && mapping.kind !== body.kind) throw badRequest('This mapping is for another kind of file.')
  if (isContract && !body.entity) throw badRequest('Choose what the records of the file are.')
  if (isContract && body.entity === 'companies') throw badRequest('A feed can’t have companies.')
  const [company] = await api.facts.query<{ timeZone: string }>(
    'SELECT time_zone AS timeZone FROM companies FINAL WHERE id = {company:UInt64}',
    { company: companyId },
  )
  if (!company) throw notFound('There is no such company.')
  if (body.source === 'folder') {
    if (root === undefined) throw badRequest('This server watches no folder. Ask its operator to set FEED_FOLDER.')
    if (!FOLDER_NAME.test(body.folder ?? ''))
      throw badRequest('The folder’s name can have letters, digits, dots, dashes and underscores.')
  }
  const settings = {
    name: body.name,
    kind: body.kind,
    entity: isContract ? (body.entity ?? null) : null,
    mappingId: mapping?.id ?? null,
    source: body.source,
    folder: body.source === 'folder' ? (body.folder ?? null) : null,
    url: body.source === 'url' ? requireFetchable(body.url ?? '', hosts).href : null,
    rhythm: body.rhythm,
    graceHours: body.grace_hours,
    fetchTime: body.source === 'url' ? body.fetch_time : null,
    fetchWeekday: body.source === 'url' ? body.fetch_weekday : null,
    timeZone: company.timeZone,
    // The first file is fetched at once.
    nextFetchAt: body.source === 'url' ? api.now() : null,
    extent: body.extent,
    maxRemovedPercent: body.max_removed_percent,
    maxRejectedPercent: body.max_rejected_percent,
  }
  return settings
}

/** A company's feeds as the API returns them; without a company those of all. */
export async function showFeeds(api: FeedApi, companyId?: number) {
  return viewsOf(api, await listFeeds(api.state, companyId))
}

/** Feeds as the API returns them. */
export async function viewsOf(api: FeedApi, feeds: readonly Feed[]) {
  const ids = feeds.map(({ id }) => id)
  const [runs, keys] = await Promise.all([latestFeedRuns(api.state, ids, SHOWN_RUNS), listFeedKeys(api.state, ids)])
  return feeds.map((feed) => {
    const own = runs.get(feed.id) ?? []
    const { status, notice } = statusOf(feed, own, api.now())
    const root = api.settings.feeds.folder
    const { id, name, kind, entity, mappingId, source, folder, url, rhythm, graceHours, fetchTime, fetchWeekday } = feed
    const { timeZone, extent, maxRemovedPercent, maxRejectedPercent, lastSuccessAt, nextFetchAt } = feed
    return {
      ...{ id, name, kind, entity, mappingId, source, folder, url, rhythm, graceHours, fetchTime, fetchWeekday },
      ...{ timeZone, extent, maxRemovedPercent, maxRejectedPercent, status, notice, lastSuccessAt, nextFetchAt },
      folderPath: folder && root ? join(root, String(feed.companyId), folder) : null,
      nextExpectedAt: feed.paused ? null : nextExpected(feed),
      runs: own.map(viewOfRun),
      keys: keys
        .filter(({ feedId }) => feedId === id)
        .map(({ id: key, ending, createdAt, lastUsedAt }) => ({ id: key, ending, createdAt, lastUsedAt })),
    }
  })
}

function statusOf(feed: Feed, runs: readonly FeedRun[], now: Date): { status: FeedStatus; notice: string | null } {
  const [latest] = runs
  if (feed.paused) return { status: 'paused', notice: null }
  if (latest && latest.finishedAt === null) return { status: 'running', notice: latest.reason }
  const ended = latestEnded(feed, runs)
  if (ended?.status === 'failed' || ended?.status === 'stopped') return { status: ended.status, notice: ended.reason }
  if (isLate(feed, now)) return { status: 'late', notice: `${describeDelay(nextExpected(feed), now)} late` }
  return { status: feed.lastSuccessAt ? 'ok' : 'waiting', notice: latest?.reason ?? null }
}

/** A run as the API returns it. */
export function viewOfRun(run: FeedRun) {
  const { id, feedId, trigger, fileName, bytes, status, reason, createdAt, finishedAt, attempts } = run
  const { rows, accepted, rejected, removed, importRunId } = run
  return {
    ...{ id, feedId, trigger, fileName, bytes, status, reason, createdAt, finishedAt, attempts },
    ...{ rows, accepted, rejected, removed, importId: importRunId },
    nextAttemptAt: status === 'queued' && attempts > 0 ? run.attemptAt : null,
  }
}
