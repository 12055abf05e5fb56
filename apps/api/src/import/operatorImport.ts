import { isAbsolute } from 'node:path'
import { type ConnectorProgress, connectorKinds, parseJob } from '@leaselight/connectors'
import { type ImportReport, parseMaxRejected, type Rejection } from '@leaselight/facts'
import { z } from 'zod'
import { type Api, clientSignal } from '../http/context'
import { badRequest } from '../http/errors'
import { streamLines } from '../http/lines'
import { type App, route } from '../http/routeSchema'
import { type ImportContext, runImport } from './runs'
import { operatorImportSchema } from './schemas'
import { folderTask, type ImportListener, sourceFileTask } from './tasks'

/** The longest mapping, in characters. */
export const MAX_MAPPING = 1 << 20

const path = z.string().min(1).max(4096)

const mode = {
  dry_run: z.boolean().default(false),
  /** Stores nothing when more are rejected: `20` or `1%`. */
  max_rejected: z
    .string()
    .max(20)
    .refine((text) => parseMaxRejected(text) !== undefined, 'must be a number such as 20 or a share such as 1%')
    .optional(),
}

/** What the operator imports: a folder of contract files, or one file of another system. Paths are the server's own. */
export const operatorImportBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), directory: path, ...mode }),
  z.object({
    kind: z.enum(connectorKinds),
    file: path,
    /** The text of the property map or the mapping. */
    mapping: z.string().max(MAX_MAPPING),
    ...mode,
  }),
])

/** What the import command asks for. */
export type OperatorImport = z.output<typeof operatorImportBody>

/** One line of the operator's route: progress and rejections while it runs, the report or a sentence at its end. */
export type OperatorLine =
  | { progress: ConnectorProgress }
  | { rejection: Rejection }
  | { report: ImportReport }
  | { error: string }

/**
 * The import that an operator asks for, ready to run with the server's stores or the command's own. Throws an InputError
 * when the mapping can't be read, before any store is needed.
 */
export function operatorImport(
  input: OperatorImport,
): (context: ImportContext, listener: ImportListener) => Promise<ImportReport> {
  const { dry_run: dryRun, max_rejected: limit } = input
  const mode = { dryRun, maxRejected: limit === undefined ? undefined : parseMaxRejected(limit) }
  const task =
    input.kind === 'folder'
      ? folderTask(input.directory, mode)
      : sourceFileTask(parseJob(input.kind, input.mapping), input.file, { source: input.file, ...mode })
  return (context, listener) => runImport(context, task, listener)
}

/** The import command's way into the running server, which alone may open the embedded stores. */
export function addOperatorImport(app: App, api: Api): void {
  app.post(
    '/api/operator/import',
    route('operator', { ...operatorImportSchema, body: operatorImportBody }),
    async (request, reply) => {
      const input = request.body
      const [field, value] = input.kind === 'folder' ? ['directory', input.directory] : ['file', input.file]
      if (!isAbsolute(value)) throw badRequest(`${field} must be an absolute path.`)
      const run = operatorImport(input)
      return streamLines(reply, { failure: 'import failed', forOperator: true }, async (write) => {
        const line = (event: OperatorLine) => write(event)
        const report = await run(api, {
          signal: clientSignal(reply),
          onProgress: (progress) => line({ progress }),
          onRejection: (rejection) => line({ rejection }),
        })
        return { report } satisfies OperatorLine
      })
    },
  )
}
