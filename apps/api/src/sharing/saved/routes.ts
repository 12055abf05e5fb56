import { MAX_IN_WORKBOOK } from '@leaselight/model'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { byId, deletedAnswer } from '../../http/answers'
import { type Api, clientSignal } from '../../http/context'
import { parseQuery, pickParams } from '../../http/params'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { contentTypes } from '../../reports/export'
import { sendBytes } from '../../reports/send'
import { createdSavedReport, savedReport } from '../shapes'
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
import { savedWorkbook } from './workbook'

const tag = 'Saved reports'

/** A user's own saved reports. */
export function addSavedReports(app: App, api: Api): void {
  app.get(
    '/api/saved-reports',
    route('viewer', {
      operationId: 'listSavedReports',
      tag,
      summary: 'The user’s saved reports, by name',
      answer: savedReport.array(),
    }),
    async (request, reply) => sendSnake(reply, await listSaved(api, viewerOf(request))),
  )

  // The specification names the second and says of the root that a POST to it creates saved reports.
  const paths = {
    '/api/saved-reports': 'createSavedReport',
    '/api/saved-reports/create': 'createSavedReportByCreate',
    '/api': 'createSavedReportAtRoot',
  }
  for (const [path, operationId] of Object.entries(paths))
    app.post(
      path,
      route('viewer', {
        operationId,
        tag,
        summary: 'Saves a report under a name',
        body: saveBody,
        answer: createdSavedReport,
      }),
      async (request, reply) => {
        const saved = await createSaved(api, viewerOf(request), request.body)
        return sendSnake(reply, { savedReportId: saved.id, ...saved })
      },
    )

  app.get(
    '/api/saved-reports/workbook',
    route('viewer', {
      operationId: 'exportSavedReports',
      tag,
      summary: 'Takes several saved reports as one Excel workbook',
      description: `At most ${MAX_IN_WORKBOOK}, with a worksheet for each and one that says what they are about.`,
      parameters: z.object({
        saved_report_ids: z.string().meta({ description: 'The ids of the saved reports, with commas.' }),
      }),
      answer: { [contentTypes.xlsx]: { type: 'string', contentMediaType: contentTypes.xlsx } },
    }),
    async (request, reply) => {
      const [{ saved_report_ids: ids = '' }] = pickParams(parseQuery(request.query), ['saved_report_ids'])
      const chosen = ids.split(',').filter((id) => id !== '')
      const file = await savedWorkbook(api, viewerOf(request), chosen, clientSignal(reply))
      return sendBytes(reply, 'xlsx', file)
    },
  )

  app.get(
    '/api/saved-reports/:id',
    route('viewer', {
      operationId: 'readSavedReport',
      tag,
      summary: 'A saved report',
      params: byId,
      answer: savedReport,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const saved = await findSaved(api, viewer, request.params.id)
      return sendSnake(reply, showSaved(await api.engine.companyContext(viewer), saved))
    },
  )

  app.put(
    '/api/saved-reports/:id',
    route('viewer', {
      operationId: 'changeSavedReport',
      tag,
      summary: 'Renames a saved report, or saves other filters in it',
      params: byId,
      body: changeSavedBody,
      answer: savedReport,
    }),
    async (request, reply) =>
      sendSnake(reply, await updateSaved(api, viewerOf(request), request.params.id, request.body)),
  )

  app.post(
    '/api/saved-reports/:id/duplicate',
    route('viewer', {
      operationId: 'duplicateSavedReport',
      tag,
      summary: 'Copies a saved report',
      params: byId,
      body: duplicateBody,
      answer: savedReport,
    }),
    async (request, reply) =>
      sendSnake(reply, await duplicateSaved(api, viewerOf(request), request.params.id, request.body?.name)),
  )

  app.put(
    '/api/saved-reports/delete/:id',
    route('viewer', {
      operationId: 'deleteSavedReport',
      tag,
      summary: 'Deletes a saved report',
      params: byId,
      answer: deletedAnswer,
    }),
    async (request) => {
      await setSavedDeleted(api, viewerOf(request), request.params.id, true)
      return { deleted: true }
    },
  )

  app.put(
    '/api/saved-reports/restore/:id',
    route('viewer', {
      operationId: 'restoreSavedReport',
      tag,
      summary: 'Restores a deleted saved report',
      params: byId,
      answer: savedReport,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const saved = await setSavedDeleted(api, viewer, request.params.id, false)
      return sendSnake(reply, showSaved(await api.engine.companyContext(viewer), saved))
    },
  )
}
