import { type Asker, headersOf } from './requestInit'

/** A request to the server; with a body it is a POST. */
export interface PlainRequest {
  path: string
  body?: object
}

/**
 * Answers to requests that were sent before the application was there, each to be taken once by the same request of the
 * same person.
 */
export class EarlyAnswers {
  readonly #answers = new Map<string, Promise<Response>>()

  constructor(private readonly send: (url: string, init: RequestInit) => Promise<Response>) {}

  /** Sends a request, when what it waits for has come. */
  ask(asker: Asker, { path, body }: PlainRequest, after?: Promise<void>): Promise<Response> {
    const init: RequestInit = {
      method: body ? 'POST' : 'GET',
      headers: headersOf(asker, body !== undefined),
      ...(body && { body: JSON.stringify(body) }),
    }
    const answer = after ? after.then(() => this.send(path, init)) : this.send(path, init)
    // Whoever takes a failed one sends it again.
    answer.catch(() => undefined)
    this.#answers.set(nameOf(path, init), answer)
    return answer
  }

  /** Takes the answer to a request that was sent already, or sends it. It ends when the request is aborted. */
  takeOrSend(url: string, init: RequestInit): Promise<Response> {
    const name = nameOf(url, init)
    const answer = this.#answers.get(name)
    this.#answers.delete(name)
    if (!answer) return this.send(url, init)
    return Promise.race([answer.catch(() => this.send(url, init)), aborted(init.signal)])
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
export const earlyAnswers = new EarlyAnswers((url, init) => window.fetch(url, init))
