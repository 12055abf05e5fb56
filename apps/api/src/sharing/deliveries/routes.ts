import { InputError } from '@leaselight/model'
import { deliveryKinds } from '@leaselight/state'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, clientSignal, requireViewer } from '../../http/context'
import { parseBody, parseQuery } from '../../http/params'
import { sendSnake } from '../../http/snake'
import { explainedReport } from '../../reports/insights'
import { emailsBody } from '../schedules/subscribers'
import { emailList } from './manual'
import {
  insightsSubscribers,
  messageBody,
  messages,
  ownDeliveries,
  ownDelivery,
  retryOwnDelivery,
  sendMessage,
  shareBody,
  shareInsightsBody,
  shareReport,
  subscribeToInsights,
  unsubscribeFromInsights,
} from './send'

type WithId = { Params: { id: string } }
const MAX_LIMIT = 100

export const subscribeBody = z.object({ emails: emailList.min(1).nullish() }).nullish()

/** Sharing, messages to leasing teams, the subscribers of the morning page, and the history of deliveries. */
export function addDeliveries(app: FastifyInstance, api: Api): void {
  app.post('/api/share-report', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await shareReport(api, viewer, parseBody(shareBody, request.body), clientSignal(reply)))
  })

  app.post('/api/share-insights', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const asked = { ...parseBody(shareInsightsBody, request.body), report: explainedReport().key }
    return sendSnake(reply, await shareReport(api, viewer, asked, clientSignal(reply)))
  })

  app.get('/api/messages', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const { property_id } = parseQuery(request.query)
    return sendSnake(reply, await messages(api, viewer, readId('property_id', property_id)))
  })

  app.post('/api/messages', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await sendMessage(api, viewer, parseBody(messageBody, request.body)))
  })

  app.get('/api/deliveries', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const { schedule_id: scheduleId, kind: asked, limit = String(MAX_LIMIT) } = parseQuery(request.query)
    const kind = deliveryKinds.find((item) => item === asked)
    if (asked !== undefined && !kind) throw new InputError(`kind must be one of ${deliveryKinds.join(', ')}.`, 'kind')
    const most = Number(limit)
    if (!/^\d{1,3}$/.test(limit) || most < 1 || most > MAX_LIMIT)
      throw new InputError(`limit must be a whole number from 1 to ${MAX_LIMIT}.`, 'limit')
    const filter = { ...(scheduleId !== undefined && { scheduleId }), ...(kind && { kind }), limit: most }
    return sendSnake(reply, await ownDeliveries(api, viewer, filter))
  })

  app.get<WithId>('/api/deliveries/:id', async (request, reply) =>
    sendSnake(reply, await ownDelivery(api, await requireViewer(api, request), request.params.id)),
  )

  app.post<WithId>('/api/deliveries/:id/retry', async (request, reply) =>
    sendSnake(reply, await retryOwnDelivery(api, await requireViewer(api, request), request.params.id)),
  )

  const subscribers = '/api/reports/subscribers'
  app.get(subscribers, async (request, reply) =>
    sendSnake(reply, await insightsSubscribers(api, await requireViewer(api, request))),
  )
  app.post(subscribers, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await subscribeToInsights(api, viewer, parseBody(subscribeBody, request.body)?.emails))
  })
  app.put(subscribers, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await unsubscribeFromInsights(api, viewer, parseBody(emailsBody, request.body).emails))
  })
}

function readId(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const id = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw new InputError(`${name} must be the id of a property.`, name)
  return id
}
