import { randomBytes } from 'node:crypto'
import { safePath } from '@leaselight/model'
import { redeemSignOnAttempt, SIGN_ON_MINUTES, saveSignOnAttempt } from '@leaselight/state'
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
const SESSION_SECONDS = 60

const tokens = z.object({ token: z.string().min(1), refreshToken: z.string().nullable() })

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
  const forget = (reply: FastifyReply, name: string, sameSite: 'Lax' | 'Strict') =>
    setCookie(reply, name, '', { path: ROUTES, seconds: 0, sameSite, secure })

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
      setCookie(reply, ATTEMPT, verifier, { path: ROUTES, seconds: SIGN_ON_MINUTES * 60, sameSite: 'Lax', secure })
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
    const [state, verifier] = [textOf(request.query, 'state'), readCookie(request, ATTEMPT)]
    forget(reply, ATTEMPT, 'Lax')
    const attempt =
      state && verifier ? await redeemSignOnAttempt(api.state, { state, browser: verifier }, api.now()) : undefined
    if (!state || !verifier || !attempt) return leadBack(reply, 'expired', '/')
    const { nonce, next } = attempt
    const returned = new URL(request.url, redirectUri)
    const outcome = await sessionFor(returned, { state, nonce, verifier, redirectUri }, request)
    if (typeof outcome === 'string') return leadBack(reply, outcome, next)
    const value = Buffer.from(JSON.stringify(outcome)).toString('base64url')
    setCookie(reply, SESSION, value, { path: ROUTES, seconds: SESSION_SECONDS, sameSite: 'Strict', secure })
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
    const waiting = tokens.safeParse(parse(readCookie(request, SESSION)))
    forget(reply, SESSION, 'Strict')
    if (!waiting.success) throw badRequest('This sign-in has already been used, or it took too long. Please try again.')
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

function parse(cookie: string | undefined): unknown {
  try {
    return cookie === undefined ? undefined : JSON.parse(Buffer.from(cookie, 'base64url').toString())
  } catch {
    // A cookie that somebody wrote himself opens nothing.
    return undefined
  }
}
