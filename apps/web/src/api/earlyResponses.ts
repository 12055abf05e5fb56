import { headersOf, type Sender } from './requestInit'

/** A request to the server; with a body it is a POST. */
export interface PlainRequest {
  path: string
  body?: object
}

/**
 * Responses to requests that were sent before the application had loaded. Each is taken once, by the same request of the
 * same user.
 */
export class EarlyResponses {
  readonly #responses = new Map<string, Promise<Response>>()

  constructor(private readonly fetch: (url: string, init: RequestInit) => Promise<Response>) {}

  /** Sends a request, once `after` has resolved. */
  send(sender: Sender, { path, body }: PlainRequest, after?: Promise<void>): Promise<Response> {
    const init: RequestInit = {
      method: body ? 'POST' : 'GET',
      headers: headersOf(sender, body !== undefined),
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = after ? after.then(() => this.fetch(path, init)) : this.fetch(path, init)
    // Taking a failed one sends the request again.
    response.catch(() => undefined)
    this.#responses.set(nameOf(path, init), response)
    return response
  }

  /** Takes the response to a request that was sent already, or sends it. Rejects when the request is aborted. */
  takeOrSend(url: string, init: RequestInit): Promise<Response> {
    const name = nameOf(url, init)
    const response = this.#responses.get(name)
    this.#responses.delete(name)
    if (!response) return this.fetch(url, init)
    return Promise.race([response.catch(() => this.fetch(url, init)), aborted(init.signal)])
  }
}

/** What tells requests apart. */
function nameOf(url: string, { method, headers, body }: RequestInit): string {
  const sent = new Headers(headers)
  return JSON.stringify([method, url, body, sent.get('authorization'), sent.get('x-demo')])
}

const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Those of this page. The browser's fetch must be called as a method of window. */
export const earlyResponses = new EarlyResponses((url, init) => window.fetch(url, init))
