import type { Viewer } from '@leaselight/model'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { linesAnswer } from '../../http/answers'
import type { Api } from '../../http/context'
import { badRequest } from '../../http/errors'
import { streamLines } from '../../http/lines'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { type ErasureReport, eraseBody, eraseJob, namesSomebody, runErase } from './erasure'
import { peopleAnswer, peopleOf } from './whom'

const erasureAnswer = z
  .object({
    people: z.int(),
    unknown: z
      .array(z.int())
      .meta({ description: 'Prospect ids that belong to no one. They were not added to the list of erased people.' }),
    unknown_agents: z.array(z.int()),
    unknown_users: z.array(z.int()),
    rows: z.array(
      z.object({
        store: z.enum(['facts', 'state', 'files']),
        table: z.string(),
        found: z.int().meta({ description: 'Rows, of every version, that held something of these people.' }),
        left: z.int().meta({ description: 'The same, counted again at the end.' }),
        kept: z.boolean().meta({ description: 'The rows stay, without the person.' }),
      }),
    ),
    left: z.int().meta({ description: 'The sum of what is left. Anything but 0 means: send the request again.' }),
  })
  .meta({ id: 'Erasure' })

const MAX_SHOWN = 1_000
const shortList = eraseBody.shape.prospect_ids.unwrap().max(MAX_SHOWN).optional()
const shortLists = { prospect_ids: shortList, agent_ids: shortList, user_ids: shortList }

function requirePeople(viewer: Viewer, people: Parameters<typeof namesSomebody>[0]): void {
  if (viewer.demo) throw badRequest('This is a sales demo. No one can be erased here.')
  if (!namesSomebody(people)) throw badRequest('Say whom to erase.')
}

/** Erasing people for their company's administrators, and people and companies for the operator. */
export function addErase(app: App, api: Api): void {
  const ofOwnCompany = route('admin', {
    operationId: 'erasePeople',
    tag: 'Import',
    summary: 'Erases people of the company for good',
    description:
      'Every version of their records, and their names in what users wrote. No import brings them back. For administrators.',
    body: eraseBody,
    answer: erasureAnswer,
  })
  app.post('/api/admin/erase', ofOwnCompany, async (request, reply) => {
    const viewer = viewerOf(request)
    requirePeople(viewer, request.body)
    const job = eraseJob.parse({ ...request.body, company_id: viewer.companyId })
    const erasure = await runErase(api, job)
    note(erasure, viewer.companyId)
    return sendSnake(reply, erasure)
  })

  const inOwnCompany = route('admin', {
    operationId: 'peopleToErase',
    tag: 'Import',
    summary: 'Who these people are, before they are erased',
    description: 'For administrators. At most 1,000 at a time.',
    body: z.object(shortLists),
    answer: peopleAnswer,
  })
  app.post('/api/admin/erase/people', inOwnCompany, async (request, reply) => {
    const viewer = viewerOf(request)
    requirePeople(viewer, request.body)
    return reply.send(await peopleOf(api.facts, viewer.companyId, request.body))
  })

  const byOperator = route('operator', {
    operationId: 'eraseByOperator',
    tag: 'Server',
    summary: 'Erases people or a whole company for good',
    body: eraseJob,
    answer: linesAnswer,
  })
  app.post('/api/operator/erase', byOperator, async (request, reply) => {
    const job = request.body
    if (
      job.company_id === undefined &&
      (job.prospect_ids.length === 0 || job.agent_ids.length + job.user_ids.length > 0)
    )
      throw badRequest('Say whom to erase.')
    return streamLines(reply, { failure: 'erasing failed', forOperator: true, keepAlive: true }, async () => {
      const erasure = await runErase(api, job)
      note(erasure, job.company_id)
      return { erasure }
    })
  })

  function note({ people, rows, left }: ErasureReport, company: number | undefined): void {
    const records = rows.reduce((sum, row) => sum + row.found, 0)
    api.log.warn({ company, people, records, left }, 'erased')
  }
}
