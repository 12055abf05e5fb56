import { createHash, timingSafeEqual } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { entityNames, isEntityName } from '@leaselight/contract'
import { importDirectory, importRecords, type Rejection } from '@leaselight/facts'
import { isAdmin } from '@leaselight/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { badRequest, badSession, HttpError, notFound } from '../http/errors'
import { toFailure } from '../http/failures'
import { parseBody, parseQuery } from '../http/params'
import { sendSnake } from '../http/snake'
import { recordImport } from './runs'

/** Refusals that an answer carries; their number is always complete. */
export const MAX_REPORTED_REJECTIONS = 1_000
export const MAX_IMPORT_BYTES = 10 * 1024 ** 3

/** What an operator's import is asked for; the folder is on the server's machine. */
export const operatorImportBody = z.object({
  directory: z.string().min(1).max(4096),
  strict: z.boolean().default(false),
})

const csvTypes = ['text/csv', 'application/csv']
const jsonTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json', 'text/plain']

/** The import doors: records of the caller's company for admins and import keys, whole folders for the operator. */
export async function addImport(app: FastifyInstance, api: Api): Promise<void> {
  // A scope of its own: here bodies are streams, never gathered in memory.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: MAX_IMPORT_BYTES }, (_request, payload, done) => done(null, payload))

    scope.post<{ Params: { entity: string } }>(
      '/api/import/:entity',
      { bodyLimit: MAX_IMPORT_BYTES },
      async (request, reply) => {
        const companyId = await requireImporter(api, request)
        const { entity } = request.params
        if (!isEntityName(entity))
          throw notFound(`There is no entity ${entity.slice(0, 40)}. There are ${entityNames.join(', ')}.`)
        const { strict = 'false' } = parseQuery(request.query)
        if (strict !== 'true' && strict !== 'false') throw badRequest('strict must be true or false.')
        const refusals: Rejection[] = []
        const account = await recordImport(
          api,
          { companyId, entity, source: 'api', strict: strict === 'true' },
          (tell) =>
            importRecords(api.facts, bodyStream(request), {
              entity,
              format: formatOf(request),
              companyId,
              strict: strict === 'true',
              onRejection: (refusal) => {
                if (refusals.length < MAX_REPORTED_REJECTIONS) refusals.push(refusal)
              },
              onProgress: (rows, bytes) => tell({ rows, bytes }),
              signal: clientSignal(reply),
              now: api.now().getTime(),
            }),
        )
        return sendSnake(reply, { ...account, refusals })
      },
    )
  })

  app.post('/api/operator/import', async (request, reply) => {
    if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
    const { directory, strict } = parseBody(operatorImportBody, request.body)
    if (!isAbsolute(directory)) throw badRequest('directory must be an absolute path.')
    // One JSON object a line, while it goes on: progress, refusals, and at the end the accounts or a sentence.
    const out = new PassThrough()
    const write = (event: object) => out.write(`${JSON.stringify(event)}\n`)
    void recordImport(api, { entity: 'all', source: directory, strict }, (tell) =>
      importDirectory(api.facts, directory, {
        strict,
        onProgress: (progress) => {
          tell(progress)
          write({ progress })
        },
        onRejection: (refusal) => write({ refusal }),
        signal: clientSignal(reply),
        now: api.now().getTime(),
      }),
    )
      .then(
        (accounts) => write({ accounts }),
        (error: unknown) => {
          const { message, isUnexpected } = toFailure(error)
          if (isUnexpected) request.log.error({ err: error }, 'import failed')
          // The operator sits at the machine and may read what went wrong.
          write({ error: isUnexpected && error instanceof Error ? error.message : message })
        },
      )
      .finally(() => out.end())
    return reply.type('application/x-ndjson').send(out)
  })
}

/** The company whose data the caller may bring in. */
export async function requireImporter(api: Api, request: FastifyRequest): Promise<number> {
  const given = request.headers['x-import-key']
  if (given !== undefined) {
    const key = api.settings.importKeys.find((item) => matchesSecret(given, item.secret))
    if (!key) throw badSession()
    return key.companyId
  }
  const viewer = await requireViewer(api, request)
  if (!isAdmin(viewer.role)) throw notFound('Imports are for administrators.')
  return viewer.companyId
}

export function matchesSecret(value: string | string[] | undefined, secret: string | undefined): boolean {
  if (typeof value !== 'string' || secret === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(value), digest(secret))
}

function formatOf(request: FastifyRequest): 'ndjson' | 'csv' {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (csvTypes.includes(type)) return 'csv'
  if (type === '' || jsonTypes.includes(type)) return 'ndjson'
  throw new HttpError(415, 'unsupported_media_type', 'Send the records as application/x-ndjson or text/csv.')
}

export function bodyStream(request: FastifyRequest): Readable {
  // Without a content type nothing has been parsed, and the bare request is the stream.
  return request.body === undefined || request.body === null ? request.raw : (request.body as Readable)
}
