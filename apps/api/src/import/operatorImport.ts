import { isAbsolute } from 'node:path'
import { type ConnectorProgress, type ConnectorReport, connectorKinds, parseJob } from '@leaselight/connectors'
import type { Rejection } from '@leaselight/facts'
import { z } from 'zod'
import { type Api, clientSignal } from '../http/context'
import { badRequest } from '../http/errors'
import { streamLines } from '../http/lines'
import { type App, route } from '../http/routeSchema'
import { type ImportContext, runImport } from './runs'
import { operatorImportSchema } from './schemas'
import { type FolderReport, folderTask, type ImportListener, sourceFileTask } from './tasks'

/** The longest mapping, in characters. */
export const MAX_MAPPING = 1 << 20

const path = z.string().min(1).max(4096)

/** What the operator imports: a folder of contract files, or one file of another system. Paths are the server's own. */
export const operatorImportBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), directory: path, strict: z.boolean().default(false) }),
  z.object({
    kind: z.enum(connectorKinds),
    file: path,
    /** The text of the property map or the mapping. */
    mapping: z.string().max(MAX_MAPPING),
    dry_run: z.boolean().default(false),
  }),
])

/** What the import command asks for. */
export type OperatorImport = z.output<typeof operatorImportBody>

/** What an operator's import reports at its end. */
export type OperatorReport = FolderReport | ConnectorReport

/** One line of the operator's route: progress and rejections while it runs, the report or a sentence at its end. */
export type OperatorLine =
  | { progress: ConnectorProgress }
  | { rejection: Rejection }
  | { report: OperatorReport }
  | { error: string }

/**
 * The import that an operator asks for, ready to run with the server's stores or the command's own. Throws an InputError
 * when the mapping can't be read, before any store is needed.
 */
export function operatorImport(
  input: OperatorImport,
): (context: ImportContext, listener: ImportListener) => Promise<OperatorReport> {
  if (input.kind === 'folder') {
    const task = folderTask(input.directory, input.strict)
    return (context, listener) => runImport(context, task, listener)
  }
  const { kind, file, mapping, dry_run: dryRun } = input
  const task = sourceFileTask(parseJob(kind, mapping), file, { source: file, dryRun })
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
