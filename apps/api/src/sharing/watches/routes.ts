import { viewerOf } from '../../http/access'
import { byId, deletedAnswer } from '../../http/answers'
import { type Api, clientSignal } from '../../http/context'
import { type App, route } from '../../http/routeSchema'
import { sendSnake } from '../../http/snake'
import {
  changeWatchBody,
  createWatch,
  findWatch,
  listOwnWatches,
  markWatchDeleted,
  previewBody,
  previewNewWatch,
  showWatch,
  updateWatch,
  watchBody,
} from './service'
import { changedWatch, numberWatch, watchPreview } from './shapes'

const tag = 'Watches'
const root = '/api/watches'

/** A user's own watched numbers. */
export function addWatches(app: App, api: Api): void {
  app.get(
    root,
    route('viewer', {
      operationId: 'listWatches',
      tag,
      summary: 'The user’s watched numbers, newest first',
      answer: numberWatch.array(),
    }),
    async (request, reply) => sendSnake(reply, await listOwnWatches(api, viewerOf(request))),
  )

  app.post(
    root,
    route('viewer', {
      operationId: 'createWatch',
      tag,
      summary: 'Watches a number of a report',
      body: watchBody,
      answer: changedWatch,
    }),
    async (request, reply) => sendSnake(reply, await createWatch(api, viewerOf(request), request.body)),
  )

  app.post(
    `${root}/preview`,
    route('viewer', {
      operationId: 'previewWatch',
      tag,
      summary: 'On which of the last 90 days a watch would have alerted its owner',
      description: 'Each day is read as of that day, over the records that are known now.',
      body: previewBody,
      answer: watchPreview,
    }),
    async (request, reply) =>
      sendSnake(reply, await previewNewWatch(api, viewerOf(request), request.body, clientSignal(reply))),
  )

  app.get(
    `${root}/:id`,
    route('viewer', {
      operationId: 'readWatch',
      tag,
      summary: 'A watched number',
      params: byId,
      answer: numberWatch,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      return sendSnake(reply, await showWatch(api, viewer, await findWatch(api, viewer, request.params.id)))
    },
  )

  app.put(
    `${root}/:id`,
    route('viewer', {
      operationId: 'changeWatch',
      tag,
      summary: 'Changes, pauses or snoozes a watched number',
      description: 'Only the fields in the body change.',
      params: byId,
      body: changeWatchBody,
      answer: changedWatch,
    }),
    async (request, reply) =>
      sendSnake(reply, await updateWatch(api, viewerOf(request), request.params.id, request.body)),
  )

  app.put(
    `${root}/delete/:id`,
    route('viewer', {
      operationId: 'deleteWatch',
      tag,
      summary: 'Stops watching a number',
      params: byId,
      answer: deletedAnswer,
    }),
    async (request) => {
      await markWatchDeleted(api, viewerOf(request), request.params.id, true)
      return { deleted: true }
    },
  )

  app.put(
    `${root}/restore/:id`,
    route('viewer', {
      operationId: 'restoreWatch',
      tag,
      summary: 'Restores a deleted watch',
      params: byId,
      answer: numberWatch,
    }),
    async (request, reply) => {
      const viewer = viewerOf(request)
      return sendSnake(
        reply,
        await showWatch(api, viewer, await markWatchDeleted(api, viewer, request.params.id, false)),
      )
    },
  )
}
