import { InputError } from '@leaselight/model'
import { deliveryKinds } from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../../http/access'
import { byId } from '../../http/answers'
import { type Api, clientSignal } from '../../http/context'
import { parseQuery } from '../../http/params'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { explainedReport } from '../../reports/insights'
import { emailsBody } from '../schedules/subscribers'
import { delivery, sentMessage, shared, subscriberList } from '../shapes'
import { emailList, MAX_RECIPIENTS } from './manual'
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

const tag = 'Sharing'
const MAX_LIMIT = 100

const subscribeBody = z.object({ emails: emailList.min(1).nullish() }).nullish()

/** Sharing, messages to teams, the list of the Insights page, and what became of what was sent. */
export function addDeliveries(app: App, api: Api): void {
  addSharing(app, api)
  addOwnDeliveries(app, api)
  addInsightsList(app, api)
}

function addSharing(app: App, api: Api): void {
  app.post(
    '/api/share-report',
    route('viewer', {
      operationId: 'shareReport',
      tag,
      summary: 'Sends a report by mail',
      description: `To at most ${MAX_RECIPIENTS} people: addresses, or everyone at a property or with a role.`,
      body: shareBody,
      answer: shared,
    }),
    async (request, reply) =>
      sendSnake(reply, await shareReport(api, viewerOf(request), request.body, clientSignal(reply))),
  )

  app.post(
    '/api/share-insights',
    route('viewer', {
      operationId: 'shareInsights',
      tag,
      summary: 'Sends the Insights page by mail',
      body: shareInsightsBody,
      answer: shared,
    }),
    async (request, reply) => {
      const input = { ...request.body, report: explainedReport().key }
      return sendSnake(reply, await shareReport(api, viewerOf(request), input, clientSignal(reply)))
    },
  )

  app.get(
    '/api/messages',
    route('viewer', {
      operationId: 'listMessages',
      tag,
      summary: 'The messages to the teams of the user’s properties, newest first',
      parameters: z.object({
        property_id: z.int().optional().meta({ description: 'Only the messages to this property.' }),
      }),
      answer: delivery.array(),
    }),
    async (request, reply) => {
      const { property_id } = parseQuery(request.query)
      return sendSnake(reply, await messages(api, viewerOf(request), readId('property_id', property_id)))
    },
  )

  app.post(
    '/api/messages',
    route('viewer', {
      operationId: 'sendMessage',
      tag,
      summary: 'Writes to a property’s leasing team',
      body: messageBody,
      answer: sentMessage,
    }),
    async (request, reply) => sendSnake(reply, await sendMessage(api, viewerOf(request), request.body)),
  )
}

function addOwnDeliveries(app: App, api: Api): void {
  app.get(
    '/api/deliveries',
    route('viewer', {
      operationId: 'listDeliveries',
      tag,
      summary: 'What the user had sent, newest first, and how it went',
      parameters: z.object({
        schedule_id: z.string().optional().meta({ description: 'Only of this scheduled report.' }),
        kind: z.enum(deliveryKinds).optional().meta({ description: 'Only of this kind.' }),
        limit: z
          .int()
          .min(1)
          .max(MAX_LIMIT)
          .optional()
          .meta({ description: `At most this many; ${MAX_LIMIT} without it.` }),
      }),
      answer: delivery.array(),
    }),
    async (request, reply) => {
      const { schedule_id: scheduleId, kind: wanted, limit = String(MAX_LIMIT) } = parseQuery(request.query)
      const kind = deliveryKinds.find((item) => item === wanted)
      if (wanted !== undefined && !kind)
        throw new InputError(`kind must be one of ${deliveryKinds.join(', ')}.`, 'kind')
      const most = Number(limit)
      if (!/^\d{1,3}$/.test(limit) || most < 1 || most > MAX_LIMIT)
        throw new InputError(`limit must be a whole number from 1 to ${MAX_LIMIT}.`, 'limit')
      const filter = { ...(scheduleId !== undefined && { scheduleId }), ...(kind && { kind }), limit: most }
      return sendSnake(reply, await ownDeliveries(api, viewerOf(request), filter))
    },
  )

  app.get(
    '/api/deliveries/:id',
    route('viewer', {
      operationId: 'readDelivery',
      tag,
      summary: 'Something that the user had sent',
      params: byId,
      answer: delivery,
    }),
    async (request, reply) => sendSnake(reply, await ownDelivery(api, viewerOf(request), request.params.id)),
  )

  app.post(
    '/api/deliveries/:id/retry',
    route('viewer', {
      operationId: 'retryDelivery',
      tag,
      summary: 'Tries again to reach the recipients that failed',
      params: byId,
      answer: delivery,
    }),
    async (request, reply) => sendSnake(reply, await retryOwnDelivery(api, viewerOf(request), request.params.id)),
  )
}

function addInsightsList(app: App, api: Api): void {
  const path = '/api/reports/subscribers'
  app.get(
    path,
    route('viewer', {
      operationId: 'listInsightsSubscribers',
      tag,
      summary: 'The people to whom the user has the Insights page sent every morning',
      answer: subscriberList,
    }),
    async (request, reply) => sendSnake(reply, await insightsSubscribers(api, viewerOf(request))),
  )

  app.post(
    path,
    route('viewer', {
      operationId: 'addInsightsSubscribers',
      tag,
      summary: 'Adds people to that list; the user without a body',
      body: subscribeBody,
      answer: subscriberList,
    }),
    async (request, reply) => sendSnake(reply, await subscribeToInsights(api, viewerOf(request), request.body?.emails)),
  )

  app.put(
    path,
    route('viewer', {
      operationId: 'removeInsightsSubscribers',
      tag,
      summary: 'Removes people from that list',
      body: emailsBody,
      answer: subscriberList,
    }),
    async (request, reply) =>
      sendSnake(reply, await unsubscribeFromInsights(api, viewerOf(request), request.body.emails)),
  )
}

function readId(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const id = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw new InputError(`${name} must be the id of a property.`, name)
  return id
}
