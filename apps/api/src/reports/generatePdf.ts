import { z } from 'zod'
import { viewerOf } from '../http/access'
import type { Api } from '../http/context'
import { parseParams } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { reportBody } from './savedParams'
import { sendExport } from './send'

/** Which report is to become a PDF. */
const generatePdfBody = z.object({ ...reportBody, columns: z.array(z.string().max(100)).max(500).nullish() })

/** The specification's own route to a report's PDF. */
export function addGeneratePdf(app: App, api: Api): void {
  const document = {
    operationId: 'generatePdf',
    tag: 'Reports',
    summary: 'A report as a PDF',
    description: 'The same file as the report’s export.',
    body: generatePdfBody,
    answer: { 'application/pdf': { type: 'string', contentMediaType: 'application/pdf' } },
  } as const
  app.post('/api/generate-pdf', route('viewer', document, { forKeys: true }), async (request, reply) => {
    const viewer = viewerOf(request)
    const { report, params, columns } = request.body
    const query = { ...parseParams(params), ...(columns?.length && { columns: columns.join(',') }), format: 'pdf' }
    return sendExport(api, reply, viewer, report, query)
  })
}
