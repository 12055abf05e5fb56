import { boxscoreForms } from '@leaselight/connectors'
import { InputError } from '@leaselight/model'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { byId, deletedAnswer } from '../http/answers'
import { addStreamRoutes, bodyStream } from '../http/bodies'
import { contentDisposition } from '../http/contentDisposition'
import { type Api, clientSignal } from '../http/context'
import { badRequest } from '../http/errors'
import { firstLine, readAll } from '../http/firstLine'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { contentTypes } from '../reports/export'
import { deleteOwnReconciliation, listVisible, previewFile, readDetail, reconcileFile } from './answers'
import { openProperties } from './compare'
import { exampleCsv, recordList } from './files'
import { compareAgain, requireReconciliation } from './service'
import { listAnswer, previewAnswer, reconciliationAnswer } from './shapes'

const tag = 'Reconcile'
const MAX_FILE = 10 << 20
const MAX_LINE = 256 << 10
const consumes = {
  'application/octet-stream': { type: 'string', format: 'binary' },
  'text/csv': { type: 'string', format: 'binary' },
} as const

const previewLine = z.object({ mapping: z.unknown().optional(), form: z.enum(boxscoreForms).optional() })
const createLine = z.object({
  mapping: z.unknown(),
  start_date: z.string().max(20),
  end_date: z.string().max(20),
  made_at: z.iso.datetime({ offset: true }).nullable().default(null),
  file_name: z.string().max(1_000).default(''),
})

/** A property system's boxscore beside ours: bring one, see the differences, take the list. */
export async function addReconcile(app: App, api: Api): Promise<void> {
  await addStreamRoutes(app, MAX_FILE + MAX_LINE, (scope) => {
    const preview = {
      operationId: 'previewReconciliation',
      tag,
      summary: 'Guesses how a property system’s boxscore is read, and reads it',
      description:
        'The first line of the body is `{}`, `{"form": …}` or `{"mapping": …}`; the file, CSV or Excel, follows. Nothing is stored.',
      consumes,
      answer: previewAnswer,
    } as const
    scope.post(
      '/api/reconciliations/preview',
      { bodyLimit: MAX_FILE + MAX_LINE, ...route('viewer', preview) },
      async (request, reply) => {
        const [line, file] = await bodyParts(request, previewLine)
        // Not sendSnake: a mapping has their own words as names, which must not be changed.
        return reply.send(await previewFile(api, viewerOf(request), line, file))
      },
    )

    const create = {
      operationId: 'createReconciliation',
      tag,
      summary: 'Compares a property system’s boxscore with ours, and stores it',
      description:
        'The first line of the body is `{"mapping": …, "start_date": …, "end_date": …, "made_at": …, "file_name": …}`; the file, CSV or Excel, follows. Rows of properties that the caller doesn’t see are left out.',
      consumes,
      answer: reconciliationAnswer,
    } as const
    scope.post(
      '/api/reconciliations',
      { bodyLimit: MAX_FILE + MAX_LINE, ...route('viewer', create) },
      async (request, reply) => {
        const viewer = viewerOf(request)
        const [line, file] = await bodyParts(request, createLine)
        const signal = clientSignal(reply)
        const made = await reconcileFile(
          api,
          viewer,
          {
            ...{ file, mapping: line.mapping ?? null, startDate: line.start_date, endDate: line.end_date },
            ...{ madeAt: line.made_at, fileName: line.file_name },
          },
          signal,
        )
        return sendSnake(reply, made)
      },
    )
  })

  const list = route('viewer', {
    operationId: 'listReconciliations',
    tag,
    summary: 'The reconciliations of the properties that the caller sees, newest first',
    description:
      'With days, those of exactly these days. With a property, those that cover it, with its numbers alone.',
    parameters: z.object({
      start_date: z.string().optional(),
      end_date: z.string().optional(),
      property: z.int().optional(),
    }),
    answer: listAnswer,
  })
  app.get('/api/reconciliations', list, async (request, reply) => {
    const viewer = viewerOf(request)
    const { start_date: start, end_date: end, property } = parseQuery(request.query)
    const shown = await listVisible(api, viewer, {
      ...{ startDate: start, endDate: end },
      property: property === undefined ? undefined : Number(property),
    })
    return sendSnake(reply, { reconciliations: shown })
  })

  const example = route('viewer', {
    operationId: 'exampleReconciliation',
    tag,
    summary: 'An example of a file to reconcile, about the caller’s properties',
    answer: { 'text/csv': { type: 'string' } },
  })
  app.get('/api/reconciliations/example', example, async (request, reply) => {
    const directory = await api.engine.companyContext(viewerOf(request))
    return reply
      .type(contentTypes.csv)
      .header('content-disposition', contentDisposition('boxscore-example.csv'))
      .send(exampleCsv(openProperties(directory), directory.today))
  })

  const read = route('viewer', {
    operationId: 'readReconciliation',
    tag,
    summary: 'A reconciliation with what is here now: every line, and the records behind each difference',
    params: byId,
    answer: reconciliationAnswer,
  })
  app.get('/api/reconciliations/:id', read, async (request, reply) =>
    sendSnake(reply, await readDetail(api, viewerOf(request), request.params.id, clientSignal(reply))),
  )

  const file = route('viewer', {
    operationId: 'exportReconciliation',
    tag,
    summary: 'The records behind the differences as a file, for those who correct the systems',
    params: byId,
    parameters: z.object({ format: z.enum(['csv', 'xlsx']).optional() }),
    answer: { 'text/csv': { type: 'string' }, [contentTypes.xlsx]: { type: 'string', format: 'binary' } },
  })
  app.get('/api/reconciliations/:id/export', file, async (request, reply) => {
    const viewer = viewerOf(request)
    const { format = 'csv' } = parseQuery(request.query)
    if (format !== 'csv' && format !== 'xlsx') throw new InputError('format must be csv or xlsx.', 'format')
    const { row, directory } = await requireReconciliation(api, viewer, request.params.id)
    api.exports.count(viewer)
    const { comparison } = await compareAgain(api, viewer, row, clientSignal(reply))
    const page = recordList(comparison, directory)
    const { listXlsx, membersCsv } = await import('@leaselight/files')
    async function* pages() {
      yield page
    }
    return reply
      .type(contentTypes[format])
      .header('content-disposition', contentDisposition(`reconciliation-${row.startOn}-${row.endOn}.${format}`))
      .send(format === 'csv' ? membersCsv(pages()) : await listXlsx('Differences', page))
  })

  const remove = route('viewer', {
    operationId: 'deleteReconciliation',
    tag,
    summary: 'Deletes a reconciliation with its file',
    description: 'For the user who brought it, and for administrators.',
    params: byId,
    answer: deletedAnswer,
  })
  app.delete('/api/reconciliations/:id', remove, async (request) => {
    await deleteOwnReconciliation(api, viewerOf(request), request.params.id)
    return { deleted: true }
  })
}

/** The first line of a body as a request, and the file after it. */
async function bodyParts<T>(request: FastifyRequest, shape: z.ZodType<T>): Promise<[T, Buffer]> {
  const [text, file] = await firstLine(bodyStream(request), MAX_LINE)
  const parsed = shape.safeParse(jsonOf(text))
  if (!parsed.success) throw badRequest('The first line of the body must be JSON that says how the file is read.')
  return [parsed.data, await readAll(file, MAX_FILE, 'The file is larger than 10 MB. Choose a shorter period.')]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
