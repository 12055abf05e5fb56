import { viewerOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { whatChangedSchema } from './insightDocumentation'
import { readWhatChanged } from './insights'

/** What changed, and why. */
export function addInsights(app: App, api: Api): void {
  app.get('/api/insights/what-changed', route('viewer', whatChangedSchema()), async (request, reply) => {
    const viewer = viewerOf(request)
    return sendSnake(reply, await readWhatChanged(api, viewer, parseQuery(request.query), clientSignal(reply)))
  })
}
