import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { CliError } from '../../console/console'
import { linesAnswer } from '../../http/answers'
import { type Api, clientSignal } from '../../http/context'
import { badRequest } from '../../http/errors'
import { streamLines } from '../../http/lines'
import { type App, route } from '../../http/routeSchema'
import { backUp } from './backup'

/** A new folder on the server's machine. */
const backupBody = z.object({ directory: z.string().min(1).max(4096) })

/** The operator's route to back up a running installation, whose embedded stores no other process can open. */
export function addBackup(app: App, api: Api): void {
  const backup = route('operator', {
    operationId: 'backUp',
    tag: 'Server',
    summary: 'Copies the installation into a new folder',
    body: backupBody,
    answer: linesAnswer,
  })
  app.post('/api/operator/backup', backup, async (request, reply) => {
    const { directory } = request.body
    if (!isAbsolute(directory)) throw badRequest('directory must be an absolute path.')
    const gone = clientSignal(reply)
    return streamLines(reply, { failure: 'backup failed', forOperator: true, keepAlive: true }, async (write) => {
      const copied = await backUp(
        { facts: api.facts, state: api.state },
        { directory, location: api.settings.dataDir, isQuiescent: false, now: api.now() },
        (progress) => {
          if (gone.aborted) throw new CliError('The backup was broken off.')
          write({ progress })
        },
      )
      return { copied }
    })
  })
}
