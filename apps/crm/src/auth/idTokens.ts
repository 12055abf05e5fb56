import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'

/** The OpenID provider for sign-in, and the client id of the analytics there. */
export interface ProviderSettings {
  issuer: string
  clientId: string
}

/** Verifies ID tokens of an OpenID provider. */
export interface IdTokenVerifier {
  /** The verified e-mail address of an ID token on its first use; undefined for any other token. */
  verifiedEmail(idToken: string): Promise<string | undefined>
}

// Only signatures by the provider's own keys: no shared secret, no unsigned token.
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const TIMEOUT_MS = 5_000

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const claims = z.object({ email: z.string().min(3), email_verified: z.literal(true), exp: z.number() })

/** Checks ID tokens with the provider's published keys, by the real clock, which the provider uses. */
export function createIdTokenVerifier({ issuer, clientId }: ProviderSettings): IdTokenVerifier {
  const seen = new Map<string, number>()
  let provider: Promise<{ issuer: string; keys: ReturnType<typeof createRemoteJWKSet> }> | undefined
  const discover = async () => {
    const base = issuer.replace(/\/+$/, '')
    const answer = await fetch(`${base}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const found = discovery.parse(await answer.json())
    if (found.issuer !== issuer) throw new Error('The provider calls itself by another name.')
    return { issuer: found.issuer, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: TIMEOUT_MS }) }
  }
  return {
    async verifiedEmail(idToken) {
      try {
        provider ??= discover()
        const known = await provider
        const { payload } = await jwtVerify(idToken, known.keys, {
          issuer: known.issuer,
          audience: clientId,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
        })
        const { email, exp } = claims.parse(payload)
        return isFirstUse(seen, idToken, exp) ? email : undefined
      } catch {
        // An invalid token signs nobody in. A provider that was unreachable is tried again next time.
        provider = undefined
        return undefined
      }
    },
  }
}

/** Whether a token is used for the first time. It is remembered until it expires. */
function isFirstUse(usedTokens: Map<string, number>, token: string, exp: number): boolean {
  const now = Date.now() / 1000
  for (const [key, until] of usedTokens) if (until < now) usedTokens.delete(key)
  const key = createHash('sha256').update(token).digest('base64url')
  if (usedTokens.has(key)) return false
  usedTokens.set(key, exp + 60)
  return true
}
