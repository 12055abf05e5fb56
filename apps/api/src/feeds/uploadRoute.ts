import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Feed, type FeedRun, latestFeedRuns, newFeedRunId, queueFeedRun, readFeedRun } from '@leaselight/state'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byId } from '../http/answers'
import { addStreamRoutes, bodyStream } from '../http/bodies'
import { type Api, clientSignal } from '../http/context'
import { badRequest, HttpError } from '../http/errors'
import { parseQuery } from '../http/params'
import { type RouteDocumentation, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { MAX_IMPORT_BYTES } from '../import/routes'
import { uploading } from './context'
import { machineOf, safeFileName, storedName, storeFile } from './files'
import { requestedFeed } from './routes'
import { viewOfRun } from './service'
import { feedRunAnswer } from './shapes'

/** The most files of a feed that wait at once. */
const MAX_WAITING = 20
const WAIT_MS = 10 * 60_000
const LOOK_MS = 300

const upload = {
  operationId: 'uploadToFeed',
  tag: 'Feeds',
  summary: 'Sends a file to a feed',
  description:
    'For administrators, and for the holder of a key of the feed. Answers when the file is stored: from then on it is imported even if the server stops.',
  params: byId,
  parameters: z.object({
    name: z.string().optional().meta({ description: 'The name of the file.' }),
    wait: z.enum(['0', '1']).optional().meta({ description: '1 answers when the file is imported.' }),
  }),
  consumes: {
    'text/csv': { type: 'string', format: 'binary' },
    'application/xml': { type: 'string', format: 'binary' },
    'application/x-ndjson': { type: 'string', format: 'binary' },
  },
  answer: feedRunAnswer,
} as const satisfies RouteDocumentation & { params: z.ZodType }

/** The route that files are sent to. */
export async function addFeedUpload(app: FastifyInstance, api: Api): Promise<void> {
  await addStreamRoutes(app, MAX_IMPORT_BYTES, (scope) => {
    scope.post<{ Params: { id: string } }>(
      '/api/feeds/:id/upload',
      { bodyLimit: MAX_IMPORT_BYTES, ...route('feed', upload) },
      async (request, reply) => {
        const feed = await requestedFeed(api, request, request.params.id)
        const { name = feed.name, wait = '0' } = parseQuery(request.query)
        if (wait !== '0' && wait !== '1') throw badRequest('wait must be 1 or 0.')
        if (feed.source !== 'upload') throw badRequest('This feed gets its files elsewhere and can’t be sent any.')
        if (feed.paused) throw badRequest('This feed is paused.')
        const waiting = (await latestFeedRuns(api.state, [feed.id], MAX_WAITING)).get(feed.id) ?? []
        if (waiting.length === MAX_WAITING && waiting.every(({ finishedAt }) => finishedAt === null))
          throw new HttpError(429, 'too_many_requests', `${MAX_WAITING} files of this feed wait already. Try later.`)
        const signal = clientSignal(reply)
        const id = await receive(api, feed, request, safeFileName(name), signal)
        api.feeds.wake()
        const run = wait === '1' ? await ended(api, id, signal) : await readFeedRun(api.state, id)
        return sendSnake(reply, run ? viewOfRun(run) : {})
      },
    )
  })
}

/** Stores the file and queues its import; the run's id. */
async function receive(
  api: Api,
  feed: Feed,
  request: FastifyRequest,
  fileName: string,
  signal: AbortSignal,
): Promise<string> {
  const id = newFeedRunId()
  const { spool } = api.settings.feeds
  const length = request.headers['content-length']
  uploading.add(id)
  try {
    const file = await storeFile(
      join(spool, id),
      storedName(feed, fileName, request.headers['content-type']),
      bodyStream(request),
      {
        maxBytes: MAX_IMPORT_BYTES,
        expectedBytes: length === undefined ? undefined : Number(length),
        signal,
      },
    )
    const stored = { fileName, fileKey: null, ...file, machine: await machineOf(spool) }
    const run = { id, feedId: feed.id, companyId: feed.companyId, trigger: 'upload' as const, ...stored }
    await queueFeedRun(api.state, run, api.now())
  } finally {
    uploading.delete(id)
  }
  return id
}

/** The run when it has ended, or as it is after ten minutes. */
async function ended(api: Api, id: string, signal: AbortSignal): Promise<FeedRun | undefined> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const run = await readFeedRun(api.state, id)
    if (!run || run.finishedAt !== null || performance.now() > until) return run
    await sleep(LOOK_MS, undefined, { signal })
  }
}
