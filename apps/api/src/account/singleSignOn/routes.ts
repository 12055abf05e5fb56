import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { safePath } from '@leaselight/model'
import { installationKey, redeemSignOnAttempt, SIGN_ON_MINUTES, saveSignOnAttempt } from '@leaselight/state'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { publicAddress } from '../../http/address'
import type { Api } from '../../http/context'
import { readCookie, setCookie } from '../../http/cookies'
import { badRequest, notFound } from '../../http/errors'
import { type App, route } from '../../http/routeSchema'
import { openSession } from '../../http/viewer'
import { session } from '../signIn'
import { createOidcProvider } from './provider'

const ROUTES = '/api/auth/sso'
/** The secret of the browser that set out; it is the verifier of PKCE too. */
const ATTEMPT = 'leaselight_sso'
/** The session that waits for the page to fetch it. */
const SESSION = 'leaselight_sso_session'
/** A prefix with which browsers take a cookie from this very host over HTTPS only. */
const HOST_PREFIX = '__Host-'
const SESSION_SECONDS = 60

const tokens = z.object({ token: z.string().min(1), refreshToken: z.string().nullable() })
const waitingSession = tokens.extend({ until: z.number() })

/** Why somebody comes back without a session; the page has a sentence for each. */
type Outcome = 'done' | 'away' | 'expired' | 'refused'

/**
 * Signing in at an OpenID provider. The browser goes there with a secret of its own in a cookie and comes back with a
 * code; the code becomes an ID token, which the CRM takes for a session like any other. The session waits in a cookie
 * that no script and no other site can read until the page fetches it, so that no token is ever in an address.
 */
export function addSingleSignOn(app: App, api: Api): void {
  const { settings } = api
  const provider = settings.singleSignOn && createOidcProvider(settings.singleSignOn)
  const secure = publicAddress(settings).startsWith('https:')
  const redirectUri = `${publicAddress(settings)}${ROUTES}/callback`
  const rateLimit = { max: settings.limits.signIns, timeWindow: 60_000 }
  const random = () => randomBytes(32).toString('base64url')

  const leadBack = (reply: FastifyReply, sso: Outcome, next: string): FastifyReply => {
    const query = new URLSearchParams({ sso, ...(next !== '/' && { next }) })
    return reply.redirect(`/login?${query}`, 303)
  }
  // Browsers take the prefix only for the path of the whole host.
  const named = (name: string) => (secure ? HOST_PREFIX + name : name)
  const path = secure ? '/' : ROUTES
  const give = (reply: FastifyReply, name: string, value: string, seconds: number) =>
    setCookie(reply, named(name), value, { path, seconds, sameSite: name === SESSION ? 'Strict' : 'Lax', secure })
  const forget = (reply: FastifyReply, name: string) => give(reply, name, '', 0)
  const key = () => installationKey(api.state, 'single-sign-on')

  const start = route(
    'public',
    {
      operationId: 'startSingleSignOn',
      tag: 'Account',
      summary: 'Leads the browser to the OpenID provider',
      parameters: z.object({ next: z.string().optional().meta({ description: 'The page to come back to.' }) }),
      answer: {},
      success: { status: 303, description: 'A redirect.' },
    },
    { rateLimit },
  )
  app.get(`${ROUTES}/start`, start, async (request, reply) => {
    if (!provider) throw notFound()
    const next = safePath(textOf(request.query, 'next'))
    const [state, nonce, verifier] = [random(), random(), random()]
    try {
      const address = await provider.signInAddress({ state, nonce, verifier, redirectUri })
      await saveSignOnAttempt(api.state, { state, browser: verifier, nonce, next }, api.now())
      give(reply, ATTEMPT, verifier, SIGN_ON_MINUTES * 60)
      return reply.redirect(address, 303)
    } catch (error) {
      request.log.warn({ err: error }, 'single sign-on could not start')
      return leadBack(reply, 'away', next)
    }
  })

  const callback = route(
    'public',
    {
      operationId: 'finishSingleSignOn',
      tag: 'Account',
      summary: 'Where the provider leads the browser back to',
      parameters: z.object({
        code: z.string().optional().meta({ description: 'The provider’s code.' }),
        state: z.string().optional().meta({ description: 'The state of the start.' }),
      }),
      answer: {},
      success: { status: 303, description: 'A redirect.' },
    },
    { rateLimit },
  )
  app.get(`${ROUTES}/callback`, callback, async (request, reply) => {
    if (!provider) throw notFound()
    const [state, verifier] = [textOf(request.query, 'state'), readCookie(request, named(ATTEMPT))]
    forget(reply, ATTEMPT)
    const attempt =
      state && verifier ? await redeemSignOnAttempt(api.state, { state, browser: verifier }, api.now()) : undefined
    if (!state || !verifier || !attempt) return leadBack(reply, 'expired', '/')
    const { nonce, next } = attempt
    const returned = new URL(request.url, redirectUri)
    const outcome = await sessionFor(returned, { state, nonce, verifier, redirectUri }, request)
    if (typeof outcome === 'string') return leadBack(reply, outcome, next)
    const until = api.now().getTime() + SESSION_SECONDS * 1_000
    give(reply, SESSION, sealed({ ...outcome, until }, await key()), SESSION_SECONDS)
    return leadBack(reply, 'done', next)
  })

  const fetchSession = route(
    'public',
    {
      operationId: 'singleSignOnSession',
      tag: 'Account',
      summary: 'The session of a single sign-on, once',
      answer: session,
    },
    { rateLimit },
  )
  app.post(`${ROUTES}/session`, fetchSession, async (request, reply) => {
    const waiting = waitingSession.safeParse(unsealed(readCookie(request, named(SESSION)), await key()))
    forget(reply, SESSION)
    if (!waiting.success || waiting.data.until < api.now().getTime())
      throw badRequest('This sign-in has already been used, or it took too long. Please try again.')
    return reply.send({ token: waiting.data.token, refresh_token: waiting.data.refreshToken, message: 'Success' })
  })

  async function sessionFor(
    returned: URL,
    challenge: Parameters<NonNullable<typeof provider>['idTokenOf']>[1],
    request: FastifyRequest,
  ): Promise<z.infer<typeof tokens> | Outcome> {
    try {
      const idToken = await provider?.idTokenOf(returned, challenge)
      const answer = idToken === undefined ? undefined : await api.crm.singleSignOn(idToken)
      if (!answer?.token) return 'refused'
      await openSession(api, answer.token)
      return { token: answer.token, refreshToken: answer.refreshToken }
    } catch (error) {
      request.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'single sign-on failed')
      return isProviderUnavailable(error) ? 'away' : 'refused'
    }
  }
}

const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof Error && (('status' in error && error.status === 503) || error.cause instanceof TypeError)

function textOf(query: unknown, name: string): string | undefined {
  const value = z.record(z.string(), z.unknown()).safeParse(query).data?.[name]
  return typeof value === 'string' && value.length <= 5_000 ? value : undefined
}

const seal = (text: string, key: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** A value as a cookie that only this installation can have made. */
function sealed(value: object, key: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${seal(text, key)}`
}

/** What `sealed` was given; undefined for a cookie that somebody else wrote. */
function unsealed(cookie: string | undefined, key: string): unknown {
  const [text = '', mark = ''] = cookie?.split('.') ?? []
  const [given, right] = [Buffer.from(mark), Buffer.from(seal(text, key))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}
