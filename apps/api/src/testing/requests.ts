import { expect } from 'vitest'
import { type Subject, type TestServer, tokenFor } from './server'

type RequestArgs = [method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, subject?: Partial<Subject>]

/** Ways to ask a test server whose clock moves: each request comes with a session of its own moment. */
export function requestHelpers(server: () => TestServer, now: () => Date) {
  const ask = async (...[method, url, payload, subject = {}]: RequestArgs) => {
    const iat = Math.floor(now().getTime() / 1000)
    const headers = { authorization: `Bearer ${await tokenFor(subject, { claims: { iat, exp: iat + 900 } })}` }
    const response = await server().app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  /** The answer, which must be one. */
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
