import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Crm } from './context'

const MAX_SECONDS = 900
const CACHE_SIZE = 4

const recordingQuery = z.object({
  threadId: z.string().regex(/^[\w.-]{1,200}$/),
  seconds: z.coerce.number().int().min(1).max(MAX_SECONDS).default(30),
})

/** Recordings of calls, generated on request. */
export function addRecordings(app: FastifyInstance, crm: Crm): void {
  // A player requests a recording in several ranges. The latest few are cached, so that each is generated once.
  const kept = new Map<string, Buffer>()
  const recordingOf = (threadId: string, seconds: number): Buffer => {
    const key = `${threadId} ${seconds}`
    const recording = kept.get(key) ?? crm.recording(threadId, seconds)
    kept.delete(key)
    kept.set(key, recording)
    const [oldest] = kept.keys()
    if (kept.size > CACHE_SIZE && oldest !== undefined) kept.delete(oldest)
    return recording
  }

  app.get<{ Params: { threadId: string } }>('/recordings/:threadId.wav', async (request, reply) => {
    const query = recordingQuery.safeParse({
      ...z.object({ seconds: z.string() }).partial().parse(request.query),
      ...request.params,
    })
    if (!query.success) {
      return reply.code(400).send({ message: `A recording lasts from 1 to ${MAX_SECONDS} whole seconds.` })
    }
    const recording = recordingOf(query.data.threadId, query.data.seconds)
    reply.headers({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      // The player is a page of the analytics site.
      'cross-origin-resource-policy': 'cross-origin',
    })
    const range = parseRange(request.headers.range, recording.length)
    if (range === undefined) return reply.type('audio/wav').send(recording)
    if (range === 'outside') {
      return reply
        .code(416)
        .header('content-range', `bytes */${recording.length}`)
        .send({ message: 'Outside the recording.' })
    }
    return reply
      .code(206)
      .type('audio/wav')
      .header('content-range', `bytes ${range.start}-${range.end}/${recording.length}`)
      .send(recording.subarray(range.start, range.end + 1))
  })
}

/** The range in a Range header, inclusive; undefined when there is none, or several. */
function parseRange(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  // Without a start, the number counts from the end: the last n bytes.
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  return start > end || start >= length ? 'outside' : { start, end }
}
