import {
  allowRemoval,
  createFeedKey,
  deleteFeed,
  latestFeedRuns,
  MAX_FEED_KEYS,
  revokeFeedKey,
} from '@leaselight/state'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { companyOf, feedOfCaller, viewerOf } from '../http/access'
import { byId, deletedAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { isUuid } from '../http/textFields'
import { findFeed, findRun, makeFeed, runNow, setPaused, showFeeds, updateFeed, viewOfRun, viewsOf } from './service'
import { feedAnswer, feedBody, feedRunAnswer, feedRunReport, feedsAnswer, newFeedKey } from './shapes'

const tag = 'Feeds'
const description = 'For administrators.'
const LISTED_RUNS = 100
const byRun = z.object({ id: z.string(), run: z.string() })
const byKey = z.object({ id: z.string(), key: z.string() })

/** The company's feeds, for its administrators, and their runs, for the holders of their keys too. */
export function addFeeds(app: App, api: Api): void {
  addFeedRoutes(app, api)
  addKeyRoutes(app, api)
  addRunRoutes(app, api)
}

/** The administrator who calls. A feed's name and address are real, so a sales demo has none. */
export function administrator(request: FastifyRequest) {
  const viewer = viewerOf(request)
  if (viewer.demo) throw notFound('In a sales demo there are no feeds.')
  return viewer
}

/** The feed that the address names: of the caller's company, and with a key only the key's own. */
export async function requestedFeed(api: Api, request: FastifyRequest, id: string) {
  const own = feedOfCaller(request)
  if (own === undefined) administrator(request)
  if (own !== undefined && own !== id) throw notFound('There is no such feed.')
  return findFeed(api, companyOf(request), id)
}

function addFeedRoutes(app: App, api: Api): void {
  const list = { operationId: 'listFeeds', tag, summary: 'The company’s feeds, by name', description } as const
  app.get('/api/feeds', route('admin', { ...list, answer: feedsAnswer }), async (request, reply) => {
    const { companyId, demo } = viewerOf(request)
    const { folder, hosts } = api.settings.feeds
    const feeds = demo ? [] : await showFeeds(api, companyId)
    return sendSnake(reply, { feeds, watchesFolders: folder !== undefined, fetchHosts: hosts })
  })

  const make = { operationId: 'createFeed', tag, summary: 'Makes a feed', description } as const
  app.post('/api/feeds', route('admin', { ...make, body: feedBody, answer: feedAnswer }), async (request, reply) => {
    const made = await makeFeed(api, administrator(request), request.body)
    return sendSnake(reply, (await viewsOf(api, [made]))[0] ?? {})
  })

  const change = { operationId: 'changeFeed', tag, summary: 'Changes a feed', description } as const
  const changeRoute = route('admin', { ...change, params: byId, body: feedBody, answer: feedAnswer })
  app.put('/api/feeds/:id', changeRoute, async (request, reply) => {
    const { companyId } = administrator(request)
    const changed = await updateFeed(api, companyId, request.params.id, request.body)
    return sendSnake(reply, (await viewsOf(api, [changed]))[0] ?? {})
  })

  const remove = { operationId: 'deleteFeed', tag, summary: 'Deletes a feed; its records stay', description } as const
  const removeRoute = route('admin', { ...remove, params: byId, answer: deletedAnswer })
  app.delete('/api/feeds/:id', removeRoute, async (request) => {
    const { companyId } = administrator(request)
    const { id } = await findFeed(api, companyId, request.params.id)
    await deleteFeed(api.state, companyId, id)
    api.feeds.changed(companyId)
    return { deleted: true }
  })

  for (const [action, operationId, summary] of [
    ['pause', 'pauseFeed', 'Pauses a feed'],
    ['resume', 'resumeFeed', 'Resumes a feed'],
    ['run', 'runFeed', 'Fetches a feed’s file, or looks into its folder, at once'],
  ] as const) {
    const schema = route('admin', { operationId, tag, summary, description, params: byId, answer: feedAnswer })
    app.put(`/api/feeds/:id/${action}`, schema, async (request, reply) => {
      const { companyId } = administrator(request)
      const { id } = request.params
      const feed = await (action === 'run'
        ? runNow(api, companyId, id)
        : setPaused(api, companyId, id, action === 'pause'))
      return sendSnake(reply, (await viewsOf(api, [feed]))[0] ?? {})
    })
  }
}

function addKeyRoutes(app: App, api: Api): void {
  const make = { operationId: 'createFeedKey', tag, summary: 'Makes a key, which is shown once', description } as const
  const makeRoute = route('admin', { ...make, params: byId, answer: newFeedKey })
  app.post('/api/feeds/:id/keys', makeRoute, async (request, reply) => {
    const { companyId, userId } = administrator(request)
    const feed = await findFeed(api, companyId, request.params.id)
    const made = await createFeedKey(api.state, { feedId: feed.id, companyId, userId }, api.now())
    if (!made) throw badRequest(`A feed can have ${MAX_FEED_KEYS} keys. Revoke one to make another.`)
    request.log.info({ feed: feed.id, user: userId }, 'feed key made')
    return sendSnake(reply, made)
  })

  const revoke = { operationId: 'revokeFeedKey', tag, summary: 'Revokes a key', description } as const
  const revokeRoute = route('admin', { ...revoke, params: byKey, answer: deletedAnswer })
  app.delete('/api/feeds/:id/keys/:key', revokeRoute, async (request) => {
    const { companyId, userId } = administrator(request)
    const feed = await findFeed(api, companyId, request.params.id)
    const { key } = request.params
    if (!isUuid(key) || !(await revokeFeedKey(api.state, feed.id, key, api.now())))
      throw notFound('There is no such key.')
    request.log.info({ feed: feed.id, user: userId }, 'feed key revoked')
    return { deleted: true }
  })
}

function addRunRoutes(app: App, api: Api): void {
  const both = 'For administrators, and for the holder of a key of the feed.'
  const list = { operationId: 'listFeedRuns', tag, summary: 'The latest runs of a feed', description: both } as const
  const runs = z.object({ runs: z.array(feedRunAnswer) }).meta({ id: 'FeedRuns' })
  app.get('/api/feeds/:id/runs', route('feed', { ...list, params: byId, answer: runs }), async (request, reply) => {
    const feed = await requestedFeed(api, request, request.params.id)
    const found = (await latestFeedRuns(api.state, [feed.id], LISTED_RUNS)).get(feed.id) ?? []
    return sendSnake(reply, { runs: found.map(viewOfRun) })
  })

  const read = { operationId: 'readFeedRun', tag, summary: 'A run with its report', description: both } as const
  const readRoute = route('feed', { ...read, params: byRun, answer: feedRunReport })
  app.get('/api/feeds/:id/runs/:run', readRoute, async (request, reply) => {
    const feed = await requestedFeed(api, request, request.params.id)
    const run = await findRun(api, feed, request.params.run)
    return sendSnake(reply, { ...viewOfRun(run), report: run.report ?? null })
  })

  const allow = {
    operationId: 'allowFeedRemoval',
    tag,
    summary: 'Imports a stopped file and removes what is missing from it',
    description,
  } as const
  const allowRoute = route('admin', { ...allow, params: byRun, answer: feedRunAnswer })
  app.put('/api/feeds/:id/runs/:run/allow', allowRoute, async (request, reply) => {
    const { companyId, userId } = administrator(request)
    const feed = await findFeed(api, companyId, request.params.id)
    const run = await findRun(api, feed, request.params.run)
    if (!(await allowRemoval(api.state, { feedId: feed.id, id: run.id, userId }, api.now())))
      throw badRequest('This file can’t be imported any more: it was not stopped, or a later one has been imported.')
    request.log.info({ feed: feed.id, run: run.id, user: userId }, 'feed removal allowed')
    api.feeds.wake()
    return sendSnake(reply, viewOfRun(await findRun(api, feed, run.id)))
  })
}
