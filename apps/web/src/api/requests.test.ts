import { describe, expect, it, vi } from 'vitest'
import { runImport } from '../admin/import/runImport'
import { log } from '../monitoring'
import { createGraphql, graphqlTimeout } from './graphql'
import { ApiError, BAD_REQUEST, type ClientOptions, createClient } from './request'
import { failureText, retryDelay } from './retryDelay'

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function clientOf(respond: (url: string, init: RequestInit) => Promise<Response>, parts: Partial<ClientOptions> = {}) {
  const calls: { url: string; init: RequestInit }[] = []
  const onBadSession = vi.fn()
  const onFailure = vi.fn()
  const client = createClient({
    fetch: async (url, init = {}) => {
      calls.push({ url: String(url), init })
      return respond(String(url), init)
    },
    tokenManager: { accessToken: async () => 'token-1' },
    isDemo: () => false,
    onSessionRejected: onBadSession,
    onFailure,
    ...parts,
  })
  return {
    client,
    calls,
    onBadSession,
    onFailure,
    header: (name: string) => new Headers(calls[0]?.init.headers).get(name),
  }
}

// A server that never answers, but hears when it is no longer waited for.
const silence = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('requests', () => {
  it('carry the bearer and speak snake case outside, camel case inside', async () => {
    const { client, calls, header } = clientOf(async () => answer({ batch_id: 1, rows: [{ property_id: 2 }] }))
    const got = await client.json('/api/x', {
      body: { rowKey: 1, deep: [{ pageSize: 2 }] },
      query: { pageSize: 5, none: undefined },
    })
    expect(got).toEqual({ batchId: 1, rows: [{ propertyId: 2 }] })
    expect(calls[0]?.url).toBe('/api/x?page_size=5')
    expect(calls[0]?.init.body).toBe('{"row_key":1,"deep":[{"page_size":2}]}')
    expect(header('authorization')).toBe('Bearer token-1')
    expect(header('x-request-id')).toMatch(/^[0-9a-f]{24}$/)
    expect(header('x-demo')).toBeNull()
  })

  it('send the tag of an answer that is here, and take it again when the server says it is the same', async () => {
    const tagged = (body: unknown, tag: string) => new Response(JSON.stringify(body), { headers: { etag: tag } })
    let next = () => tagged({ row_count: 1 }, 'W/"a"')
    const { client, calls } = clientOf(async () => next())
    const tagOf = (call: number) => new Headers(calls[call]?.init.headers).get('if-none-match')
    const first = await client.json('/api/x', { query: { page: 1 } })
    next = () => new Response(null, { status: 304 })
    expect(await client.json('/api/x', { query: { page: 1 } })).toBe(first)
    expect([tagOf(0), tagOf(1)]).toEqual([null, 'W/"a"'])
    next = () => tagged({ row_count: 2 }, 'W/"b"')
    // Another address and a change are questions of their own.
    expect(await client.json('/api/x', { query: { page: 2 } })).toEqual({ rowCount: 2 })
    await client.json('/api/x', { query: { page: 1 }, body: {} })
    expect([tagOf(2), tagOf(3)]).toEqual([null, null])
  })

  it('keep a limited number of answers', async () => {
    const { client, calls } = clientOf(async (url) => new Response('{}', { headers: { etag: `"${url}"` } }))
    for (let page = 0; page < 50; page++) await client.json('/api/x', { query: { page } })
    await client.json('/api/x', { query: { page: 49 } })
    await client.json('/api/x', { query: { page: 0 } })
    expect(calls.slice(-2).map(({ init }) => new Headers(init.headers).has('if-none-match'))).toEqual([true, false])
  })

  it('say when names are samples, and carry no bearer before sign-in', async () => {
    const { client, header } = clientOf(async () => answer({}), { isDemo: () => true })
    await client.json('/api/config', { anonymous: true })
    expect(header('x-demo')).toBe('true')
    expect(header('authorization')).toBeNull()
  })

  it("reject with the server's sentence and are reported", async () => {
    const { client, onFailure } = clientOf(async () =>
      answer({ error: { message: 'Too far back.', code: 'input' } }, 400),
    )
    const failure = client.json('/api/x')
    await expect(failure).rejects.toMatchObject({ message: 'Too far back.', status: 400, code: 'input' })
    await expect(failure).rejects.toBeInstanceOf(ApiError)
    expect(onFailure).toHaveBeenCalledTimes(1)
  })

  it.each([401, 403])('end the session on %i, but not before sign-in', async (status) => {
    const { client, onBadSession } = clientOf(async () => answer({}, status))
    await client.json('/api/x').catch(() => undefined)
    expect(onBadSession).toHaveBeenCalledTimes(1)
    await client.json('/api/auth/validate', { anonymous: true }).catch(() => undefined)
    expect(onBadSession).toHaveBeenCalledTimes(1)
  })

  it('are not sent when the session is gone, which ends it here and is not logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { client, calls, onBadSession } = clientOf(async () => answer({}), {
      tokenManager: { accessToken: async () => null },
      onFailure: (error) => log('A request failed.', error),
    })
    await expect(client.json('/api/x')).rejects.toThrow('Your session has ended. Please sign in again.')
    expect([calls.length, onBadSession.mock.calls.length, logged.mock.calls.length]).toEqual([0, 1, 0])
    logged.mockRestore()
    // Requests that need no session are sent.
    await client.json('/api/x', { anonymous: true })
    await client.json('/api/guest/report', { secret: 'of-a-link' })
    expect([calls.length, onBadSession.mock.calls.length]).toEqual([2, 1])
  })

  it("give 'Bad Request' through the generic helper for 400 and above", async () => {
    const { client } = clientOf(async () => answer({ error: { message: 'No.' } }, 503))
    await expect(client.plain('/api/x')).resolves.toEqual({ message: BAD_REQUEST, reason: 'No.' })
  })

  it('time out with a sentence', async () => {
    const { client } = clientOf(silence)
    await expect(client.json('/api/x', { timeoutSeconds: 0.01 })).rejects.toThrow(
      'Request timed out after 0.01 seconds.',
    )
  })

  it('are called off in silence', async () => {
    const { client, onFailure } = clientOf(silence)
    const controller = new AbortController()
    const request = client.json('/api/x', { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(request).rejects.toMatchObject({ name: 'AbortError' })
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('tell of a dead connection in words of our own', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(client.json('/api/x')).rejects.toThrow('The server can’t be reached.')
  })
})

describe('GraphQL', () => {
  const graphqlOf = (body: unknown, status = 200) => {
    const { client, calls } = clientOf(async () => answer(body, status))
    const log = vi.fn()
    const alert = vi.fn()
    return { ask: createGraphql({ client, timeoutSeconds: 30, log, alert }), log, alert, calls }
  }

  it('gets 30 seconds, 60 locally', () => {
    expect([graphqlTimeout('reports.example'), graphqlTimeout('localhost'), graphqlTimeout('127.0.0.1')]).toEqual([
      30, 60, 60,
    ])
  })

  it('keeps names as they are', async () => {
    const { ask, calls } = graphqlOf({ data: { all_x: 1 } })
    await expect(ask('{ x }', { variables: { propertyIds: [1] } })).resolves.toEqual({ all_x: 1 })
    expect(calls[0]?.init.body).toBe('{"query":"{ x }","variables":{"propertyIds":[1]}}')
  })

  it('logs the first error, alerts and rejects', async () => {
    const { ask, log, alert } = graphqlOf({ data: null, errors: [{ message: 'First.' }, { message: 'Second.' }] })
    await expect(ask('{ x }')).rejects.toThrow('First.')
    expect(log).toHaveBeenCalledWith('First.')
    expect(alert).toHaveBeenCalledWith('First.')
  })

  it("calls an error without words 'Unknown error'", async () => {
    const { ask, alert } = graphqlOf({ errors: [{}] })
    await expect(ask('{ x }')).rejects.toThrow('Unknown error')
    expect(alert).toHaveBeenCalledWith('Unknown error')
  })

  it('keeps what came beside errors where the policy is all', async () => {
    const { ask, alert } = graphqlOf({ data: { x: 1 }, errors: [{ message: 'Half.' }] })
    await expect(ask('{ x }', { errorPolicy: 'all' })).resolves.toEqual({ x: 1 })
    expect(alert).toHaveBeenCalledWith('Half.')
  })

  it('alerts what the way there says', async () => {
    const { ask, alert } = graphqlOf({ error: { message: 'Away.' } }, 503)
    await expect(ask('{ x }')).rejects.toThrow('Away.')
    expect(alert).toHaveBeenCalledWith('Away.')
  })
})

describe('a failure that passes', () => {
  it('is tried again when the server says, or after a while, and never when it would fail again', async () => {
    const busy = async () =>
      new Response(JSON.stringify({ error: { message: 'Busy.', code: 'busy' } }), {
        status: 503,
        headers: { 'retry-after': '5' },
      })
    const failure = async (respond: Parameters<typeof clientOf>[0]) =>
      clientOf(respond)
        .client.json('/api/x')
        .catch((error: Error) => error)
    const told = await failure(busy)
    expect([retryDelay(told, 0), retryDelay(told, 1)]).toEqual([5_000, 7_500])
    expect(failureText(told as Error)).toBe('Busy. This page tries again by itself.')
    const away = await failure(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(retryDelay(away, 0)).toBe(10_000)
    const wrong = await failure(async () => answer({ error: { message: 'Too far back.' } }, 400))
    expect([retryDelay(wrong), failureText(wrong as Error)]).toEqual([false, 'Too far back.'])
  })
})

describe('what a person starts', () => {
  it('has one key for two clicks and for a press after a lost answer, and another one once it was answered', async () => {
    let respond = async (): Promise<Response> => {
      throw new TypeError('Failed to fetch')
    }
    const { client, calls } = clientOf(() => respond())
    const save = (name: string) => client.json('/api/saved-reports', { body: { name } }).catch(() => null)
    await save('Mine')
    respond = async () => answer({})
    await Promise.all([save('Mine'), save('Mine')])
    await save('Other')
    await save('Mine')
    await client.json('/api/saved-reports')
    const keys = calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(new Set(keys.slice(0, 5)).size).toBe(3)
    expect(keys[5]).toBeNull()
  })

  it('imports an upload under one key until the server has said how it ended', async () => {
    let end = '' // The connection breaks off before the last line.
    const { client, calls } = clientOf(async () => new Response(end))
    const file = new File(['No;Name'], 'leads.csv', { lastModified: 1 })
    const upload = (mapping: object, dryRun = false) =>
      runImport(client, { kind: 'csv', file, mapping, dryRun }, new AbortController().signal, () => {}).catch(
        ({ message }) => message,
      )
    expect(await upload({})).toMatch(/connection was lost/)
    end = '{"report":{}}\n'
    expect(await upload({})).toEqual({ report: {}, rejections: [] })
    await upload({})
    await upload({ entity: 'calls' })
    end = '{"error":"The disk is full."}\n'
    expect(await upload({})).toBe('The disk is full.')
    await upload({})
    const keys = calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
    expect(new Set(keys).size).toBe(5)
  })
})
