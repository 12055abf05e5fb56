import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessTokens } from './auth/accessTokens'
import type { Accounts, CrmUser } from './auth/accounts'
import type { ExpiringKeys } from './auth/expiringKeys'
import type { IdTokenVerifier } from './auth/idTokens'
import type { PasswordLinks } from './auth/passwordLinks'
import type { RefreshTokens } from './auth/refreshTokens'
import type { SignInLimiter } from './auth/signInLimiter'
import type { Markup } from './pages/html'
import type { CrmSettings } from './settings'

/** How long an idle session lasts. */
export const SESSION_SECONDS = 3600

/** A sample sign-in, shown on the sign-in page. */
export interface SampleSignIn {
  username: string
  password: string
  role: string
  /** What this sign-in is for. */
  about?: string
}

/** Everything that the routes need. */
export interface Crm {
  settings: CrmSettings
  accounts: Accounts
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  sessions: ExpiringKeys<{ companyId: number; userId: number }>
  passwordLinks: PasswordLinks
  signInLimiter: SignInLimiter
  /** Undefined without a provider. */
  idTokens: IdTokenVerifier | undefined
  /** The sample's people, who may sign in only where the sample is. */
  signIns: SampleSignIn[]
  recording: (threadId: string, seconds: number) => Buffer
  /** Gives the operator a link to reset a forgotten password: the stand-in sends no mail. */
  onPasswordForgotten: (username: string, path: string) => void
}

/** The result of a sign-in attempt. */
export type SignInResult =
  | { outcome: 'welcome'; user: CrmUser }
  | { outcome: 'must-change'; user: CrmUser }
  | { outcome: 'wrong' }
  | { outcome: 'too-often' }

/** Checking a password costs time and memory on purpose, so concurrent checks are limited. */
export const HASHING_RATE_LIMIT = { config: { rateLimit: { max: 300, timeWindow: 60_000 } } }

/** Checks a name and a password, within the limit of attempts. */
export async function signIn(crm: Crm, ip: string, username: string, password: string): Promise<SignInResult> {
  const key = `${ip} ${username.trim().toLowerCase()}`
  if (!crm.signInLimiter.tryAcquire(key)) return { outcome: 'too-often' }
  const user = await crm.accounts.check(username, password)
  if (!user) return { outcome: 'wrong' }
  crm.signInLimiter.reset(key)
  return { outcome: user.must_change ? 'must-change' : 'welcome', user }
}

/** Sets the password, and ends every session and refresh token of the old one. */
export async function changePassword(crm: Crm, user: CrmUser, password: string): Promise<void> {
  await crm.accounts.changePassword(user, password)
  await crm.refreshTokens.revokeAll(user)
  crm.sessions.removeWhere(({ companyId, userId }) => companyId === user.company_id && userId === user.user_id)
  await crm.passwordLinks.removeAll(user)
}

const COOKIE = 'crm_session'

/** The user of the browser's CRM session, if any; extends the session. */
export async function currentUser(crm: Crm, request: FastifyRequest): Promise<CrmUser | undefined> {
  const key = sessionKey(request)
  const session = key === undefined ? undefined : crm.sessions.read(key)
  if (key === undefined || session === undefined) return undefined
  const user = await crm.accounts.byId(session.companyId, session.userId)
  if (!user || user.is_deleted) return undefined
  crm.sessions.renew(key)
  return user
}

/** Begins a CRM session in the browser, always under a new key, which prevents session fixation. */
export function beginSession(crm: Crm, request: FastifyRequest, reply: FastifyReply, user: CrmUser): void {
  endSession(crm, request, reply)
  const key = crm.sessions.issue({ companyId: user.company_id, userId: user.user_id })
  setCookie(request, reply, key)
}

/** Ends the browser's CRM session. */
export function endSession(crm: Crm, request: FastifyRequest, reply: FastifyReply): void {
  const key = sessionKey(request)
  if (key !== undefined) crm.sessions.remove(key)
  setCookie(request, reply, undefined)
}

/** Responds with a page. */
export function sendPage(reply: FastifyReply, page: Markup, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text)
}

function setCookie(request: FastifyRequest, reply: FastifyReply, key: string | undefined): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  // No Max-Age while it lives: the server decides when it ends, and closing the browser ends it too.
  const rest = key === undefined ? '; Max-Age=0' : ''
  reply.header('set-cookie', `${COOKIE}=${key ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${rest}`)
}

function sessionKey(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1] || undefined
}
