import { isAbsolute } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { type ConnectorOptions, type ConnectorReport, parseJob } from '@leaselight/connectors'
import { entityNames, entityOf } from '@leaselight/contract'
import type { Rejection } from '@leaselight/facts'
import { isAdmin } from '@leaselight/model'
import { recentImportRuns } from '@leaselight/state'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { toFailure } from '../http/failures'
import { parseBody, parseQuery } from '../http/params'
import { runConnector, toSnakeReport } from './connectorRuns'
import { bodyStream, MAX_IMPORT_BYTES, MAX_REPORTED_REJECTIONS, matchesSecret, requireImporter } from './routes'

/** The forms of foreign files, as addresses name them. */
export const connectorKinds = ['mits', 'csv'] as const
const MAX_MAPPING = 1 << 20
/** Refusals told to a browser, which reads nothing before it has sent everything: they wait in memory. */
const MAX_STREAMED_REJECTIONS = 50_000
const RUNS = 50
const READ_RUNS = 500

/** What an operator's intake is asked for; the file is on the server's machine. */
const operatorIntakeBody = z.object({
  kind: z.enum(connectorKinds),
  file: z.string().min(1).max(4096),
  mapping: z.string().max(MAX_MAPPING),
  dry_run: z.boolean().default(false),
})

type StreamEvent = { progress: object } | { refusal: Rejection } | { account: ConnectorReport } | { error: string }
type Listener = Pick<ConnectorOptions, 'onProgress' | 'onRejection' | 'signal'>

/** The doors for other people's data: a company's own by its admins and import keys, any company's by the operator. */
export async function addConnectors(app: FastifyInstance, api: Api): Promise<void> {
  // A scope of its own: here bodies are streams, never gathered in memory.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: MAX_IMPORT_BYTES }, (_request, payload, done) => done(null, payload))

    scope.post<{ Params: { kind: string } }>(
      '/api/intake/:kind',
      { bodyLimit: MAX_IMPORT_BYTES },
      async (request, reply) => {
        const companyId = await requireImporter(api, request)
        const kind = connectorKinds.find((one) => one === request.params.kind)
        if (!kind) throw notFound(`Foreign files come as ${connectorKinds.join(' or ')}.`)
        const { mapping, dry_run, stream } = parseQuery(request.query)
        const body = bodyStream(request)
        const [text, file] = mapping === undefined ? await firstLine(body) : [mapping, body]
        const job = parseJob(kind, text)
        const dryRun = flag('dry_run', dry_run)
        const run = (listener: Listener) =>
          runConnector(api, job, file, { companyId, dryRun, source: 'api', ...listener })
        if (flag('stream', stream)) return streamProgress(reply, run)
        const refusals: Rejection[] = []
        const account = await run({
          signal: clientSignal(reply),
          onRejection: (refusal) => {
            if (refusals.length < MAX_REPORTED_REJECTIONS) refusals.push(refusal)
          },
        })
        // Not renamed: records carry names of the company's own.
        return reply.header('cache-control', 'no-store').send({ ...toSnakeReport(account), refusals })
      },
    )
  })

  app.get('/api/intake/contract', async (request) => {
    const viewer = await requireViewer(api, request)
    if (!isAdmin(viewer.role)) throw notFound()
    return { entities: contract }
  })

  app.get('/api/imports', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    if (!isAdmin(viewer.role)) throw notFound()
    const runs = await recentImportRuns(api.state, { companyId: viewer.companyId, limit: READ_RUNS })
    // The operator's own imports may bring in other companies, whose numbers are nobody's here.
    const own = runs.filter(({ companyId }) => companyId === viewer.companyId).slice(0, RUNS)
    const shown = own.map(({ id, entity, source, status, startedAt, finishedAt, account }) => ({
      ...{ id, entity, source, status, account },
      started_at: startedAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
    }))
    return reply.header('cache-control', 'no-store').send({ imports: shown })
  })

  app.post('/api/operator/intake', async (request, reply) => {
    if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
    const { kind, file, mapping, dry_run } = parseBody(operatorIntakeBody, request.body)
    if (!isAbsolute(file)) throw badRequest('file must be an absolute path.')
    const job = parseJob(kind, mapping)
    return streamProgress(
      reply,
      (listener) => runConnector(api, job, file, { dryRun: dry_run, source: file, ...listener }),
      true,
    )
  })
}

/** What a table can be made into: the entities with their fields, as a form offers them. */
const contract = entityNames.map((entity) => {
  const { about, fields } = entityOf(entity)
  const shown = Object.entries(fields).map(([field, { kind, required, values = [], note = '' }]) => ({
    ...{ field, kind, required, values, note },
  }))
  return { entity, about, fields: shown }
})

/** One JSON object a line, while it goes on: progress, refusals, and at the end the account or a sentence. */
function streamProgress(
  reply: FastifyReply,
  run: (listener: Listener) => Promise<ConnectorReport>,
  isOperator = false,
) {
  const out = new PassThrough()
  const write = (event: StreamEvent) =>
    void out.write(`${JSON.stringify('account' in event ? { account: toSnakeReport(event.account) } : event)}\n`)
  let refusals = 0
  void run({
    signal: clientSignal(reply),
    onProgress: ({ totalBytes, ...progress }) => write({ progress: { ...progress, total_bytes: totalBytes } }),
    onRejection: (refusal) => {
      if (isOperator || refusals++ < MAX_STREAMED_REJECTIONS) write({ refusal })
    },
  })
    .then(
      (account) => write({ account }),
      (error: unknown) => {
        const { message, isUnexpected } = toFailure(error)
        if (isUnexpected) reply.log.error({ err: error }, 'intake failed')
        // The operator sits at the machine and may read what went wrong.
        write({ error: isUnexpected && isOperator && error instanceof Error ? error.message : message })
      },
    )
    .finally(() => out.end())
  return reply.type('application/x-ndjson').header('cache-control', 'no-store').send(out)
}

function flag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw badRequest(`${name} must be 1 or 0.`)
}

/** The first line of a body, which is the mapping where the address has none, and the file that follows. */
async function firstLine(body: Readable): Promise<[line: string, rest: AsyncIterable<Uint8Array>]> {
  const pieces: Buffer[] = []
  let length = 0
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await chunks.next()
    const end = done ? -1 : value.indexOf(10)
    if (done || length > MAX_MAPPING)
      throw badRequest(
        'The first line of the body must be the mapping as JSON, or the address must have it as mapping.',
      )
    pieces.push(end < 0 ? value : value.subarray(0, end))
    length += value.length
    if (end >= 0) return [Buffer.concat(pieces).toString('utf8'), remainingBytes(value.subarray(end + 1), chunks)]
  }
}

async function* remainingBytes(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncIterable<Uint8Array> {
  yield first
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return
    yield value
  }
}
