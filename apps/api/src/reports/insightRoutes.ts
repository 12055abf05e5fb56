import type { FastifyInstance } from 'fastify'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { parseQuery } from '../http/params'
import { sendSnake } from '../http/snake'
import { readWhatChanged } from './insights'

/** What changed, and why. */
export function addInsights(app: FastifyInstance, api: Api): void {
  app.get('/api/insights/what-changed', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await readWhatChanged(api, viewer, parseQuery(request.query), clientSignal(reply)))
  })
}
