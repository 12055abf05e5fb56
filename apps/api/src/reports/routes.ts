import { viewerOf } from '../http/access'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { reportSchemas } from './documentation'
import { childrenSegment, requireReport } from './requests'
import { sendExport, sendFirstPage, sendMembers, sendMembersFile, sendReport, sendRows } from './send'

/** The routes of every report: its result, the rows below a row, the records behind a number, the file. */
export function addReports(app: App, api: Api): void {
  app.get<{ Params: { key: string } }>(
    '/api/reports/:key',
    route('viewer', reportSchemas.report),
    async (request, reply) => {
      const report = requireReport(request.params.key)
      return sendReport(api, reply, viewerOf(request), report, parseQuery(request.query))
    },
  )

  app.get<{ Params: { key: string; dimension: string; id: string; children: string } }>(
    '/api/reports/:key/:dimension/:id/:children',
    route('viewer', reportSchemas.children),
    async (request, reply) => {
      const { key, dimension, id, children } = request.params
      const report = requireReport(key)
      const [outer, inner] = report.rows
      if (outer !== dimension || inner === undefined || childrenSegment(inner) !== children) throw notFound()
      const parent = `${dimension}:${encodeURIComponent(id)}`
      return sendRows(api, reply, viewerOf(request), report, parseQuery(request.query), { parent })
    },
  )

  app.get<{ Params: { key: string } }>(
    '/api/reports/:key/members',
    route('viewer', reportSchemas.members),
    async (request, reply) => {
      const report = requireReport(request.params.key)
      return sendMembers(api, reply, viewerOf(request), report, parseQuery(request.query))
    },
  )

  app.get<{ Params: { key: string } }>(
    '/api/reports/:key/members/export',
    route('viewer', reportSchemas.membersFile),
    async (request, reply) => {
      const report = requireReport(request.params.key)
      return sendMembersFile(api, reply, viewerOf(request), report, parseQuery(request.query))
    },
  )

  app.get<{ Params: { key: string } }>(
    '/api/reports/:key/export',
    route('viewer', reportSchemas.export),
    async (request, reply) => sendExport(api, reply, viewerOf(request), request.params.key, parseQuery(request.query)),
  )

  app.get<{ Params: { key: string } }>(
    '/api/reports/:key/first-page',
    route('viewer', reportSchemas.firstPage),
    async (request, reply) =>
      sendFirstPage(api, reply, viewerOf(request), request.params.key, parseQuery(request.query)),
  )
}
