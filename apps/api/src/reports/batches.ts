import { parseState, type RawParams, type ReportDefinition, type Viewer } from '@leaselight/model'
import { type CreatedProspectBatch, createProspectBatches, readProspectBatch } from '@leaselight/state'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { notFound } from '../http/errors'
import { parseParams, parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { parseDrilldown, requireReport } from './requests'
import { paramsBody } from './savedParams'
import { batchesAnswer } from './shapes'

const optionalText = z
  .string()
  .max(2000)
  .nullish()
  .transform((value) => value ?? undefined)

/** The number whose prospects are sent to the CRM. */
const batchBody = z.object({
  report: z.string().max(100),
  params: paramsBody.nullish(),
  column: z.string().max(100),
  row: optionalText,
  period: optionalText,
})

const readBatch = route('batchToken', {
  operationId: 'readProspectBatch',
  tag: 'Reports',
  summary: 'The prospects of a batch',
  description: 'For 24 hours, for the holder of the batch’s token or a user who may see its property.',
  parameters: z.object({
    batch_id: z.string().meta({ description: 'The batch.' }),
    access_token: z.string().optional().meta({ description: 'The batch’s token; not needed with a session.' }),
  }),
  answer: z
    .object({ batch_id: z.string(), property_id: z.int(), prospect_ids: z.array(z.int()) })
    .meta({ id: 'ProspectBatch' }),
})

/** Sends the prospects behind a number to the CRM: one batch per property. A batch's token gives access for one day. */
export function addBatches(app: App, api: Api): void {
  app.post(
    '/api/prospect-batches',
    route('viewer', {
      operationId: 'createProspectBatches',
      tag: 'Reports',
      summary: 'Creates one batch per property of the prospects behind a number',
      body: batchBody,
      answer: batchesAnswer,
    }),
    async (request, reply) => {
      const { report, params, ...number } = request.body
      return sendBatches(api, reply, viewerOf(request), requireReport(report), parseParams(params), number)
    },
  )

  app.get('/api/get-prospect-batch-tokens-by-id', readBatch, async (request) => {
    const { batch_id: batchId = '', access_token: accessToken } = parseQuery(request.query)
    // The CRM uses the batch's own token, which is sufficient, or the session of a user who may see it.
    const batch =
      accessToken === undefined
        ? await findBatch(api, viewerOf(request), batchId)
        : await readProspectBatch(api.state, { batchId, accessToken }, api.now())
    if (!batch) throw notFound('There is no such batch, or its 24 hours are over.')
    return { batch_id: batch.batchId, property_id: batch.propertyId, prospect_ids: batch.prospectIds }
  })
}

/** Creates batches of the prospects behind a number and returns them. */
export async function sendBatches(
  api: Api,
  reply: FastifyReply,
  viewer: Viewer,
  report: ReportDefinition,
  params: RawParams,
  number: Parameters<typeof parseDrilldown>[1],
): Promise<FastifyReply> {
  const state = parseState(report, params, 'api')
  const opened = { ...parseDrilldown(report, number), signal: clientSignal(reply) }
  return sendSnake(
    reply,
    await createPropertyBatches(api, viewer, await api.engine.memberProspects(report, state, viewer, opened)),
  )
}

/** Keeps one batch a property of the prospects, each with its property's leasing team. */
export async function createPropertyBatches(
  api: Api,
  viewer: Viewer,
  found: readonly { propertyId: number; prospectIds: readonly number[] }[],
): Promise<CreatedProspectBatch[]> {
  const { properties } = await api.engine.companyContext(viewer)
  const teams = new Map(properties.map((property) => [property.id, property.leasingTeamId]))
  const owner = { companyId: viewer.companyId, userId: viewer.userId }
  const batches = found
    .filter((batch) => batch.prospectIds.length > 0)
    .map((batch) => ({ ...batch, leasingTeamId: teams.get(batch.propertyId) ?? null }))
  return createProspectBatches(api.state, owner, batches, api.now())
}

/** The batch of that id, when it is of the viewer's company and of a property she sees. */
async function findBatch(api: Api, viewer: Viewer, batchId: string) {
  if (!z.uuid().safeParse(batchId).success) return undefined
  const { properties } = await api.engine.companyContext(viewer)
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
