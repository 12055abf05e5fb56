import { auditActions, auditMeans } from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { instant } from '../../http/answers'
import { contentDisposition } from '../../http/contentDisposition'
import type { Api } from '../../http/context'
import { parseQuery } from '../../http/params'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { contentTypes } from '../../reports/export'
import type { AuditBuffer } from './recorder'
import { auditPages, MAX_IN_FILE, parseAudit, readAudit } from './service'

declare module '../../http/context' {
  interface Api {
    /** Notes what people do, and stores it in batches. */
    audit: AuditBuffer
  }
}

const auditAnswer = z
  .object({
    events: z.array(
      z
        .object({
          id: z.string(),
          at: instant,
          user_id: z.int().nullable().meta({ description: 'Null where no person did it, as with an import key.' }),
          person: z.string(),
          action: z.enum(auditActions),
          action_in_words: z.string(),
          what: z.string(),
          report: z.string().nullable(),
          means: z.enum(auditMeans),
          means_in_words: z.string(),
        })
        .meta({ id: 'AuditEvent' }),
    ),
    people: z.array(z.object({ id: z.int(), name: z.string() })).meta({ description: 'Who is in the log.' }),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
  })
  .meta({ id: 'AuditLog' })

const filters = {
  user_ids: z.string().optional().meta({ description: 'Only what these users did: ids with commas.' }),
  action: z.enum(auditActions).optional().meta({ description: 'Only this kind.' }),
  from: z.string().optional().meta({ description: 'The first day, in the company’s zone.' }),
  to: z.string().optional().meta({ description: 'The last day.' }),
}

/** Who did what, for the company's administrators. */
export function addAuditLog(app: App, api: Api): void {
  const requested = async (request: Parameters<typeof viewerOf>[0]) => {
    const viewer = viewerOf(request)
    const directory = await api.engine.companyContext(viewer)
    return { viewer, directory, wanted: parseAudit(directory, viewer, parseQuery(request.query)) }
  }

  const list = route('admin', {
    operationId: 'readAuditLog',
    tag: 'Account',
    summary: 'Who saw, changed, sent, imported and erased, newest first',
    description: 'For administrators. A sales demo shows what was done in demos.',
    parameters: z.object({ ...filters, page: z.int().min(1).optional() }),
    answer: auditAnswer,
  })
  app.get('/api/audit', list, async (request, reply) => {
    const { viewer, directory, wanted } = await requested(request)
    return sendSnake(reply, await readAudit(api, viewer, directory, wanted))
  })

  const file = route('admin', {
    operationId: 'exportAuditLog',
    tag: 'Account',
    summary: 'Takes the activity log as a file',
    description: `For administrators. At most ${MAX_IN_FILE} entries.`,
    parameters: z.object(filters),
    answer: { 'text/csv': { type: 'string' } },
  })
  app.get('/api/audit/export', file, async (request, reply) => {
    const { viewer, directory, wanted } = await requested(request)
    api.exports.count(viewer)
    const { membersCsv } = await import('@leaselight/files')
    return reply
      .type(contentTypes.csv)
      .header('content-disposition', contentDisposition('activity-log.csv'))
      .send(membersCsv(auditPages(api, viewer, directory, wanted)))
  })
}
