import type { FastifyInstance } from 'fastify'
import { type Api, clientSignal, viewerOf } from '../context'
import { readWhatChanged } from '../insights'
import { queryOf } from '../params'
import { sendSnake } from '../snake'

/** What changed, and why. */
export function addInsights(app: FastifyInstance, api: Api): void {
  app.get('/api/insights/what-changed', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await readWhatChanged(api, viewer, queryOf(request.query), clientSignal(reply)))
  })
}
