import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, viewerOf } from '../context'
import { bodyOf } from '../params'
import { sendSnake } from '../snake'
import {
  change,
  changeSavedBody,
  duplicate,
  duplicateBody,
  findSaved,
  listSaved,
  save,
  saveBody,
  setDeleted,
  showSaved,
} from './savedReports'

type WithId = { Params: { id: string } }

/** One's own saved reports. */
export function addSavedReports(app: FastifyInstance, api: Api): void {
  app.get('/api/saved-reports', async (request, reply) =>
    sendSnake(reply, await listSaved(api, await viewerOf(api, request))),
  )

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(api, request)
    const saved = await save(api, viewer, bodyOf(saveBody, request.body))
    return sendSnake(reply, { savedReportId: saved.id, ...saved })
  }
  // The specification names the second and says of the root that a POST to it creates saved reports.
  for (const path of ['/api/saved-reports', '/api/saved-reports/create', '/api']) app.post(path, create)

  app.get<WithId>('/api/saved-reports/:id', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const saved = await findSaved(api, viewer, request.params.id)
    return sendSnake(reply, showSaved(await api.engine.directory(viewer), saved))
  })

  app.put<WithId>('/api/saved-reports/:id', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await change(api, viewer, request.params.id, bodyOf(changeSavedBody, request.body)))
  })

  app.post<WithId>('/api/saved-reports/:id/duplicate', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const asked = bodyOf(duplicateBody, request.body)
    return sendSnake(reply, await duplicate(api, viewer, request.params.id, asked?.name))
  })

  app.put<WithId>('/api/saved-reports/delete/:id', async (request) => {
    await setDeleted(api, await viewerOf(api, request), request.params.id, true)
    return { deleted: true }
  })

  app.put<WithId>('/api/saved-reports/restore/:id', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const saved = await setDeleted(api, viewer, request.params.id, false)
    return sendSnake(reply, showSaved(await api.engine.directory(viewer), saved))
  })
}
