import { viewerOf } from '../http/access'
import { byId, deletedAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { parseIds, parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { changeNote, createNote, listNotes, removeNote } from './service'
import { changeNoteBody, noteAnswer, noteBody, notesAnswer, notesParameters } from './shapes'

const tag = 'Notes on the timeline'
const root = '/api/timeline-notes'

/** What happened on a day or over some days, beside the numbers. */
export function addTimelineNotes(app: App, api: Api): void {
  const list = route('viewer', {
    operationId: 'listTimelineNotes',
    tag,
    summary: 'The notes on the timeline',
    description: 'Notes about the company, and about properties that the reader sees.',
    parameters: notesParameters,
    answer: notesAnswer,
  })
  app.get(root, list, async (request, reply) => {
    const { start_date: startDate, end_date: endDate, property_ids: ids } = parseQuery(request.query)
    const propertyIds = ids === undefined ? [] : parseIds(ids)
    return sendSnake(reply, await listNotes(api, viewerOf(request), { startDate, endDate, propertyIds }))
  })

  const create = route('viewer', {
    operationId: 'createTimelineNote',
    tag,
    summary: 'Writes a note on the timeline',
    description:
      'About properties that the writer sees. Managers and administrators also write about the company, and about an attribute’s value.',
    body: noteBody,
    answer: noteAnswer,
  })
  app.post(root, create, async (request, reply) =>
    sendSnake(reply, await createNote(api, viewerOf(request), request.body)),
  )

  const change = route('viewer', {
    operationId: 'changeTimelineNote',
    tag,
    summary: 'Changes a note on the timeline',
    description: 'For its author, managers, and administrators. Only the fields in the body change.',
    params: byId,
    body: changeNoteBody,
    answer: noteAnswer,
  })
  app.put(`${root}/:id`, change, async (request, reply) =>
    sendSnake(reply, await changeNote(api, viewerOf(request), request.params.id, request.body)),
  )

  const remove = route('viewer', {
    operationId: 'deleteTimelineNote',
    tag,
    summary: 'Deletes a note on the timeline',
    description: 'For its author, managers, and administrators.',
    params: byId,
    answer: deletedAnswer,
  })
  app.delete(`${root}/:id`, remove, async (request) => {
    await removeNote(api, viewerOf(request), request.params.id)
    return { deleted: true }
  })
}
