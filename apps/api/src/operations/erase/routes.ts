import { PassThrough } from 'node:stream'
import { isAdmin } from '@leaselight/model'
import type { FastifyInstance } from 'fastify'
import { type Api, requireViewer } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { toFailure } from '../../http/failures'
import { parseBody } from '../../http/params'
import { matchesSecret } from '../../import/routes'
import { type ErasureReport, eraseBody, eraseJob, runErase } from './erasure'

const SIGN_OF_LIFE_MS = 10_000

/** The doors that remove people and companies for good: people for their company's administrators, all else for the operator. */
export function addErase(app: FastifyInstance, api: Api): void {
  app.post('/api/admin/erase', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    if (!isAdmin(viewer.role)) throw notFound()
    const { prospect_ids } = parseBody(eraseBody, request.body)
    const job = eraseJob.parse({ company_id: viewer.companyId, prospect_ids })
    const erasure = await runErase(api, job)
    note(erasure, viewer.companyId)
    return reply.header('cache-control', 'no-store').send(erasure)
  })

  app.post('/api/operator/erase', async (request, reply) => {
    if (!matchesSecret(request.headers['x-operator-key'], api.operatorKey)) throw notFound()
    const job = parseBody(eraseJob, request.body)
    if (job.company_id === undefined && job.prospect_ids.length === 0) throw badRequest('Say whom to erase.')
    const out = new PassThrough()
    const write = (event: object) => out.write(`${JSON.stringify(event)}\n`)
    // A connection over which nothing comes is cut off after a while, and large tables take their time.
    const alive = setInterval(() => write({ working: true }), SIGN_OF_LIFE_MS)
    void runErase(api, job)
      .then(
        (erasure) => {
          note(erasure, job.company_id)
          write({ erasure })
        },
        (error: unknown) => {
          const { message, isUnexpected } = toFailure(error)
          if (isUnexpected) request.log.error({ err: error }, 'erasing failed')
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

  function note({ people, rows, left }: ErasureReport, company: number | undefined): void {
    const records = rows.reduce((sum, row) => sum + row.found, 0)
    api.log.warn({ company, people, records, left }, 'erased')
  }
}
