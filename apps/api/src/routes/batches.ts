import { readState, type Viewer } from '@leaselight/model'
import { createBatches, readBatch } from '@leaselight/state'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal, viewerOf } from '../context'
import { notFound } from '../errors'
import { bodyOf, paramsOf, queryOf } from '../params'
import { sendSnake } from '../snake'
import { readNumber, reportOf } from './reports'

const optionalText = z
  .string()
  .max(2000)
  .nullish()
  .transform((value) => value ?? undefined)

/** Which number's prospects are handed to the CRM. */
export const batchBody = z.object({
  report: z.string().max(100),
  params: z.record(z.string(), z.unknown()).nullish(),
  column: z.string().max(100),
  row: optionalText,
  period: optionalText,
})

/** Hands the prospects behind a number to the CRM: one batch a property, readable for a day by whoever holds its token. */
export function addBatches(app: FastifyInstance, api: Api): void {
  app.post('/api/prospect-batches', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const body = bodyOf(batchBody, request.body)
    const report = reportOf(body.report)
    const state = readState(report, paramsOf(body.params), 'api')
    const opened = { ...readNumber(report, body), signal: clientSignal(reply) }
    const [found, directory] = await Promise.all([
      api.engine.memberProspects(report, state, viewer, opened),
      api.engine.directory(viewer),
    ])
    const teams = new Map(directory.properties.map((property) => [property.id, property.leasingTeamId]))
    const owner = { companyId: viewer.companyId, userId: viewer.userId }
    const batches = found
      .filter((batch) => batch.prospectIds.length > 0)
      .map((batch) => ({ ...batch, leasingTeamId: teams.get(batch.propertyId) ?? null }))
    return sendSnake(reply, await createBatches(api.state, owner, batches, api.now()))
  })

  app.get('/api/get-prospect-batch-tokens-by-id', async (request) => {
    const { batch_id: batchId = '', access_token: accessToken } = queryOf(request.query)
    // The CRM comes with the batch's own token, which is all it needs, or with the session of somebody who may see it.
    const batch =
      accessToken === undefined
        ? await batchOf(api, await viewerOf(api, request), batchId)
        : await readBatch(api.state, { batchId, accessToken }, api.now())
    if (!batch) throw notFound('There is no such batch, or its 24 hours are over.')
    return { batch_id: batch.batchId, property_id: batch.propertyId, prospect_ids: batch.prospectIds }
  })
}

/** The batch of that id, when it is of the viewer's company and of a property she sees. */
async function batchOf(api: Api, viewer: Viewer, batchId: string) {
  if (!z.uuid().safeParse(batchId).success) return undefined
  const { properties } = await api.engine.directory(viewer)
  return api.state.run(async (db) => {
    const batch = await db.query.prospectBatches.findFirst({
      where: (own, { and, eq, gt }) =>
        and(eq(own.batchId, batchId), eq(own.companyId, viewer.companyId), gt(own.expiresAt, api.now())),
    })
    if (!batch || !properties.some((property) => property.id === batch.propertyId)) return undefined
    const members = await db.query.prospectBatchMembers.findMany({
      where: (own, { eq }) => eq(own.batchId, batchId),
      orderBy: (own, { asc }) => asc(own.prospectId),
    })
    return { ...batch, prospectIds: members.map((member) => member.prospectId) }
  })
}
