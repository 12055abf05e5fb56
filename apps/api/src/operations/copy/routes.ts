import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { streamLines } from '../../http/lines'
import { parseBody } from '../../http/params'
import { matchesSecret } from '../../import/routes'
import { CliError } from '../../start/console'
import { backUp } from './backup'

/** A new folder on the server's machine. */
const backupBody = z.object({ directory: z.string().min(1).max(4096) })

/** The operator's route to back up a running installation, whose embedded stores no other process can open. */
export function addBackup(app: FastifyInstance, api: Api): void {
  app.post('/api/operator/backup', async (request, reply) => {
    if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
    const { directory } = parseBody(backupBody, request.body)
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
