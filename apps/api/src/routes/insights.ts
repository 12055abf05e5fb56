import type { FastifyInstance } from 'fastify'
import { type Api, clientSignal, requireViewer } from '../context'
import { readWhatChanged } from '../insights'
import { parseQuery } from '../params'
import { sendSnake } from '../snake'

/** What changed, and why. */
export function addInsights(app: FastifyInstance, api: Api): void {
  app.get('/api/insights/what-changed', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await readWhatChanged(api, viewer, parseQuery(request.query), clientSignal(reply)))
  })
}
