import { viewerOf } from '../http/access'
import { byId, deletedAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { apiKeyBody, linkBody, listKeys, makeApiKey, makeLink, revokeKey } from './service'
import { accessKey, newApiKey, newLink } from './shapes'

const tag = 'Keys'
const rights =
  'It reads with the rights that its owner has at each use, and with no more than the session that made it had.'

/** A user's own API keys and links. */
export function addKeys(app: App, api: Api): void {
  const list = { operationId: 'listKeys', tag, summary: 'The user’s API keys and links, newest first' } as const
  app.get('/api/keys', route('viewer', { ...list, answer: accessKey.array() }), async (request, reply) =>
    sendSnake(reply, await listKeys(api, viewerOf(request))),
  )

  const make = { operationId: 'createApiKey', tag, summary: 'Makes an API key, which is shown once' } as const
  const makeRoute = route(
    'viewer',
    { ...make, description: rights, body: apiKeyBody, answer: newApiKey },
    { hasSecret: true },
  )
  app.post('/api/keys', makeRoute, async (request, reply) => {
    const made = await makeApiKey(api, viewerOf(request), request.body)
    request.log.info({ key: made.id }, 'API key made')
    return sendSnake(reply, made)
  })

  const link = { operationId: 'createLink', tag, summary: 'Makes a link to a report, which is shown once' } as const
  const linkRoute = route(
    'viewer',
    { ...link, description: rights, body: linkBody, answer: newLink },
    { hasSecret: true },
  )
  app.post('/api/keys/links', linkRoute, async (request, reply) => {
    const made = await makeLink(api, viewerOf(request), request.body)
    request.log.info({ key: made.id }, 'link made')
    return sendSnake(reply, made)
  })

  const revoke = { operationId: 'revokeKey', tag, summary: 'Revokes an API key or a link' } as const
  const revokeRoute = route('viewer', { ...revoke, params: byId, answer: deletedAnswer })
  app.delete('/api/keys/:id', revokeRoute, async (request) => {
    const { id } = await revokeKey(api, viewerOf(request), request.params.id)
    request.log.info({ key: id }, 'key revoked')
    return { deleted: true }
  })
}
