import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, requireViewer } from '../http/context'
import { parseBody, parseParams } from '../http/params'
import { exportLimit } from './exportLimit'
import { sendExport } from './routes'
import { reportBody } from './savedParams'

/** Which report is to become a PDF. */
export const generatePdfBody = z.object({ ...reportBody, columns: z.array(z.string().max(100)).max(500).nullish() })

/** The specification's own door to a report's PDF: the same file as the export's. */
export function addGeneratePdf(app: FastifyInstance, api: Api): void {
  app.post('/api/generate-pdf', exportLimit(api), async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const { report, params, columns } = parseBody(generatePdfBody, request.body)
    const query = { ...parseParams(params), ...(columns?.length && { columns: columns.join(',') }), format: 'pdf' }
    return sendExport(api, reply, viewer, report, query)
  })
}
