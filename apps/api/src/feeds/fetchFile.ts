import { basename } from 'node:path'
import type { Feed } from '@leaselight/state'
import { badRequest } from '../http/errors'
import { isListedHost } from '../http/listedHosts'

const MAX_REDIRECTS = 3
/** How long a fetch may take from the request to the last byte. */
const FETCH_MS = 30 * 60_000
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** A file that a server is about to send. */
export interface FetchedFile {
  name: string
  contentType: string
  expectedBytes: number | undefined
  chunks: AsyncIterable<Uint8Array>
  version: { etag: string | null; lastModified: string | null }
}

/** The server of the URL did not send the file; trying again later may help. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
}

/**
 * The address as one that may be fetched, or a 400 with a sentence. Only hosts that the operator listed are fetched from, by
 * https: an administrator's address must not make the server reach what only the server can.
 */
export function requireFetchable(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw badRequest('The URL is not an address such as https://exports.example.com/leads.csv.')
  const isLocal = LOCAL.includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw badRequest('The URL must begin with https://.')
  if (url.username || url.password) throw badRequest('The URL must not have a user name or a password in it.')
  if (!hosts.some((listed) => isListedHost(url, listed)))
    throw badRequest(
      `Files can’t be fetched from ${url.host}. Ask the operator of this server to add it to FEED_HOSTS.`,
    )
  return url
}

/**
 * Requests a feed's file. `unchanged` when the server has no newer version than the one fetched last. Throws FetchFailed with
 * a sentence when it may work later, and an HttpError when the address can't be fetched at all.
 */
export async function fetchFile(
  { url: address, etag, lastModified }: Pick<Feed, 'url' | 'etag' | 'lastModified'>,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<FetchedFile | 'unchanged'> {
  let url = requireFetchable(address ?? '', hosts)
  const headers = {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
  const until = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)])
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal: until }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new FetchFailed(`${url.host} can’t be reached (${reasonOf(error)}).`)
    })
    if (response.status === 304) return 'unchanged'
    const target = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && target) {
      await response.body?.cancel()
      if (redirects === MAX_REDIRECTS) throw new FetchFailed(`${url.host} redirects too often.`)
      // Each step is checked like the first: a listed host must not lead to another one.
      url = requireFetchable(new URL(target, url).href, hosts)
      continue
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new FetchFailed(`${url.host} answered with status ${response.status}.`)
    }
    const isEncoded = response.headers.has('content-encoding')
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    return {
      name: basename(url.pathname) || url.hostname,
      contentType: response.headers.get('content-type') ?? '',
      // Of a compressed answer the length is another one.
      expectedBytes: isEncoded || Number.isNaN(length) ? undefined : length,
      chunks: readBody(response.body, url.host),
      version: { etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') },
    }
  }
}

async function* readBody(body: ReadableStream<Uint8Array>, host: string): AsyncIterable<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        throw new FetchFailed(`${host} broke off in the middle of the file (${reasonOf(error)}).`)
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  return code || error.message.slice(0, 200)
}
