import { createHash, timingSafeEqual } from 'node:crypto'
import { isAdmin, type Viewer } from '@leaselight/model'
import { feedOfKey } from '@leaselight/state'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Api } from './context'
import { badSession, notFound } from './errors'
import { bearerToken, type KeyedViewer, openSession, openViewer, type Session } from './viewer'

/**
 * Who may call a route.
 * - `public`: anybody. The route says or checks by itself what it needs, such as a one-use ticket.
 * - `viewer`: a signed-in user; where it only reads, also the holder of a user's API key.
 * - `admin`: a signed-in administrator; to everybody else the route is not there.
 * - `importer`: an administrator, the holder of an administrator's API key for imports, or of a company's import key.
 * - `feed`: an administrator, or the holder of a key of the feed that the address names.
 * - `batchToken`: the holder of a batch's token, or a signed-in user.
 * - `founder`: an administrator whose company this installation has never known; to every other user the route is not there.
 * - `setup`: anybody; a token that comes along must be good.
 * - `operator`: the commands on the server's own machine; to everybody else the route is not there.
 */
export type Access =
  | 'public'
  | 'viewer'
  | 'admin'
  | 'importer'
  | 'feed'
  | 'batchToken'
  | 'founder'
  | 'setup'
  | 'operator'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Whether an API key may call a route of `viewer`; without it where the route is a GET, and so only reads. */
    forKeys?: boolean
    /** The answer holds a secret that is shown once, so it is not stored for a repeated request. */
    hasSecret?: true
  }
  interface FastifyRequest {
    /** Who calls, as the route's access found out; read it with `viewerOf` or `companyOf`. */
    caller: Session | KeyedCaller | { companyId: number; feedId?: string } | null
  }
}

/** The holder of an API key. */
interface KeyedCaller {
  viewer: Viewer
  byKey: true
}

/**
 * Enforces every route's access before its body is read. A route under /api that declares none stops the start: what was
 * forgotten must not be open.
 */
export function addAccess(app: FastifyInstance, api: Api): void {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (/^\/api(\/|$)/.test(url) && config?.access === undefined)
      throw new Error(`The route ${String(method)} ${url} must declare its access.`)
  })
  // After the rate limits, which are hooks of `onRequest`, and before the body is read.
  app.addHook('preParsing', async (request) => {
    request.caller = await callerOf(api, request)
  })
}

async function callerOf(api: Api, request: FastifyRequest): Promise<FastifyRequest['caller']> {
  switch (request.routeOptions.config.access ?? 'public') {
    case 'public':
      return null
    case 'viewer': {
      const keyed = await keyedCaller(api, request)
      if (!keyed) return { viewer: await requestViewer(api, request) }
      if (!(request.routeOptions.config.forKeys ?? request.method === 'GET'))
        throw notFound('An API key reads reports. It can’t change anything.')
      return { viewer: keyed.viewer, byKey: true }
    }
    case 'admin': {
      const viewer = await requestViewer(api, request)
      if (!isAdmin(viewer.role)) throw notFound()
      return { viewer }
    }
    case 'importer': {
      const secret = request.headers['x-import-key']
      if (secret !== undefined) {
        const key = api.settings.importKeys.find((item) => matchesSecret(secret, item.secret))
        if (!key) throw badSession()
        return { companyId: key.companyId }
      }
      const keyed = await keyedCaller(api, request)
      if (keyed && !keyed.mayImport) throw notFound('This API key can’t import. Make one that can.')
      const viewer = keyed?.viewer ?? (await requestViewer(api, request))
      if (!isAdmin(viewer.role)) throw notFound('Imports are for administrators.')
      return keyed ? { viewer, byKey: true } : { viewer }
    }
    case 'feed': {
      const key = request.headers['x-feed-key']
      if (key !== undefined) {
        const feed = typeof key === 'string' ? await feedOfKey(api.state, key, api.now()) : undefined
        if (!feed) throw badSession()
        return feed
      }
      const viewer = await requestViewer(api, request)
      if (!isAdmin(viewer.role)) throw notFound()
      return { viewer }
    }
    case 'batchToken': {
      const { query } = request
      const hasToken = typeof query === 'object' && query !== null && 'access_token' in query
      return hasToken ? null : { viewer: await requestViewer(api, request) }
    }
    case 'founder': {
      const session = await openSession(api, bearerToken(request))
      if ('viewer' in session) throw notFound()
      return session
    }
    case 'setup':
      return request.headers.authorization === undefined ? null : openSession(api, bearerToken(request))
    case 'operator':
      if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
      return null
  }
}

/** The owner of the API key that came as bearer token; undefined for any other token. */
async function keyedCaller(api: Api, request: FastifyRequest): Promise<KeyedViewer | undefined> {
  const token = bearerToken(request)
  if (!api.apiKeys.isKey(token)) return undefined
  const keyed = await api.apiKeys.open(token)
  return isDemo(request.headers['x-demo']) ? { ...keyed, viewer: { ...keyed.viewer, demo: true } } : keyed
}

const requestViewer = (api: Api, request: FastifyRequest): Promise<Viewer> =>
  openViewer(api, bearerToken(request), { demo: isDemo(request.headers['x-demo']) })

/** Real names show only where nothing asks for a demo: an unknown value must not reveal them. */
const isDemo = (header: string | string[] | undefined): boolean =>
  header !== undefined && String(header).trim().toLowerCase() !== 'false'

/** The signed-in user who calls a route of `viewer`, `admin` or, where no key came along, another access. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.caller || !('viewer' in request.caller))
    throw new Error(`The access of ${request.routeOptions.url ?? 'this route'} promises no viewer.`)
  return request.caller.viewer
}

/** Whether an API key calls, which changes nothing. */
export const isByKey = (request: FastifyRequest): boolean => request.caller !== null && 'byKey' in request.caller

/** The administrator who calls a route of `founder` and whose company is to be created. */
export function founderOf(request: FastifyRequest): Viewer {
  if (!request.caller || !('founder' in request.caller))
    throw new Error(`The access of ${request.routeOptions.url ?? 'this route'} promises no founder.`)
  return request.caller.founder
}

/** The caller's company, from the signed-in user or from the import key. */
export function companyOf(request: FastifyRequest): number {
  if (!request.caller || 'founder' in request.caller)
    throw new Error(`The access of ${request.routeOptions.url ?? 'this route'} promises no company.`)
  return 'viewer' in request.caller ? request.caller.viewer.companyId : request.caller.companyId
}

/** The feed whose key the caller has; undefined when an administrator calls. */
export function feedOfCaller(request: FastifyRequest): string | undefined {
  return request.caller && 'companyId' in request.caller ? request.caller.feedId : undefined
}

/** Whether a value is the secret, in a time that tells nothing about it. */
export function matchesSecret(value: string | string[] | undefined, secret: string | undefined): boolean {
  if (typeof value !== 'string' || secret === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(value), digest(secret))
}
