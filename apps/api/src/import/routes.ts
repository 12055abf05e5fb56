import { entityNames, isEntityName } from '@leaselight/contract'
import { importRecords, type Rejection } from '@leaselight/facts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { companyOf } from '../http/access'
import { addStreamRoutes, bodyStream } from '../http/bodies'
import { type Api, clientSignal } from '../http/context'
import { HttpError, notFound } from '../http/errors'
import { parseQuery } from '../http/params'
import { route } from '../http/routeSchema'
import { runKeyedImport } from './keyedImport'
import { readMode } from './mode'
import { importSchema } from './schemas'
import type { ImportProgress, ImportTask } from './tasks'

/** How many rejections a response carries; their number is always complete. */
export const MAX_REPORTED_REJECTIONS = 1_000
export const MAX_IMPORT_BYTES = 10 * 1024 ** 3

const csvTypes = ['text/csv', 'application/csv']
const jsonTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/json', 'text/plain']

/** The public import route: records of the caller's own company, for administrators and import keys. */
export async function addImport(app: FastifyInstance, api: Api): Promise<void> {
  await addStreamRoutes(app, MAX_IMPORT_BYTES, (scope) => {
    scope.post<{ Params: { entity: string } }>(
      '/api/import/:entity',
      { bodyLimit: MAX_IMPORT_BYTES, ...route('importer', importSchema) },
      async (request, reply) => {
        const companyId = companyOf(request)
        const { entity } = request.params
        if (!isEntityName(entity))
          throw notFound(`There is no entity ${entity.slice(0, 40)}. There are ${entityNames.join(', ')}.`)
        const mode = readMode(parseQuery(request.query))
        const rejections: Rejection[] = []
        const body = bodyStream(request)
        const task: ImportTask<ImportProgress> = {
          listed: { companyId, entity, source: 'api' },
          dryRun: mode.dryRun,
          run: (facts, options) =>
            importRecords(facts, body, {
              ...options,
              ...mode,
              ...{ entity, format: formatOf(request), companyId },
              onProgress: (rows, bytes) => options.onProgress({ rows, bytes }),
            }),
        }
        const report = await runKeyedImport(api, { request, body }, task, {
          signal: clientSignal(reply),
          onRejection: (rejection) => {
            if (rejections.length < MAX_REPORTED_REJECTIONS) rejections.push(rejection)
          },
        })
        return reply.send({ ...report, rejections })
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
