import { viewerOf } from '../http/access'
import { byId, deletedAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { changeOrder, changePinName, changeStartPage, createPin, deletePin, showMyPage, undeletePin } from './service'
import { myPageAnswer, orderBody, pinAnswer, pinBody, pinnedAnswer, renameBody, startAnswer, startBody } from './shapes'

const tag = 'My page'
const root = '/api/my-page'

/** A user's own page: what they pinned of any report. */
export function addMyPage(app: App, api: Api): void {
  const read = route('viewer', {
    operationId: 'readMyPage',
    tag,
    summary: 'What the user pinned, in the user’s order',
    description: 'Each pin says whether it is open to the user now. The numbers come from the reports’ own endpoints.',
    answer: myPageAnswer,
  })
  app.get(root, read, async (request, reply) => sendSnake(reply, await showMyPage(api, viewerOf(request))))

  const start = route('viewer', {
    operationId: 'setStartPage',
    tag,
    summary: 'Sets whether the user starts on My page',
    body: startBody,
    answer: startAnswer,
  })
  app.put(root, start, async (request, reply) =>
    sendSnake(reply, await changeStartPage(api, viewerOf(request), request.body.start_page)),
  )

  const pin = route('viewer', {
    operationId: 'createPin',
    tag,
    summary: 'Pins a number, a chart or a finding to My page',
    description: 'At the end of the page. What is pinned in the same state stays where it is.',
    body: pinBody,
    answer: pinnedAnswer,
  })
  app.post(`${root}/pins`, pin, async (request, reply) =>
    sendSnake(reply, await createPin(api, viewerOf(request), request.body)),
  )

  const order = route('viewer', {
    operationId: 'orderPins',
    tag,
    summary: 'Puts the pins of My page into an order',
    body: orderBody,
    answer: myPageAnswer,
  })
  app.put(`${root}/order`, order, async (request, reply) =>
    sendSnake(reply, await changeOrder(api, viewerOf(request), request.body.pin_ids)),
  )

  const rename = route('viewer', {
    operationId: 'renamePin',
    tag,
    summary: 'Renames a pin of My page',
    params: byId,
    body: renameBody,
    answer: pinAnswer,
  })
  app.put(`${root}/pins/:id`, rename, async (request, reply) =>
    sendSnake(reply, await changePinName(api, viewerOf(request), request.params.id, request.body.name)),
  )

  const remove = route('viewer', {
    operationId: 'deletePin',
    tag,
    summary: 'Removes a pin from My page',
    params: byId,
    answer: deletedAnswer,
  })
  app.put(`${root}/pins/delete/:id`, remove, async (request) => {
    await deletePin(api, viewerOf(request), request.params.id)
    return { deleted: true }
  })

  const restore = route('viewer', {
    operationId: 'restorePin',
    tag,
    summary: 'Restores a removed pin',
    params: byId,
    answer: pinAnswer,
  })
  app.put(`${root}/pins/restore/:id`, restore, async (request, reply) =>
    sendSnake(reply, await undeletePin(api, viewerOf(request), request.params.id)),
  )
}
