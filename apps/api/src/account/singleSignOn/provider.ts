import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { Settings } from '../../settings/settings'

type ProviderSettings = NonNullable<Settings['singleSignOn']>

const SCOPE = 'openid profile email'
const TIMEOUT_SECONDS = 10

/** What belongs to one way to the provider and back. */
export interface SignInAttempt {
  state: string
  nonce: string
  /** Known to the browser that set out alone; the provider learns its hash first and the thing itself with the code. */
  verifier: string
  redirectUri: string
}

/** The OpenID provider, used with the authorization code flow and PKCE. */
export interface OidcProvider {
  /** Where the browser signs in. */
  signInAddress(challenge: SignInAttempt): Promise<string>
  /** The ID token for the code that came back, its state, nonce, issuer, audience and signature checked. */
  idTokenOf(returned: URL, challenge: SignInAttempt): Promise<string>
}

/** The configured provider. Its metadata is discovered on first use, and again after a failure. */
export function createOidcProvider({ issuer, clientId, clientSecret }: ProviderSettings): OidcProvider {
  let known: Promise<Configuration> | undefined
  const configuration = (): Promise<Configuration> => {
    known ??= discovery(new URL(issuer), clientId, clientSecret, clientSecret === undefined ? None() : undefined, {
      timeout: TIMEOUT_SECONDS,
      // The settings allow an address without TLS on this machine alone.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    })
    known.catch(() => {
      known = undefined
    })
    return known
  }
  return {
    async signInAddress({ state, nonce, verifier, redirectUri }) {
      const address = buildAuthorizationUrl(await configuration(), {
        scope: SCOPE,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return address.href
    },
    async idTokenOf(returned, { state, nonce, verifier, redirectUri }) {
      const address = new URL(redirectUri)
      address.search = returned.search
      const tokens = await authorizationCodeGrant(await configuration(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      if (tokens.id_token === undefined) throw new Error('The provider gave no ID token.')
      return tokens.id_token
    },
  }
}
