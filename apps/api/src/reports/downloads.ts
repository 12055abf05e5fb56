import type { RawParams, Viewer } from '@leaselight/model'
import { issueTicket, redeemTicket } from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { fileAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { parseExportRequest } from './requests'
import { sendExport } from './send'

/** The address of an export. */
const ticketBody = z.object({ path: z.string().max(20_000) })

const EXPORT = /^\/api\/reports\/([\w-]+)\/export$/

const ticketPayload = z.object({
  viewer: z.object({
    userId: z.number(),
    companyId: z.number(),
    role: z.string(),
    groupIds: z.array(z.number()),
    demo: z.boolean().optional(),
  }),
  request: z.object({ key: z.string(), query: z.record(z.string(), z.string()) }),
})

/** Downloads by plain links: a browser can't send its bearer token with one, so it gets a one-use ticket. */
export function addDownloads(app: App, api: Api): void {
  const rateLimit = { max: api.settings.limits.exports, timeWindow: 60_000 }

  const createTicket = route(
    'viewer',
    {
      operationId: 'createTicket',
      tag: 'Reports',
      summary: 'A link to an export that opens once, within a minute',
      description: 'For downloads by plain links, with which a browser can’t send its session.',
      body: ticketBody,
      answer: z.object({ url: z.string() }).meta({ id: 'Ticket' }),
    },
    { rateLimit },
  )
  app.post('/api/tickets', createTicket, async (request) => {
    const viewer = viewerOf(request)
    const wanted = parseExportPath(request.body.path)
    // Invalid requests fail here, where the page can still show the message.
    parseExportRequest(wanted.key, wanted.query)
    const { companyId, userId } = viewer
    const { ticket } = await issueTicket(api.state, { companyId, userId, viewer, request: wanted }, api.now())
    return { url: `/api/downloads/${ticket}` }
  })

  app.get(
    '/api/downloads/:ticket',
    route('public', {
      operationId: 'downloadFile',
      tag: 'Reports',
      summary: 'The file of a ticket',
      params: z.object({ ticket: z.string() }),
      answer: fileAnswer,
    }),
    async (request, reply) => {
      const redeemed = await redeemTicket(api.state, request.params.ticket, api.now())
      const ticket = ticketPayload.safeParse(redeemed)
      if (!ticket.success) throw notFound('This link opens once, within a minute. Please ask for the download again.')
      const { demo = false, ...person } = ticket.data.viewer
      const viewer: Viewer = { ...person, ...(demo && { demo }) }
      const { companyId, userId } = person
      request.audited = { caller: { companyId, userId, demo, means: 'session' }, report: ticket.data.request.key }
      return sendExport(api, reply, viewer, ticket.data.request.key, ticket.data.request.query)
    },
  )
}

function parseExportPath(path: string): { key: string; query: RawParams } {
  const address = URL.canParse(path, 'http://localhost') ? new URL(path, 'http://localhost') : undefined
  const key = address && path.startsWith('/api/') ? EXPORT.exec(address.pathname)?.[1] : undefined
  if (!address || !key) throw badRequest('path must be the address of an export, such as /api/reports/activity/export.')
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(address.searchParams.keys())) {
    const values = address.searchParams.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return { key, query: parseQuery(query) }
}
