import { hasReadWelcome, markWelcomeRead } from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import type { Api } from '../http/context'
import { type App, route } from '../http/routeSchema'

const answer = z
  .object({ read: z.boolean().meta({ description: 'Whether the user has read how the start page works.' }) })
  .meta({ id: 'Welcome' })

/** Whether a user is new here, so that the start page explains itself once. */
export function addWelcome(app: App, api: Api): void {
  const read = route('viewer', {
    operationId: 'readWelcome',
    tag: 'Account',
    summary: 'Whether the user has read how the start page works',
    answer,
  })
  app.get('/api/welcome', read, async (request, reply) =>
    reply.send({ read: await hasReadWelcome(api.state, viewerOf(request)) }),
  )

  const mark = route('viewer', {
    operationId: 'markWelcomeRead',
    tag: 'Account',
    summary: 'Remembers that the user has read how the start page works',
    answer,
  })
  app.put('/api/welcome', mark, async (request, reply) => {
    await markWelcomeRead(api.state, viewerOf(request), api.now())
    return reply.send({ read: true })
  })
}
