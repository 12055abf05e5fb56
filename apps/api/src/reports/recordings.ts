import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { InputError } from '@leaselight/model'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { HttpError, notFound } from '../http/errors'
import { type App, route } from '../http/routeSchema'

/** How long the recordings' server may take to start its response. */
const TIMEOUT_MS = 15_000
const RESPONSE_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const
const REQUEST_HEADERS = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const

/**
 * The recording of a call, in ranges if a player requests them. It goes through this server instead of its own URL, so
 * that access is checked for every range, and the browser needs no other host.
 */
export function addRecordings(app: App, api: Api): void {
  app.get(
    '/api/calls/:id/recording',
    route('viewer', {
      operationId: 'callRecording',
      tag: 'Reports',
      summary: 'The recording of a call',
      description: 'A Range header asks for a part of it.',
      params: z.object({ id: z.string().meta({ type: 'integer' }) }),
      answer: { 'audio/*': { type: 'string', format: 'binary' } },
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const id = Number(request.params.id)
      if (!/^\d{1,16}$/.test(request.params.id) || !Number.isSafeInteger(id))
        throw new InputError('The address must name a call by its id.', 'id')
      const gone = clientSignal(reply)
      const address = await api.engine.recording(viewer, id, gone)
      if (!URL.canParse(address) || !api.settings.recordingOrigins.includes(new URL(address).origin))
        throw notFound('This recording is stored where Leaselight can’t play it. Ask your administrator.')
      const answer = await fetchPiece(address, pick(request.headers, REQUEST_HEADERS), gone)
      reply.code(answer.status).type(audioType(answer.headers.get('content-type')))
      for (const name of RESPONSE_HEADERS) {
        const value = answer.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      reply.header('cache-control', 'private, no-store')
      // The same stream with two types: the browser's and node's differ in a method that isn't used.
      return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : '')
    },
  )
}

async function fetchPiece(address: string, headers: Record<string, string>, aborted: AbortSignal): Promise<Response> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), TIMEOUT_MS)
  let answer: Response
  try {
    // A redirect could lead anywhere, bypassing the list of hosts that recordings may come from.
    answer = await fetch(address, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.any([aborted, slow.signal]),
    })
  } catch (cause) {
    throw recordingsUnavailable(cause)
  } finally {
    // Once started, a long recording may take longer.
    clearTimeout(timer)
  }
  if (answer.ok || answer.status === 416 || answer.status === 304) return answer
  await answer.body?.cancel()
  if (answer.status === 404 || answer.status === 410) throw notFound('The recording of this call is no longer there.')
  throw recordingsUnavailable()
}

const recordingsUnavailable = (cause?: unknown): HttpError =>
  new HttpError(503, 'recordings_unavailable', 'The recordings can’t be reached. Please try again in a moment.', {
    cause,
  })

/** Only audio keeps its content type: another server's page must not open on our origin. */
const audioType = (type: string | null): string => (type?.startsWith('audio/') ? type : 'application/octet-stream')

function pick(headers: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
