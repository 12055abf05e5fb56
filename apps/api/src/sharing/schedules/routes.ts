import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, requireViewer } from '../../http/context'
import { parseBody } from '../../http/params'
import { sendSnake } from '../../http/snake'
import {
  changeScheduleBody,
  createSchedule,
  findSchedule,
  listOwnSchedules,
  markScheduleDeleted,
  previewTiming,
  scheduleBody,
  sendNow,
  sendNowBody,
  setSchedulePaused,
  showSchedule,
  timingBody,
  updateSchedule,
} from './service'
import { emailsBody, subscribe, unsubscribe } from './subscribers'

type WithId = { Params: { id: string } }
const root = '/api/scheduled-reports'

/** The viewer's own scheduled reports and their subscribers. */
export function addScheduledReports(app: FastifyInstance, api: Api): void {
  app.get(root, async (request, reply) =>
    sendSnake(reply, await listOwnSchedules(api, await requireViewer(api, request))),
  )

  const created = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await createSchedule(api, viewer, parseBody(scheduleBody, request.body)))
  }
  for (const path of [root, `${root}/create`]) app.post(path, created)

  app.post(`${root}/preview`, async (request, reply) => {
    await requireViewer(api, request)
    return sendSnake(reply, previewTiming(api, parseBody(timingBody, request.body)))
  })

  app.get<WithId>(`${root}/:id`, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(reply, await showSchedule(api, viewer, await findSchedule(api, viewer, request.params.id)))
  })

  app.put<WithId>(`${root}/:id`, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(
      reply,
      await updateSchedule(api, viewer, request.params.id, parseBody(changeScheduleBody, request.body)),
    )
  })

  for (const [word, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const)
    app.put<WithId>(`${root}/:id/${word}`, async (request, reply) =>
      sendSnake(reply, await setSchedulePaused(api, await requireViewer(api, request), request.params.id, paused)),
    )

  app.post<WithId>(`${root}/:id/send-now`, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const toMe = parseBody(sendNowBody, request.body)?.to_me ?? true
    return sendSnake(reply, await sendNow(api, viewer, request.params.id, toMe))
  })

  app.put<WithId>(`${root}/delete/:id`, async (request) => {
    await markScheduleDeleted(api, await requireViewer(api, request), request.params.id, true)
    return { deleted: true }
  })

  app.put<WithId>(`${root}/restore/:id`, async (request, reply) => {
    const viewer = await requireViewer(api, request)
    return sendSnake(
      reply,
      await showSchedule(api, viewer, await markScheduleDeleted(api, viewer, request.params.id, false)),
    )
  })

  app.post<WithId>('/api/my-reports/scheduled/:id/subscribers/add', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const own = await findSchedule(api, viewer, request.params.id)
    return sendSnake(reply, await subscribe(api, viewer, own, parseBody(emailsBody, request.body).emails))
  })

  app.put<WithId>('/api/my-reports/scheduled/:id/subscribers/delete', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const own = await findSchedule(api, viewer, request.params.id)
    return sendSnake(reply, await unsubscribe(api, viewer, own, parseBody(emailsBody, request.body).emails))
  })
}
