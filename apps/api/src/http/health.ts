import type { FastifyInstance } from 'fastify'
import { createReadinessChecks } from '../operations/readiness'
import { createMailer } from '../sharing/mail/mailer'
import type { Api } from './context'

/** Whether the process lives, whether it can serve, and what it measures about itself. */
export function addHealth(app: FastifyInstance, api: Api): void {
  const { smtpUrl } = api.settings.mail
  const parts = createReadinessChecks(
    api,
    smtpUrl === undefined ? undefined : () => createMailer(smtpUrl).checkConnection(),
  )
  const detach = api.metrics.attach(api, parts)
  app.addHook('onClose', async () => detach())
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', api.metrics.requestStarted())
    // Whoever keeps a connection takes the next one elsewhere.
    if (api.stopping.isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none'
    api.metrics.requestFinished({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const readiness = await parts.readiness()
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })

  app.get('/metrics', async (_request, reply) => {
    reply.type(api.metrics.registry.contentType)
    return api.metrics.registry.metrics()
  })
}
