import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { QueryCancelled } from '@leaselight/facts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors'

/** How slowly a body may arrive: in a window of waiting for it, fewer bytes end it. */
export interface SlowestBody {
  windowMs: number
  bytes: number
}

const SLOWEST: SlowestBody = { windowMs: 30_000, bytes: 16 * 1024 }

/** How long the rest of a body may take that nobody reads, before its connection is closed. */
const DRAIN_MS = 500
const POLL_MS = 10
const HEADERS_MS = 20_000

/**
 * Guards every body of the server. One that trickles ends with 408. One that is answered before its end is read to the end
 * if that takes a moment, and its connection is closed otherwise: the next request on it would wait for the rest.
 */
export function addBodyGuards(app: FastifyInstance, slowest = SLOWEST): void {
  // Node takes the shortest of its limits, and the one for whole requests is off, since imports may take hours.
  app.server.headersTimeout = HEADERS_MS
  app.addHook('preParsing', async (request, _reply, payload) =>
    hasBody(request) ? Readable.from(arriving(payload, slowest), { objectMode: false }) : payload,
  )
  app.addHook('onSend', async (request, reply, payload) => {
    const { raw } = request
    if (raw.complete !== false) return
    // An answer in pieces begins while the body still arrives.
    if (isStream(payload)) reply.header('connection', 'close')
    else if (!(await isDrained(raw))) reply.header('connection', 'close')
  })
}

/** The bytes of a route's body that is not parsed. Ending early leaves the connection open for the answer. */
export function bodyStream({ body }: FastifyRequest): Readable {
  return body instanceof Readable ? body : Readable.from([])
}

/** Registers routes whose bodies stay streams, of any content type, and are never held in memory. */
export async function addStreamRoutes(
  app: FastifyInstance,
  bodyLimit: number,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit }, (_request, payload, done) => done(null, payload))
    add(scope)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isStream = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && 'pipe' in payload

/**
 * The chunks of a body as they arrive. Only waiting counts as slowness: a reader that takes its time is not the sender's
 * fault. Throws 408 for a body that trickles, and a `QueryCancelled` for a sender who left.
 */
export async function* arriving(body: Readable, { windowMs, bytes }: SlowestBody): AsyncGenerator<Buffer> {
  // Destroying the body would close its connection, and the answer could not be sent.
  const chunks: AsyncIterator<Buffer | string> = body.iterator({ destroyOnReturn: false })
  let waited = 0
  let arrived = 0
  for (;;) {
    const since = performance.now()
    const found = await withinTime(chunks.next(), windowMs - waited)
    if (found.done) return
    const chunk = typeof found.value === 'string' ? Buffer.from(found.value) : found.value
    waited += performance.now() - since
    arrived += chunk.length
    if (arrived >= bytes) {
      waited = 0
      arrived = 0
    } else if (waited >= windowMs) throw tooSlow()
    yield chunk
  }
}

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const over = new AbortController()
  const timer = sleep(Math.max(0, milliseconds), 'slow' as const, { signal: over.signal, ref: false })
  timer.catch(() => undefined)
  const guarded = work.catch((error: unknown) => {
    throw isGone(error) ? new QueryCancelled('The sender has left.', { cause: error }) : error
  })
  try {
    const first = await Promise.race([guarded, timer])
    if (first === 'slow') {
      // It may still come or fail, and nobody waits for it any more.
      guarded.catch(() => undefined)
      throw tooSlow()
    }
    return first
  } finally {
    over.abort()
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const tooSlow = (): HttpError =>
  new HttpError(408, 'timeout', 'The body arrived too slowly. Check the connection and send it again.')

/** Reads the rest of a body for a moment; whether that was all. */
async function isDrained(raw: FastifyRequest['raw']): Promise<boolean> {
  if (raw.destroyed) return false
  const end = performance.now() + DRAIN_MS
  for (;;) {
    // Read by hand: somebody who began to read it may still listen, and then it does not flow.
    while (raw.read() !== null);
    if (raw.complete || raw.destroyed || performance.now() > end) return raw.complete
    await sleep(POLL_MS)
  }
}
