import type { Engine } from '@leaselight/engine'
import { isAdmin, type Viewer } from '@leaselight/model'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Settings } from '../settings/settings'
import { badSession, HttpError } from './errors'

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const subject = z.object({
  company_id: id,
  user_id: id,
  role: z.string().min(1).max(100),
  group_ids: z.array(z.number().int()).default([]),
})

/** Who a bearer token speaks for. */
export interface TokenVerifier {
  /** The person, or an HttpError: 401 when the token is no good, 503 when the keys to check it with can't be had. */
  verify(token: string): Promise<Viewer>
}

/** Who a personal API key speaks for, and what it may do besides reading. */
export interface KeyedViewer {
  viewer: Viewer
  mayImport: boolean
}

/** Opens personal API keys with their owners' rights of now. */
export interface KeyOpener {
  /** Whether a bearer token is meant to be such a key, by how it begins. */
  isKey(token: string): boolean
  /** Its owner, or an HttpError: 401 for a key or an owner that is no good any more, 429 for too many uses in a minute. */
  open(secret: string): Promise<KeyedViewer>
}

const JWKS_TIMEOUT_MS = 5_000
const JWKS_MAX_AGE_MS = 600_000

/** Checks access tokens with the CRM's public keys, or with the shared secret. */
export function createTokenVerifier(tokenSettings: Settings['tokens'], now: () => Date): TokenVerifier {
  const check = tokenChecker(tokenSettings)
  return {
    async verify(token) {
      const { payload } = await check(token, {
        issuer: tokenSettings.issuer,
        ...(tokenSettings.audience && { audience: tokenSettings.audience }),
        clockTolerance: tokenSettings.skewSeconds,
        currentDate: now(),
        requiredClaims: ['exp', 'iss', 'sub'],
      }).catch((error: unknown) => {
        throw isInvalidToken(error) ? badSession() : keysUnavailable(error)
      })
      // A token from the future, or for years, is no ordinary session.
      const latest = now().getTime() / 1000 + tokenSettings.skewSeconds
      const { iat = 0, exp = Number.POSITIVE_INFINITY } = payload
      if (iat > latest || exp > latest + tokenSettings.longestSeconds) throw badSession()
      // The contract's `sub` is an object, though the library's types know it as text.
      const found = subject.safeParse(payload.sub)
      if (!found.success) throw badSession()
      const { company_id, user_id, role, group_ids } = found.data
      return { companyId: company_id, userId: user_id, role, groupIds: group_ids }
    },
  }
}

interface SessionParts {
  tokens: TokenVerifier
  engine: Pick<Engine, 'accountStatus'>
}

/**
 * Somebody with a good token: a viewer, or a founder, who is an administrator of a company that this installation has
 * never known. A founder may create that company and nothing else.
 */
export type Session = { viewer: Viewer } | { founder: Viewer }

/**
 * The session of a token; the only place where a viewer is made. The token is good, its company is there or may be
 * created, and the account is not deleted: otherwise an HttpError says which, with 401, since the session can't go on.
 */
export async function openSession(
  { tokens, engine }: SessionParts,
  token: string,
  { demo = false } = {},
): Promise<Session> {
  const verified = await tokens.verify(token)
  const viewer = demo ? { ...verified, demo } : verified
  const status = await engine.accountStatus(viewer)
  if (status === 'active') return { viewer }
  if (status === 'deleted') throw accountDeleted()
  if (status === 'newCompany' && isAdmin(viewer.role)) return { founder: verified }
  throw noCompany()
}

/** The viewer of a token, whose company is there. */
export async function openViewer(parts: SessionParts, token: string, options?: { demo?: boolean }): Promise<Viewer> {
  const session = await openSession(parts, token, options)
  if ('founder' in session) throw noCompany()
  return session.viewer
}

/** The account was deleted, whatever its token says. */
export const accountDeleted = (): HttpError =>
  new HttpError(401, 'account_deleted', 'This account has been deleted. Ask your administrator.')

/** The token names a company that is not there, or no longer. */
export const noCompany = (): HttpError =>
  new HttpError(401, 'no_company', 'There is no company for this account. Ask your administrator.')

/** The request's bearer token; 401 without one. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw badSession()
  return token
}

function tokenChecker({ secret, jwksUrl }: Settings['tokens']) {
  // Algorithms are pinned to the kind of key: a public key must never be taken for a shared secret.
  if (secret !== undefined) {
    const key = new TextEncoder().encode(secret)
    return (token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> =>
      jwtVerify(token, key, { ...options, algorithms: ['HS256'] })
  }
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cacheMaxAge: JWKS_MAX_AGE_MS,
  })
  return (token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> =>
    jwtVerify(token, keys, { ...options, algorithms: ['RS256', 'ES256'] })
}

// Everything the library says about the token itself; what remains is the way to the keys.
function isInvalidToken(error: unknown): boolean {
  return (
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  )
}

const keysUnavailable = (cause: unknown): HttpError =>
  new HttpError(503, 'crm_unavailable', 'Sign-in can’t be checked right now. Please try again in a moment.', { cause })
