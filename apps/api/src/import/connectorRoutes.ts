import { connectorKinds, ENTITY_LABELS, fieldLabel, parseJob, SAMPLE_BYTES, valueLabel } from '@leaselight/connectors'
import { entityNames, entityOf, isEntityName } from '@leaselight/contract'
import type { Rejection } from '@leaselight/facts'
import { recentImportRuns } from '@leaselight/state'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { companyOf } from '../http/access'
import { addStreamRoutes, bodyStream } from '../http/bodies'
import { type Api, clientSignal } from '../http/context'
import { notFound } from '../http/errors'
import { firstLine } from '../http/firstLine'
import { streamLines } from '../http/lines'
import { parseQuery } from '../http/params'
import { route } from '../http/routeSchema'
import { type AnsweredReport, runKeyedImport } from './keyedImport'
import { readFlag, readMode } from './mode'
import { MAX_MAPPING } from './operatorImport'
import { previewSchema, previewStart } from './preview'
import { readStoredRun } from './reports'
import { MAX_IMPORT_BYTES, MAX_REPORTED_REJECTIONS } from './routes'
import { connectorSchema, contractSchema, importsSchema } from './schemas'
import { type ImportListener, sourceFileTask } from './tasks'

/** Rejections streamed to a browser, which reads nothing before it has sent everything: they wait in memory. */
const MAX_STREAMED_REJECTIONS = 50_000
const RUNS = 50
/** A sample and the mapping before it. */
const MAX_PREVIEW = SAMPLE_BYTES + MAX_MAPPING

/** The routes for other systems' files, for a company's administrators and import keys, and the list of its imports. */
export async function addConnectors(app: FastifyInstance, api: Api): Promise<void> {
  await addStreamRoutes(app, MAX_IMPORT_BYTES, (scope) => {
    scope.post<{ Params: { kind: string } }>(
      '/api/intake/:kind',
      { bodyLimit: MAX_IMPORT_BYTES, ...route('importer', connectorSchema) },
      async (request, reply) => {
        const companyId = companyOf(request)
        const kind = connectorKinds.find((one) => one === request.params.kind)
        if (!kind) throw notFound(`Foreign files come as ${connectorKinds.join(' or ')}.`)
        const query = parseQuery(request.query)
        const { mapping, stream } = query
        const body = bodyStream(request)
        const [text, file] = mapping === undefined ? await firstLine(body, MAX_MAPPING) : [mapping, body]
        const job = parseJob(kind, text)
        const task = sourceFileTask(job, file, { companyId, source: 'api', ...readMode(query) })
        const run = (listener: ImportListener) => runKeyedImport(api, { request, body: file }, task, listener)
        if (readFlag('stream', stream)) return streamReport(reply, run)
        const rejections: Rejection[] = []
        const report = await run({
          signal: clientSignal(reply),
          onRejection: (rejection) => {
            if (rejections.length < MAX_REPORTED_REJECTIONS) rejections.push(rejection)
          },
        })
        // Not sendSnake: records carry names of the company's own, which must not be changed.
        return reply.send({ ...report, rejections })
      },
    )
  })

  await addStreamRoutes(app, MAX_PREVIEW, (scope) => {
    scope.post(
      '/api/intake/preview',
      { bodyLimit: MAX_PREVIEW, ...route('importer', previewSchema) },
      async (request, reply) => {
        const [text, file] = await firstLine(bodyStream(request), MAX_MAPPING)
        const answer = await previewStart(api, companyOf(request), text, file)
        return reply.header('cache-control', 'no-store').send(answer)
      },
    )
  })

  app.get('/api/intake/contract', route('admin', contractSchema), async () => ({ entities: contract }))

  app.get('/api/imports', route('importer', importsSchema), async (request, reply) => {
    const company = companyOf(request)
    const runs = await recentImportRuns(api.state, { companyId: company, limit: RUNS })
    const shown = runs.map(({ id, entity, source, status, startedAt, finishedAt, account }) => ({
      ...{ id, entity, source, status, ...readStoredRun(account) },
      started_at: startedAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
    }))
    return reply.send({ imports: shown })
  })
}

/** The entities that a table can become, with their fields, as a form offers them: the usual ones first. */
const contract = [...new Set([...Object.keys(ENTITY_LABELS), ...entityNames])].filter(isEntityName).map((entity) => {
  const { about, fields } = entityOf(entity)
  const shown = Object.entries(fields).map(([field, { kind, required, values = [], note = '' }]) => ({
    ...{ field, label: fieldLabel(entity, field), kind, required, values, note },
    value_labels: values.map((value) => valueLabel(entity, field, value)),
  }))
  const plain = entity.replaceAll('_', ' ')
  const label = ENTITY_LABELS[entity] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
  return { entity, label, about, fields: shown }
})

/**
 * Answers line by line while the import runs: `{progress}`, `{rejection}`, and at the end `{report}` or `{error}`, as the
 * operator's route does.
 */
function streamReport(reply: FastifyReply, run: (listener: ImportListener) => Promise<AnsweredReport>): FastifyReply {
  return streamLines(reply, { failure: 'import failed', forOperator: false }, async (write) => {
    let rejections = 0
    const report = await run({
      signal: clientSignal(reply),
      onProgress: ({ totalBytes, ...progress }) => write({ progress: { ...progress, total_bytes: totalBytes } }),
      onRejection: (rejection) => {
        if (rejections++ < MAX_STREAMED_REJECTIONS) write({ rejection })
      },
    })
    return { report }
  })
}
