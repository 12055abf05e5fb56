import type { Readable } from 'node:stream'
import { entityNames, isEntityName } from '@leaselight/contract'
import { type ImportReport, importRecords, type Rejection } from '@leaselight/facts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { companyOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { badRequest, HttpError, notFound } from '../http/errors'
import { parseQuery } from '../http/params'
import { route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { runImport } from './runs'
import { importSchema } from './schemas'
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
      { bodyLimit: MAX_IMPORT_BYTES, ...route('importer', importSchema) },
      async (request, reply) => {
        const companyId = companyOf(request)
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
