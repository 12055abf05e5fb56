import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'

/** Where people sign in besides here, and what that place calls the analytics. */
export interface ProviderSettings {
  issuer: string
  clientId: string
}

/** Reads what an OpenID provider says of somebody. */
export interface IdTokenVerifier {
  /** The verified e-mail address of an ID token, the first time the token comes; nothing for any other token. */
  verifiedEmail(idToken: string): Promise<string | undefined>
}

// Only what is signed with a key of the provider's own; never a shared secret, never nothing.
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const TIMEOUT_MS = 5_000

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const claims = z.object({ email: z.string().min(3), email_verified: z.literal(true), exp: z.number() })

/** Checks ID tokens with the provider's published keys, by the provider's clock, which is the real one. */
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
        // Whatever is wrong with it, it signs nobody in; a provider that was away is asked again next time.
        provider = undefined
        return undefined
      }
    },
  }
}

/** Whether a token comes for the first time; it is remembered until it would be refused anyway. */
function isFirstUse(usedTokens: Map<string, number>, token: string, exp: number): boolean {
  const now = Date.now() / 1000
  for (const [key, until] of usedTokens) if (until < now) usedTokens.delete(key)
  const key = createHash('sha256').update(token).digest('base64url')
  if (usedTokens.has(key)) return false
  usedTokens.set(key, exp + 60)
  return true
}
