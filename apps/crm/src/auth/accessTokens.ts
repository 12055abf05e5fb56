import { CompactSign, calculateJwkThumbprint, importJWK, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Store } from '../store'
import type { CrmUser } from './accounts'

const ALGORITHM = 'ES256'

const subject = z.object({
  company_id: z.number().int(),
  user_id: z.number().int(),
  role: z.string(),
  group_ids: z.array(z.number().int()),
})

/** The user of an access token: its `sub`. */
export type Subject = z.infer<typeof subject>

/** Signs access tokens and verifies its own. */
export interface AccessTokens {
  issue(user: CrmUser, seconds: number): Promise<string>
  /** The user of the token; undefined when it is expired, altered, unsigned, or from another issuer. */
  verify(token: string): Promise<Subject | undefined>
  /** The public key for verifying our tokens, as a key set. */
  keySet: { keys: JWK[] }
}

/** Access tokens signed with the store's key; payload exp, iat, iss and sub {company_id, user_id, role, group_ids}. */
export async function openAccessTokens(store: Store, issuer: string, now: () => Date): Promise<AccessTokens> {
  const { d: _private, ...point }: JWK = store.data.signingKey
  const kid = await calculateJwkThumbprint(point)
  const publicJwk: JWK = { ...point, kid, alg: ALGORITHM, use: 'sig' }
  const privateKey = await importJWK(store.data.signingKey, ALGORITHM)
  const publicKey = await importJWK(publicJwk, ALGORITHM)

  return {
    keySet: { keys: [publicJwk] },
    issue: (user, seconds) => {
      const iat = Math.floor(now().getTime() / 1000)
      const { company_id, user_id, role, group_ids } = user
      const payload = { exp: iat + seconds, iat, iss: issuer, sub: { company_id, user_id, role, group_ids } }
      // Signed as plain text, because jose's own builder insists that `sub` be a string.
      return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .sign(privateKey)
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: [ALGORITHM],
          issuer,
          currentDate: now(),
          requiredClaims: ['exp', 'iat'],
        })
        return subject.safeParse(payload.sub).data
      } catch {
        // Every failure has the same result.
        return undefined
      }
    },
  }
}
