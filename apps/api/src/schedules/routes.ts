import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, viewerOf } from '../context'
import { bodyOf } from '../params'
import { sendSnake } from '../snake'
import { emailsBody, subscribe, unsubscribe } from './lists'
import {
  change,
  changeScheduleBody,
  create,
  findSchedule,
  listOwn,
  preview,
  scheduleBody,
  sendNow,
  sendNowBody,
  setDeleted,
  setPaused,
  showSchedule,
  timingBody,
} from './schedules'

type WithId = { Params: { id: string } }
const root = '/api/scheduled-reports'

/** One's own scheduled reports, and who gets them. */
export function addScheduledReports(app: FastifyInstance, api: Api): void {
  app.get(root, async (request, reply) => sendSnake(reply, await listOwn(api, await viewerOf(api, request))))

  const created = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await create(api, viewer, bodyOf(scheduleBody, request.body)))
  }
  for (const path of [root, `${root}/create`]) app.post(path, created)

  app.post(`${root}/preview`, async (request, reply) => {
    await viewerOf(api, request)
    return sendSnake(reply, preview(api, bodyOf(timingBody, request.body)))
  })

  app.get<WithId>(`${root}/:id`, async (request, reply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await showSchedule(api, viewer, await findSchedule(api, viewer, request.params.id)))
  })

  app.put<WithId>(`${root}/:id`, async (request, reply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await change(api, viewer, request.params.id, bodyOf(changeScheduleBody, request.body)))
  })

  for (const [word, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const)
    app.put<WithId>(`${root}/:id/${word}`, async (request, reply) =>
      sendSnake(reply, await setPaused(api, await viewerOf(api, request), request.params.id, paused)),
    )

  app.post<WithId>(`${root}/:id/send-now`, async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const toMe = bodyOf(sendNowBody, request.body)?.to_me ?? true
    return sendSnake(reply, await sendNow(api, viewer, request.params.id, toMe))
  })

  app.put<WithId>(`${root}/delete/:id`, async (request) => {
    await setDeleted(api, await viewerOf(api, request), request.params.id, true)
    return { deleted: true }
  })

  app.put<WithId>(`${root}/restore/:id`, async (request, reply) => {
    const viewer = await viewerOf(api, request)
    return sendSnake(reply, await showSchedule(api, viewer, await setDeleted(api, viewer, request.params.id, false)))
  })

  app.post<WithId>('/api/my-reports/scheduled/:id/subscribers/add', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const own = await findSchedule(api, viewer, request.params.id)
    return sendSnake(reply, await subscribe(api, viewer, own, bodyOf(emailsBody, request.body).emails))
  })

  app.put<WithId>('/api/my-reports/scheduled/:id/subscribers/delete', async (request, reply) => {
    const viewer = await viewerOf(api, request)
    const own = await findSchedule(api, viewer, request.params.id)
    return sendSnake(reply, await unsubscribe(api, viewer, own, bodyOf(emailsBody, request.body).emails))
  })
}
