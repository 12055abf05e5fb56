import { isAbsolute } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { toFailure } from '../../http/failures'
import { parseBody } from '../../http/params'
import { matchesSecret } from '../../import/routes'
import { CliError } from '../../start/console'
import { backUp } from './backup'

const SIGN_OF_LIFE_MS = 10_000

/** A new folder on the server's machine. */
const backupBody = z.object({ directory: z.string().min(1).max(4096) })

/** The operator's door to a backup of a running installation, whose embedded stores no other process can open. */
export function addBackup(app: FastifyInstance, api: Api): void {
  app.post('/api/operator/backup', async (request, reply) => {
    if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
    const { directory } = parseBody(backupBody, request.body)
    if (!isAbsolute(directory)) throw badRequest('directory must be an absolute path.')
    // One JSON object a line, while it goes on: progress, and at the end what was copied or a sentence.
    const out = new PassThrough()
    const write = (event: object) => out.write(`${JSON.stringify(event)}\n`)
    // A connection over which nothing comes is cut off after a while, and large tables take their time.
    const alive = setInterval(() => write({ working: true }), SIGN_OF_LIFE_MS)
    const gone = clientSignal(reply)
    void backUp(
      { facts: api.facts, state: api.state },
      { directory, location: api.settings.dataDir, isQuiescent: false, now: api.now() },
      (progress) => {
        if (gone.aborted) throw new CliError('The backup was broken off.')
        write({ progress })
      },
    )
      .then(
        (copied) => write({ copied }),
        (error: unknown) => {
          const { message, isUnexpected } = toFailure(error)
          if (isUnexpected && !(error instanceof CliError)) request.log.error({ err: error }, 'backup failed')
          // The operator sits at the machine and may read what went wrong.
          write({ error: isUnexpected && error instanceof Error ? error.message : message })
        },
      )
      .finally(() => {
        clearInterval(alive)
        out.end()
      })
    return reply.type('application/x-ndjson').send(out)
  })
}
