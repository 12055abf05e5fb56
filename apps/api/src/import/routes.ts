import { createHash, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { entityNames, isEntityName } from '@leaselight/contract'
import { type ImportReport, importRecords, type Rejection } from '@leaselight/facts'
import { isAdmin } from '@leaselight/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { badRequest, badSession, HttpError, notFound } from '../http/errors'
import { parseQuery } from '../http/params'
import { sendSnake } from '../http/snake'
import { runImport } from './runs'
import type { ImportProgress, ImportTask } from './tasks'

/** How many rejections a response carries; their number is always complete. */
export const MAX_REPORTED_REJECTIONS = 1_000
export const MAX_IMPORT_BYTES = 10 * 1024 ** 3

const csvTypes = ['text/csv', 'application/csv']
const jsonTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json', 'text/plain']

/** The public import route: records of the caller's own company, for administrators and import keys. */
export async function addImport(app: FastifyInstance, api: Api): Promise<void> {
  // Its own scope: bodies stay streams here and are never held in memory.
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
        const isStrict = strict === 'true'
        const refusals: Rejection[] = []
        const task: ImportTask<ImportReport, ImportProgress> = {
          listed: { companyId, entity, source: 'api' },
          dryRun: false,
          run: (facts, options) =>
            importRecords(facts, bodyStream(request), {
              ...options,
              ...{ entity, format: formatOf(request), companyId, strict: isStrict },
              onProgress: (rows, bytes) => options.onProgress({ rows, bytes }),
            }),
          isRefused: ({ refused }) => isStrict && refused > 0,
          toStored: (report) => report,
        }
        const report = await runImport(api, task, {
          signal: clientSignal(reply),
          onRejection: (rejection) => {
            if (refusals.length < MAX_REPORTED_REJECTIONS) refusals.push(rejection)
          },
        })
        return sendSnake(reply, { ...report, refusals })
      },
    )
  })
}

/** The company whose data the caller may import. */
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
