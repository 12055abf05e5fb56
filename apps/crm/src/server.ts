import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import { recordingWav, sampleUsers } from '@leaselight/sample'
import Fastify, { type FastifyError } from 'fastify'
import { openAccessTokens } from './auth/accessTokens'
import { addAccountRoutes } from './auth/accountRoutes'
import { type CrmUserInput, openAccounts } from './auth/accounts'
import { createExpiringKeys } from './auth/expiringKeys'
import { createIdTokenVerifier } from './auth/idTokens'
import { openPasswordLinks } from './auth/passwordLinks'
import { openRefreshTokens } from './auth/refreshTokens'
import { addAuthRoutes } from './auth/routes'
import { createSignInLimiter } from './auth/signInLimiter'
import { type Crm, SESSION_SECONDS } from './context'
import { openInstallation } from './installation'
import { addAutologinPages } from './pages/autologin'
import { addHomePages, rejectCrossSiteForms } from './pages/home'
import { html } from './pages/html'
import { page } from './pages/layout'
import { addPasswordPages } from './pages/password'
import { addProspectsPage } from './pages/prospects'
import { STYLE } from './pages/style'
import { addRecordings } from './recordings'
import { addSecurityHeaders } from './security'
import type { CrmSettings } from './settings'
import { openStore } from './store'

/** Replaceable parts; by default the CRM serves the sample's people and recordings, by the machine's clock. */
export interface CrmOverrides {
  users?: readonly CrmUserInput[]
  now?: () => Date
  recording?: (threadId: string, seconds: number) => Buffer
  /** Receives the links that reset forgotten passwords. */
  onPasswordForgotten?: (username: string, address: string) => void
  /** Receives unexpected errors. */
  onError?: (error: Error) => void
}

/** Starts the CRM stand-in and returns its address. */
export async function startCrm(
  settings: CrmSettings,
  overrides: CrmOverrides = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const now = overrides.now ?? (() => settings.now ?? new Date())
  const users = overrides.users ?? sampleUsers()
  const store = await openStore(settings.dataDir)
  let url = ''
  const crm: Crm = {
    settings,
    accounts: await openAccounts(users, store, settings.installation && openInstallation(settings.installation)),
    accessTokens: await openAccessTokens(store, settings.issuer, now),
    refreshTokens: openRefreshTokens(store, now),
    sessions: createExpiringKeys(SESSION_SECONDS, now),
    passwordLinks: openPasswordLinks(store, now),
    // By the machine's clock even where NOW is fixed; otherwise ten failures would block a person forever.
    signInLimiter: createSignInLimiter(overrides.now ?? (() => new Date())),
    idTokens: settings.provider && createIdTokenVerifier(settings.provider),
    signIns: users.filter((user) => !user.is_deleted),
    recording: overrides.recording ?? recordingWav,
    onPasswordForgotten: (username, path) => overrides.onPasswordForgotten?.(username, `${url}${path}`),
  }
  const app = await buildApp(crm, overrides.onError)
  await app.listen({ port: settings.port, host: settings.host })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.port
  url = `http://localhost:${port}`
  return { url, close: () => app.close() }
}

async function buildApp(crm: Crm, onError: CrmOverrides['onError']) {
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true })
  // Clients that set a content type on every request send GETs with an empty body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })

  addSecurityHeaders(app, crm.settings)
  await app.register(formbody)
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () =>
      Object.assign(new Error('Too many requests. Please wait a minute.'), { statusCode: 429 }),
  })
  rejectCrossSiteForms(app)

  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) onError?.(error)
    if (status === 429) return reply.code(429).send({ message: error.message })
    if (status >= 400 && status < 500) return reply.code(status).send({ message: 'Bad Request' })
    return reply.code(500).send({ message: 'Something went wrong. Please try again.' })
  })
  app.setNotFoundHandler((request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.code(404).send({ message: 'Not Found' })
    const content = html`<p>There is no such page. <a href="/">To the start page</a></p>`
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(page({ title: 'Not found', narrow: true }, content).text)
  })

  app.get('/style.css', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return reply.type('text/css; charset=utf-8').send(STYLE)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  addAuthRoutes(app, crm)
  addAccountRoutes(app, crm)
  addHomePages(app, crm)
  addPasswordPages(app, crm)
  addAutologinPages(app, crm)
  addProspectsPage(app, crm)
  addRecordings(app, crm)
  return app
}
