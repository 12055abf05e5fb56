import { isAdmin } from '@leaselight/model'
import type { FastifyInstance } from 'fastify'
import { type Api, requireViewer } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { streamLines } from '../../http/lines'
import { parseBody } from '../../http/params'
import { matchesSecret } from '../../import/routes'
import { type ErasureReport, eraseBody, eraseJob, runErase } from './erasure'

/** The routes that erase for good: people for their company's administrators, people and companies for the operator. */
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
    return streamLines(reply, { failure: 'erasing failed', forOperator: true, keepAlive: true }, async () => {
      const erasure = await runErase(api, job)
      note(erasure, job.company_id)
      return { erasure }
    })
  })

  function note({ people, rows, left }: ErasureReport, company: number | undefined): void {
    const records = rows.reduce((sum, row) => sum + row.found, 0)
    api.log.warn({ company, people, records, left }, 'erased')
  }
}
