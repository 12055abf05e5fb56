import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Api } from '../http/context'
import { route } from '../http/routeSchema'
import { installationLacks } from '../setup/checklist'
import { createMailer } from '../sharing/mail/mailer'
import { createReadinessChecks } from './readiness'

const tag = 'Server'
const healthAnswer = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
const readinessAnswer = z
  .object({
    status: z.enum(['ready', 'not ready', 'stopping']),
    missing: z.array(z.string()).meta({ description: 'Parts without which nothing can be served.' }),
    impaired: z.array(z.string()).meta({
      description:
        'Parts that are away while reports can be read. `setup`: the installation lacks a company, properties, data, or somebody who can sign in.',
    }),
  })
  .meta({ id: 'Readiness' })

/** Whether the process lives, whether it can serve, and what it measures about itself. */
export function addHealth(app: FastifyInstance, api: Api): void {
  const { smtpUrl } = api.settings.mail
  const parts = createReadinessChecks(api, {
    mailServer: smtpUrl === undefined ? undefined : () => createMailer(smtpUrl).checkConnection(),
    setup: async () => {
      // A store that is away is named itself, and says nothing about what is in it.
      const [lack] = await installationLacks(api).catch(() => [])
      if (lack) throw new Error(lack.text)
    },
  })
  const detach = api.metrics.attach(api, parts)
  app.addHook('onClose', async () => detach())
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', api.metrics.requestStarted())
    // While stopping, tell clients to open their next connection to another server.
    if (api.stopping.isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none'
    api.metrics.requestFinished({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })

  const health = { operationId: 'health', tag, summary: 'Whether the process is alive', answer: healthAnswer } as const
  app.get('/healthz', { ...route('public', health), exposeHeadRoute: true }, async () => ({ status: 'ok' }))

  const ready = {
    operationId: 'readiness',
    tag,
    summary: 'Whether the server can serve, and what is missing',
    description: 'The same answer has the status 503 while the server can’t serve.',
    answer: readinessAnswer,
  } as const
  app.get('/readyz', { ...route('public', ready), exposeHeadRoute: true }, async (_request, reply) => {
    const readiness = await parts.readiness()
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })

  const metrics = {
    operationId: 'metrics',
    tag,
    summary: 'Measurements for Prometheus',
    answer: { 'text/plain': { type: 'string' } },
  } as const
  app.get('/metrics', route('public', metrics), async (_request, reply) => {
    reply.type(api.metrics.registry.contentType)
    return api.metrics.registry.metrics()
  })
}
