import { describeState, flattenMetadata } from '@leaselight/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fileAnswer } from '../http/answers'
import { type Api, clientSignal } from '../http/context'
import { parseQuery, pickParams } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { unlisted } from '../http/unlisted'
import { bearerToken } from '../http/viewer'
import { filterNames } from '../reports/filterNames'
import { savedParams } from '../reports/savedParams'
import { sendFile } from '../reports/send'
import { leftOutWarning } from '../sharing/deliveries/notices'
import { type OpenLink, openLink } from './open'
import { guestReport } from './shapes'

const tag = 'Keys'
const guestRights = 'The secret of the link is the bearer token. The rights are those of its maker now.'

/** What links open: a report as a CSV file, and as a page with its PDF for guests. */
export function addLinks(app: App, api: Api): void {
  const sheet = { operationId: 'readSheet', tag, summary: 'Loads a report into a spreadsheet' } as const
  const sheetRoute = route('public', {
    ...sheet,
    description: 'For `IMPORTDATA` and Power Query. The rights are those of the link’s maker now.',
    parameters: z.object({ token: z.string().meta({ description: 'The secret of the link.' }) }),
    answer: { 'text/csv': { type: 'string' } },
  })
  app.get('/api/sheets/report.csv', sheetRoute, async (request, reply) => {
    unlisted(reply)
    const [{ token = '' }] = pickParams(parseQuery(request.query), ['token'])
    const { viewer, report, state } = await openLink(api, request, 'sheet', token)
    return sendFile(api, reply, viewer, { report, state, format: 'csv', plain: true })
  })

  const page = { operationId: 'readGuestReport', tag, summary: 'Opens a report by a guest link' } as const
  const pageRoute = route('public', { ...page, description: guestRights, answer: guestReport })
  app.get('/api/guest/report', pageRoute, async (request, reply) => {
    const { key, viewer, report, state, directory, propertiesLeftOut } = await guestLink(api, request, reply)
    const result = await api.engine.runReport(report, state, viewer, { signal: clientSignal(reply) })
    return sendSnake(reply, {
      name: directory.anonymizer?.text(key.name) ?? key.name,
      company: directory.company.name,
      report: report.key,
      params: savedParams(report, state),
      inWords: describeState(report, state, filterNames(directory)),
      today: directory.today,
      notes: leftOutWarning(propertiesLeftOut, 'the person who sent this link'),
      expiresAt: key.expiresAt,
      result: flattenMetadata(result),
    })
  })

  const pdf = { operationId: 'readGuestPdf', tag, summary: 'Takes a guest link’s report as a PDF' } as const
  const pdfRoute = route('public', {
    ...pdf,
    description: guestRights,
    answer: { 'application/pdf': fileAnswer['application/pdf'] ?? {} },
  })
  app.get('/api/guest/report.pdf', pdfRoute, async (request, reply) => {
    const { viewer, report, state } = await guestLink(api, request, reply)
    return sendFile(api, reply, viewer, { report, state, format: 'pdf', forGuest: true })
  })
}

async function guestLink(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<OpenLink> {
  unlisted(reply)
  return openLink(api, request, 'guest', bearerToken(request))
}
