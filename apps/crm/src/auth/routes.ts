import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Crm, HASHING_RATE_LIMIT, signIn } from '../context'
import type { CrmUser } from './accounts'

const BAD_REQUEST = { message: 'Bad Request' }
const RESET_SECONDS = 1800
const UNAUTHORIZED = { message: 'Unauthorized' }

const short = z.string().min(1).max(200)
const credentials = z.object({ username: short, password: z.string().min(1).max(1000), type: short.default('manager') })
const forgotten = z.object({ username: short })
const identity = z.object({ id_token: z.string().min(1).max(20_000) })
const refresh = z.object({ refreshToken: z.string().min(1).max(500) })

/** The CRM's contract with the analytics server: sign-in, refresh, profile and the key set. */
export function addAuthRoutes(app: FastifyInstance, crm: Crm): void {
  // The contract sends a body with a GET, which Fastify otherwise ignores.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })

  app.post('/auth/validate', HASHING_RATE_LIMIT, async (request, reply) => {
    const body = credentials.safeParse(request.body)
    if (!body.success) return reply.code(400).send(BAD_REQUEST)
    const found = await signIn(crm, request.ip, body.data.username, body.data.password)
    if (found.outcome === 'too-often') {
      return reply.code(429).header('retry-after', '60').send({ message: 'Too many attempts. Please wait a minute.' })
    }
    if (found.outcome === 'wrong') return reply.code(400).send(BAD_REQUEST)
    if (found.outcome === 'must-change') return { message: 'PASSWORD CHANGE REQUIRED' }
    return sessionOf(crm, found.user)
  })

  // A verified ID token opens the same session as a password.
  app.post('/auth/single-sign-on', HASHING_RATE_LIMIT, async (request, reply) => {
    const body = identity.safeParse(request.body)
    const email = body.success ? await crm.idTokens?.verifiedEmail(body.data.id_token) : undefined
    const user = email === undefined ? undefined : await crm.accounts.byEmail(email)
    return user && !user.is_deleted ? sessionOf(crm, user) : reply.code(400).send(BAD_REQUEST)
  })

  app.post('/auth/password/forgot', HASHING_RATE_LIMIT, async (request, reply) => {
    const body = forgotten.safeParse(request.body)
    if (!body.success) return reply.code(400).send(BAD_REQUEST)
    await issueResetLink(crm, body.data.username)
    // The same for every name, so that the answer does not reveal which accounts exist.
    return { message: 'If that user exists, a link to set a new password is in the log of the CRM.' }
  })

  app.get('/auth/refresh', async (request, reply) => {
    const body = refresh.safeParse(request.body)
    if (!body.success) return reply.code(400).send(BAD_REQUEST)
    const next = await crm.refreshTokens.rotate(body.data.refreshToken)
    const user = next && (await crm.accounts.byId(next.companyId, next.userId))
    if (!next || !user || user.is_deleted) return reply.code(401).send(UNAUTHORIZED)
    const accessToken = await crm.accessTokens.issue(user, crm.settings.accessTokenSeconds)
    return { accessToken, refreshToken: next.token }
  })

  app.get('/profile', async (request, reply) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const subject = token === undefined ? undefined : await crm.accessTokens.verify(token)
    const user = subject && (await crm.accounts.byId(subject.company_id, subject.user_id))
    if (!user) return reply.code(401).header('www-authenticate', 'Bearer').send(UNAUTHORIZED)
    return { data: { profile: profileOf(user) } }
  })

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return crm.accessTokens.keySet
  })
}

async function sessionOf(crm: Crm, user: CrmUser) {
  return {
    token: await crm.accessTokens.issue(user, crm.settings.accessTokenSeconds),
    refresh_token: await crm.refreshTokens.start(user),
    message: 'Success',
  }
}

/** Gives the operator a link with which the user can set a new password; nothing for unknown names. */
export async function issueResetLink(crm: Crm, username: string): Promise<void> {
  // Also for people on record who were never invited: only the operator reads the link.
  const user = (await crm.accounts.byName(username)) ?? (await crm.accounts.onRecord({ username }))
  if (!user || user.is_deleted) return
  const { path } = await passwordLink(crm, user, RESET_SECONDS)
  crm.onPasswordForgotten(user.username, path)
}

/** A link of this CRM with which the user sets a password, once. */
export async function passwordLink(crm: Crm, user: CrmUser, seconds: number): Promise<{ path: string; until: Date }> {
  const { key, until } = await crm.passwordLinks.issue(user, seconds)
  const query = new URLSearchParams({ username: user.username, reset: key })
  return { path: `/change-password?${query}`, until }
}

function profileOf(user: CrmUser) {
  const { is_deleted, email, first_name, last_name, manager_id, phone_number, phone_id, photo, time_zone } = user
  return {
    is_deleted,
    email,
    first_name,
    last_name,
    manager_id,
    phone_number,
    phone_id,
    photo,
    timezone: time_zone,
  }
}
