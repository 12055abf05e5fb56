import { randomBytes } from 'node:crypto'
import type { CompanyContext } from '@leaselight/engine'
import { isAdmin, type Viewer } from '@leaselight/model'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  latestWebhookCalls,
  listWebhooks,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookKinds,
} from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { byId, deletedAnswer, instant } from '../../http/answers'
import type { Api } from '../../http/context'
import { badRequest, notFound } from '../../http/errors'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { nameText } from '../../http/textFields'
import { requireSender } from '../deliveries/manual'
import { isHidden } from '../deliveries/show'
import { requireHostAllowed } from '../watches/rules'

const tag = 'Webhooks'
const SHOWN_CALLS = 20
const name = nameText(120)
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)

const webhookBody = z.object({
  name,
  kind: z.enum(webhookKinds).meta({ description: '`slack` and `teams` are incoming webhooks of a channel.' }),
  address: z.string().max(2_000).meta({ description: 'An https address that gets a POST for each event.' }),
  events,
})
const changeBody = z.object({ name: name.optional(), events: events.optional(), paused: z.boolean().optional() })

const fields = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(webhookKinds),
  host: z.string().meta({ description: 'The host of its address. The address is a secret of Slack and Teams.' }),
  events: z.array(z.enum(webhookEvents)),
  paused: z.boolean(),
  calls: z.array(
    z
      .object({
        id: z.string(),
        event: z.enum(webhookEvents),
        title: z.string(),
        status: z.enum(['queued', 'running', 'sent', 'failed']),
        reason: z.string().nullable(),
        answer_status: z.int().nullable(),
        attempts: z.int(),
        created_at: instant,
        next_attempt_at: instant.nullable(),
      })
      .meta({ id: 'WebhookCall' }),
  ),
  created_at: instant,
}
const webhookAnswer = z.object(fields).meta({ id: 'Webhook' })
const newWebhook = z
  .object({
    ...fields,
    secret: z.string().nullable().meta({ description: 'Signs the calls; shown this once. Null for a channel.' }),
  })
  .meta({ id: 'NewWebhook' })

/** What only administrators are told. */
const forAdmins: readonly WebhookEvent[] = ['import.done', 'import.late']

/** A user's own webhooks. */
export function addWebhooks(app: App, api: Api): void {
  const list = { operationId: 'listWebhooks', tag, summary: 'The user’s webhooks with their latest calls' } as const
  app.get('/api/webhooks', route('viewer', { ...list, answer: webhookAnswer.array() }), async (request, reply) => {
    const viewer = viewerOf(request)
    const directory = await api.engine.companyContext(viewer)
    const all = (await listWebhooks(api.state, viewer)).filter((one) => !isHidden(viewer, one))
    return sendSnake(reply, await Promise.all(all.map((one) => show(api, directory, one))))
  })

  const make = { operationId: 'createWebhook', tag, summary: 'Adds a webhook' } as const
  const makeRoute = route('viewer', { ...make, body: webhookBody, answer: newWebhook }, { hasSecret: true })
  app.post('/api/webhooks', makeRoute, async (request, reply) => {
    const viewer = viewerOf(request)
    await requireSender(api, viewer)
    const { kind, address: url, ...input } = request.body
    requireOpen(viewer, input.events)
    await requireHostAllowed(api, viewer.companyId, url)
    const secret = kind === 'signed' ? `whsec_${randomBytes(24).toString('base64url')}` : null
    const wanted = [...new Set(input.events)]
    const made = await addWebhook(
      api.state,
      viewer,
      { ...input, events: wanted, kind, url, secret, role: viewer.role, demo: viewer.demo ?? false },
      api.now(),
    )
    if (!made) throw badRequest(`You have ${MAX_WEBHOOKS} webhooks. Delete one to add another.`)
    return sendSnake(reply, { ...(await show(api, await api.engine.companyContext(viewer), made)), secret })
  })

  const change = { operationId: 'changeWebhook', tag, summary: 'Changes, pauses or resumes a webhook' } as const
  const changeRoute = route('viewer', { ...change, params: byId, body: changeBody, answer: webhookAnswer })
  app.put('/api/webhooks/:id', changeRoute, async (request, reply) => {
    const viewer = viewerOf(request)
    const { id } = request.params
    const { name: newName, events: newEvents, paused } = request.body
    requireOpen(viewer, newEvents ?? [])
    const wanted = {
      ...(newName !== undefined && { name: newName }),
      ...(newEvents && { events: [...new Set(newEvents)] }),
      ...(paused !== undefined && { paused }),
      role: viewer.role,
    }
    await requireOwn(api, viewer, id)
    const changed = await changeWebhook(api.state, viewer, id, wanted, api.now())
    if (!changed) throw notFound(NO_WEBHOOK)
    return sendSnake(reply, await show(api, await api.engine.companyContext(viewer), changed))
  })

  const remove = { operationId: 'deleteWebhook', tag, summary: 'Deletes a webhook with its log' } as const
  app.delete(
    '/api/webhooks/:id',
    route('viewer', { ...remove, params: byId, answer: deletedAnswer }),
    async (request) => {
      const viewer = viewerOf(request)
      const { id } = request.params
      await requireOwn(api, viewer, id)
      if (!(await deleteWebhook(api.state, viewer, id))) throw notFound(NO_WEBHOOK)
      return { deleted: true }
    },
  )
}

const NO_WEBHOOK = 'You have no such webhook.'

/** Throws 404 for the id of no webhook of the viewer's; in a sales demo those made outside it are none. */
async function requireOwn(api: Api, viewer: Viewer, id: string): Promise<void> {
  const mine = (await listWebhooks(api.state, viewer)).find((one) => one.id === id)
  if (!mine || isHidden(viewer, mine)) throw notFound(NO_WEBHOOK)
}

function requireOpen(viewer: Viewer, wanted: readonly WebhookEvent[]): void {
  if (!isAdmin(viewer.role) && wanted.some((event) => forAdmins.includes(event)))
    throw badRequest('Only administrators get messages about imports.')
}

async function show(api: Api, { anonymizer }: CompanyContext, webhook: Webhook) {
  const { id, kind, url, paused, createdAt } = webhook
  const calls = await latestWebhookCalls(api.state, id, SHOWN_CALLS)
  return {
    ...{ id, kind, paused, createdAt, events: webhook.events, host: new URL(url).host },
    name: anonymizer?.text(webhook.name) ?? webhook.name,
    calls: calls.map((call) => ({
      ...{ id: call.id, event: call.event, title: anonymizer?.text(call.title) ?? call.title, status: call.status },
      ...{ reason: call.reason, answerStatus: call.answerStatus, attempts: call.attempts, createdAt: call.createdAt },
      nextAttemptAt: call.status === 'queued' ? call.attemptAt : null,
    })),
  }
}
