import { viewerOf } from '../../http/access'
import { byId, deletedAnswer } from '../../http/answers'
import type { Api } from '../../http/context'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import { delivery, scheduledReport, subscriberList, timingPreview } from '../shapes'
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

const tag = 'Scheduled reports'
const root = '/api/scheduled-reports'

/** A user's own scheduled reports, and who receives them. */
export function addScheduledReports(app: App, api: Api): void {
  addSchedules(app, api)
  addChanges(app, api)
  addSubscribers(app, api)
}

function addSchedules(app: App, api: Api): void {
  app.get(
    root,
    route('viewer', {
      operationId: 'listScheduledReports',
      tag,
      summary: 'The user’s scheduled reports, by name',
      answer: scheduledReport.array(),
    }),
    async (request, reply) => sendSnake(reply, await listOwnSchedules(api, viewerOf(request))),
  )

  const paths = { [root]: 'createScheduledReport', [`${root}/create`]: 'createScheduledReportByCreate' }
  for (const [path, operationId] of Object.entries(paths))
    app.post(
      path,
      route('viewer', {
        operationId,
        tag,
        summary: 'Schedules a report, or a saved one',
        body: scheduleBody,
        answer: scheduledReport,
      }),
      async (request, reply) => sendSnake(reply, await createSchedule(api, viewerOf(request), request.body)),
    )

  app.post(
    `${root}/preview`,
    route('viewer', {
      operationId: 'previewTiming',
      tag,
      summary: 'A timing as text, and its next runs',
      body: timingBody,
      answer: timingPreview,
    }),
    async (request, reply) => sendSnake(reply, previewTiming(api, request.body)),
  )

  app.get(
    `${root}/:id`,
    route('viewer', {
      operationId: 'readScheduledReport',
      tag,
      summary: 'A scheduled report',
      params: byId,
      answer: scheduledReport,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      return sendSnake(reply, await showSchedule(api, viewer, await findSchedule(api, viewer, request.params.id)))
    },
  )
}

function addChanges(app: App, api: Api): void {
  app.put(
    `${root}/:id`,
    route('viewer', {
      operationId: 'changeScheduledReport',
      tag,
      summary: 'Changes a scheduled report',
      description: 'Only the fields in the body change. With emails, its whole list is replaced.',
      params: byId,
      body: changeScheduleBody,
      answer: scheduledReport,
    }),
    async (request, reply) =>
      sendSnake(reply, await updateSchedule(api, viewerOf(request), request.params.id, request.body)),
  )

  for (const [verb, summary, paused] of [
    ['pause', 'Pauses a scheduled report', true],
    ['resume', 'Resumes a scheduled report', false],
  ] as const)
    app.put(
      `${root}/:id/${verb}`,
      route('viewer', {
        operationId: `${verb}ScheduledReport`,
        tag,
        summary,
        params: byId,
        answer: scheduledReport,
      }),
      async (request, reply) =>
        sendSnake(reply, await setSchedulePaused(api, viewerOf(request), request.params.id, paused)),
    )

  app.post(
    `${root}/:id/send-now`,
    route('viewer', {
      operationId: 'sendScheduledReportNow',
      tag,
      summary: 'Sends a scheduled report now',
      description: 'To the user alone, or with to_me false to its whole list.',
      params: byId,
      body: sendNowBody,
      answer: delivery,
    }),
    async (request, reply) =>
      sendSnake(reply, await sendNow(api, viewerOf(request), request.params.id, request.body?.to_me ?? true)),
  )

  app.put(
    `${root}/delete/:id`,
    route('viewer', {
      operationId: 'deleteScheduledReport',
      tag,
      summary: 'Deletes a scheduled report',
      params: byId,
      answer: deletedAnswer,
    }),
    async (request) => {
      await markScheduleDeleted(api, viewerOf(request), request.params.id, true)
      return { deleted: true }
    },
  )

  app.put(
    `${root}/restore/:id`,
    route('viewer', {
      operationId: 'restoreScheduledReport',
      tag,
      summary: 'Restores a deleted scheduled report',
      params: byId,
      answer: scheduledReport,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const restored = await markScheduleDeleted(api, viewer, request.params.id, false)
      return sendSnake(reply, await showSchedule(api, viewer, restored))
    },
  )
}

function addSubscribers(app: App, api: Api): void {
  const subscribers = '/api/my-reports/scheduled/:id/subscribers'
  app.post(
    `${subscribers}/add`,
    route('viewer', {
      operationId: 'addSubscribers',
      tag,
      summary: 'Adds people to the list of a scheduled report',
      params: byId,
      body: emailsBody,
      answer: subscriberList,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const own = await findSchedule(api, viewer, request.params.id)
      return sendSnake(reply, await subscribe(api, viewer, own, request.body.emails))
    },
  )

  app.put(
    `${subscribers}/delete`,
    route('viewer', {
      operationId: 'removeSubscribers',
      tag,
      summary: 'Removes people from the list of a scheduled report',
      params: byId,
      body: emailsBody,
      answer: subscriberList,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      const own = await findSchedule(api, viewer, request.params.id)
      return sendSnake(reply, await unsubscribe(api, viewer, own, request.body.emails))
    },
  )
}
