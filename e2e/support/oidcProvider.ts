import { createServer } from 'node:http'
import type { Context } from 'oidc-provider'

/** A person registered with the provider. */
export interface Identity {
  email: string
  email_verified?: boolean
}

/** A real OpenID provider for tests, whose sign-in page only asks for the person. */
export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  close: () => Promise<void>
}

const clientId = 'leaselight'
const clientSecret = 'a secret of the tests between provider and client'

/** Starts one; `redirectUri` is the only redirect address it accepts. */
export async function startProvider(
  port: number,
  redirectUri: string,
  people: Readonly<Record<string, Identity>>,
): Promise<TestProvider> {
  const issuer = `http://localhost:${port}`
  const configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/who/${uid}` },
    claims: { email: ['email', 'email_verified'] },
    // In the ID token itself; we read nothing else.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email_verified: true, ...people[id] }),
    }),
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client.clientId,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: { Session: 600, Interaction: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  }
  const provider = await withoutWarnings(async () => {
    const { default: Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration)
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const who = url.searchParams.get('who')
    if (!url.pathname.startsWith('/who/')) return answer(request, response)
    if (who === null) {
      const links = Object.keys(people).map((name) => `<p><a href="${url.pathname}?who=${name}">${name}</a></p>`)
      const page = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Who are you?</title><h1>Who are you?</h1>${links.join('')}`
      return response.setHeader('content-type', 'text/html').end(page)
    }
    const result = people[who]
      ? { login: { accountId: who } }
      : { error: 'access_denied', error_description: 'Nobody we know.' }
    provider.interactionFinished(request, response, result).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** It warns about Node 20, and about keys and sessions that end with the process, which is right for a test. */
async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}
