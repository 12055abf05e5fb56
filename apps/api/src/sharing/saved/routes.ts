import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, requireViewer } from '../../http/context'
import { parseBody } from '../../http/params'
import { sendSnake } from '../../http/snake'
import {
  changeSavedBody,
  createSaved,
  duplicateBody,
  duplicateSaved,
  findSaved,
  listSaved,
  saveBody,
  setSavedDeleted,
  showSaved,
  updateSaved,
} from './service'

type WithId = { Params: { id: string } }

/** The viewer's own saved reports. */
export function addSavedReports(app: FastifyInstance, api: Api): void {
  app.get('/api/saved-reports', async (request, reply) =>
    sendSnake(reply, await listSaved(api, await requireViewer(api, request))),
  )

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await requireViewer(api, request)
    const saved = await createSaved(api, viewer, parseBody(saveBody, request.body))
    return sendSnake(reply, { savedReportId: saved.id, ...saved })
  }
  // The specification names the second and says of the root that a POST to it creates saved reports.
  for (const path of ['/api/saved-reports', '/api/saved-reports/create', '/api']) app.post(path, create)

  app.get<WithId>('/api/saved-reports/:id', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const saved = await findSaved(api, viewer, request.params.id)
    return sendSnake(reply, showSaved(await api.engine.companyContext(viewer), saved))
  })

  app.put<WithId>('/api/saved-reports/:id', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await updateSaved(api, viewer, request.params.id, parseBody(changeSavedBody, request.body)))
  })

  app.post<WithId>('/api/saved-reports/:id/duplicate', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const asked = parseBody(duplicateBody, request.body)
    return sendSnake(reply, await duplicateSaved(api, viewer, request.params.id, asked?.name))
  })

  app.put<WithId>('/api/saved-reports/delete/:id', async (request) => {
    await setSavedDeleted(api, await requireViewer(api, request), request.params.id, true)
    return { deleted: true }
  })

  app.put<WithId>('/api/saved-reports/restore/:id', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const saved = await setSavedDeleted(api, viewer, request.params.id, false)
    return sendSnake(reply, showSaved(await api.engine.companyContext(viewer), saved))
  })
}
