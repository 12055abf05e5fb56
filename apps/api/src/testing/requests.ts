import { expect } from 'vitest'
import { bearer, type Subject, type TestServer, tokenFor } from './server'

type RequestArgs = [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  subject?: Partial<Subject>,
]

/** Request functions for a test server whose clock advances: each request has a session for its own time. */
export function requestHelpers(server: () => TestServer, now: () => Date) {
  const ask = async (...[method, url, payload, subject = {}]: RequestArgs) => {
    const iat = Math.floor(now().getTime() / 1000)
    const headers = { authorization: `Bearer ${await tokenFor(subject, { claims: { iat, exp: iat + 900 } })}` }
    const response = await server().app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  /** The response, which must be successful. */
  const ok = async (...request: RequestArgs) => {
    const { status, body } = await ask(...request)
    expect([request[1], status, body]).toEqual([request[1], 200, body])
    return body
  }
  /** A delivery when everything that can be sent has been. */
  const settled = async (id: string) => {
    await server().app.deliverNow()
    return ok('GET', `/api/deliveries/${id}`)
  }
  return { ask, ok, settled }
}

/** Reads addresses of a test server as a user; the response must be successful. */
export const getFrom =
  (server: () => TestServer) =>
  async (url: string, params: Record<string, string>, subject: Partial<Subject> = {}) => {
    const response = await server().app.inject({
      url: `${url}?${new URLSearchParams(params)}`,
      headers: await bearer(subject),
    })
    expect(response.statusCode, `${url}: ${response.body.slice(0, 300)}`).toBe(200)
    return response
  }
