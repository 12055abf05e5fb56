import { randomUUID } from 'node:crypto'
import { createEngine } from '@leaselight/engine'
import { type Facts, recover, tidyEveryTable } from '@leaselight/facts'
import { loadQuery } from '@leaselight/reports/server'
import { interruptLostRuns, purgeExpired, readFlagSettings, type State, type WorkerPool } from '@leaselight/state'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { openAuditBuffer } from './account/audit/recorder'
import { openCrm } from './account/crm'
import { openFlags } from './account/flags/service'
import { startFeeds } from './feeds/loop'
import { openFeedNotices } from './feeds/notices'
import { startFindings } from './findings/loop'
import { localAddress } from './http/address'
import { addBodyGuards } from './http/bodies'
import { addCompression } from './http/compression'
import type { Api } from './http/context'
import { openErrorReporter } from './http/errorReports'
import { rootCause, toFailure } from './http/failures'
import { addKeyedRequests } from './http/keyedRequests'
import { loggerOptions } from './http/logging'
import { RateWindow } from './http/rateWindow'
import { addSecurity } from './http/security'
import { createTokenVerifier } from './http/viewer'
import { webDist } from './http/web'
import { apiKeyOpener } from './keys/open'
import { logDerivations } from './operations/derivations'
import { startSealing } from './operations/integrity/sealer'
import { openMetrics } from './operations/metrics'
import { Shutdown, type ShutdownTimes, shutDownGracefully } from './operations/shutdown'
import { admitQuestions } from './reports/admission'
import { addRoutes } from './routes'
import type { Settings } from './settings/settings'
import { type Deliveries, startDeliveries } from './sharing/deliveries/loop'
import { startWatches } from './sharing/watches/loop'
import { startWebhooks } from './sharing/webhooks/loop'

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends what is due and what is queued; resolves when all that could be sent has been. */
    deliverNow: () => Promise<void>
    /** Imports what feeds have brought and looks for more; resolves when all that could be imported has been. */
    feedNow: () => Promise<void>
    /** Looks for findings again where facts or the date have changed; resolves when all is found. */
    findNow: () => Promise<void>
    /** Checks the watched numbers that are due and makes the calls of webhooks that are. */
    watchNow: () => Promise<void>
    /** Queues the webhooks' messages and makes the calls that are due. */
    hookNow: () => Promise<void>
  }
}

/** The open stores a server works on, and what may be replaced. */
export interface ServerParts {
  facts: Facts
  state: State
  now?: () => Date
  /** Lets the operator's own commands in. */
  operatorKey?: string
  /** The directory of the built web application. */
  webDirectory?: string
  /** Where log lines go; standard output unless said otherwise. */
  logTo?: { write: (line: string) => void }
}

export interface RunningServer {
  /** Where people reach it. */
  url: string
  /** Where this machine reaches it. */
  localUrl: string
  port: number
  app: FastifyInstance
  close: () => Promise<void>
  /** Stops in order, as the settings say; false when something had to be cut off. */
  stop: (times?: Partial<ShutdownTimes>) => Promise<boolean>
}

const MAX_BODY = 1024 * 1024
// Above the engine's own limit, so that a slow question ends in a sentence.
const REQUEST_TIMEOUT_MS = 180_000
/** Seconds, by status. */
const DEFAULT_RETRY: Readonly<Record<number, number>> = { 503: 5 }
const PURGE_EVERY_MS = 10 * 60_000
const LOST_EVERY_MS = 60_000

/** Starts the server and returns its address. */
export async function startServer(settings: Settings, parts: ServerParts): Promise<RunningServer> {
  const app = await buildServer(settings, parts)
  await app.listen({ port: settings.port, host: settings.host })
  const port = listeningPort(app, settings)
  const localUrl = localAddress(settings, port)
  const close = () => app.close()
  const stop = (times: Partial<ShutdownTimes> = {}) =>
    shutDownGracefully(app.stopping, { ...settings.stop, ...times }, close)
  return { url: settings.publicUrl ?? localUrl, localUrl, port, app, close, stop }
}

/** The server without a port, as tests ask it. */
export async function buildServer(settings: Settings, parts: ServerParts): Promise<FastifyInstance> {
  const now = parts.now ?? (() => settings.now ?? new Date())
  const reports = await openErrorReporter(settings.sentryDsn)
  // Flag errors go to the server's log. The server is created below, so the callback reads it late.
  const flags = await openFlags(
    async (companyId) =>
      Object.fromEntries((await readFlagSettings(parts.state, companyId)).map(({ flag, value }) => [flag, value])),
    (message, reason) => app.log.error({ reason }, message),
  )
  const notices = openFeedNotices(parts.state, now, (error) =>
    app.log.warn({ reason: rootCause(error) }, 'feeds can’t be read'),
  )
  let deliveries: Deliveries | undefined
  let feeding: WorkerPool | undefined
  const stopping = new Shutdown()
  const api: Api = {
    settings,
    now,
    facts: parts.facts,
    state: parts.state,
    engine: admitQuestions(
      createEngine({
        facts: parts.facts,
        loadQuery,
        now,
        loadFlags: flags.all,
        loadNotices: notices.of,
        cacheCells: settings.cellsKept,
      }),
      settings.limits.questions,
    ),
    exports: new RateWindow(settings.limits.exports),
    previews: new RateWindow(settings.limits.exports * 4),
    audit: openAuditBuffer({
      state: parts.state,
      now,
      onError: (error) => app.log.warn({ reason: rootCause(error) }, 'the activity log waits for the store'),
    }),
    keyUses: new RateWindow(settings.limits.keyUses),
    flags,
    metrics: openMetrics(),
    stopping,
    crm: openCrm(settings.crm.url),
    tokens: createTokenVerifier(settings.tokens, now),
    apiKeys: apiKeyOpener(() => api),
    log: {
      error: (...line: Parameters<FastifyBaseLogger['error']>) => app.log.error(...line),
      warn: (...line: Parameters<FastifyBaseLogger['warn']>) => app.log.warn(...line),
    },
    publicUrl: () => settings.publicUrl ?? localAddress(settings, listeningPort(app, settings)),
    wakeDeliveries: () => deliveries?.wake(),
    feeds: { wake: () => feeding?.wake(), changed: notices.changed },
    operatorKey: parts.operatorKey,
  }
  const app = Fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: 0,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustOf(settings.trustProxy),
    // A HEAD request would have the effects of its GET, such as using up a ticket.
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still served; new connections are refused.
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: 2_000 },
    logger: loggerOptions(settings, reports, parts.logTo),
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const { status, code, message } = toFailure(error)
      return reply.code(status).send({ error: { message, code } })
    },
  })
  app.decorate('stopping', stopping)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler((error, request, reply) => {
    const {
      status,
      code,
      message,
      isUnexpected,
      retryAfter = DEFAULT_RETRY[status],
    } = toFailure(stopping.errorFor(error))
    if (isUnexpected) request.log.error({ err: error }, 'request failed')
    // The response says only that a part is unavailable. The log has the cause, for operators.
    if (status === 503) request.log.warn({ code, reason: rootCause(error) }, 'a part is away')
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfter))
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send({ error: { message, code } })
  })
  await addSecurity(app, settings)
  addBodyGuards(app)
  // Before the compression, which leaves nothing to store.
  addKeyedRequests(app, api)
  await addCompression(app)
  await addRoutes(app, api, parts.webDirectory ?? webDist)
  keepTidy(app, api)
  const silence = logDerivations(api.facts, app.log)
  app.addHook('onClose', async () => silence())
  const sealing = startSealing(api, api.now, (error) =>
    app.log.warn({ reason: rootCause(error) }, 'facts are not sealed'),
  )
  app.addHook('onClose', sealing.close)
  const sending = await startDeliveries(api)
  deliveries = sending
  app.decorate('deliverNow', sending.runOnce)
  stopping.onBegin(sending.stopClaiming)
  app.addHook('onClose', sending.close)
  const importing = await startFeeds(api)
  feeding = importing
  app.decorate('feedNow', importing.runOnce)
  stopping.onBegin(importing.stopClaiming)
  app.addHook('onClose', importing.close)
  const finding = await startFindings(api)
  app.decorate('findNow', finding.runOnce)
  stopping.onBegin(finding.stopClaiming)
  app.addHook('onClose', finding.close)
  const watching = await startWatches(api)
  app.decorate('watchNow', watching.runOnce)
  stopping.onBegin(watching.stopClaiming)
  app.addHook('onClose', watching.close)
  const hooking = await startWebhooks(api)
  app.decorate('hookNow', hooking.runOnce)
  stopping.onBegin(hooking.stopClaiming)
  app.addHook('onClose', hooking.close)
  app.addHook('onClose', api.audit.close)
  app.addHook('onClose', async () => reports?.close())
  return app
}

/** Fastify's own form: a number of proxies counts from this server outwards. */
function trustOf(trusted: Settings['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

/** The port the server listens on; before that the one it is to listen on. */
function listeningPort(app: FastifyInstance, settings: Settings): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : settings.port
}

/**
 * Expired tickets and batches go now and then, on whichever instance; and what an import left half done, on a full disk or on
 * an instance that is no more, is put right without waiting for the next one. The facts are tidied after a quiet minute.
 */
function keepTidy(app: FastifyInstance, api: Api): void {
  tidyEveryTable(api.facts)
  const purge = () =>
    Promise.all([purgeExpired(api.state, api.now()), recover(api.facts)]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'purge failed'),
    )
  const lookForLost = () =>
    interruptLostRuns(api.state, api.now()).catch((error: unknown) =>
      app.log.warn({ reason: rootCause(error) }, 'lost imports were not looked for'),
    )
  for (const timer of [setInterval(purge, PURGE_EVERY_MS), setInterval(lookForLost, LOST_EVERY_MS)]) {
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))
  }
}

/** The caller's own id of the request, where it is harmless, so that both logs can be laid side by side. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}
