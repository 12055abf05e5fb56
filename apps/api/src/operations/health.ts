import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { matchesSecret } from '../http/access'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'
import { route } from '../http/routeSchema'
import { installationLacks } from '../setup/checklist'
import { createMailer } from '../sharing/mail/mailer'
import { integrityProblem } from './integrity/seals'
import { createReadinessChecks, Impaired } from './readiness'

const tag = 'Server'
const healthAnswer = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
const readinessAnswer = z
  .object({
    status: z.enum(['ready', 'not ready', 'stopping']),
    missing: z.array(z.string()).optional().meta({ description: 'Parts without which nothing can be served.' }),
    impaired: z.array(z.string()).optional().meta({
      description:
        'Parts that are away while reports can be read. `setup`: the installation lacks a company, properties, data, or a user who can sign in. `integrity`: part of the facts is lost, or the two stores belong to different installations.',
    }),
    reasons: z.array(z.string()).optional().meta({ description: 'What an operator should do, in sentences.' }),
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
    integrity: async () => {
      const problem = await integrityProblem(api, api.now()).catch(() => undefined)
      if (problem !== undefined) throw new Impaired(problem)
    },
  })
  const detach = api.metrics.attach(api, parts)
  app.addHook('onClose', async () => detach())
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', api.metrics.requestStarted())
  })
  // While stopping, tell clients to open their next connection to another server.
  app.addHook('onSend', async (_request, reply) => {
    if (api.stopping.isStopping) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // An answer that began before the stop leaves its connection open, and the stop would wait for the client. While the
    // server still listens, a client may be sending on such a connection.
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    const route = routeOptions.url ?? 'none'
    api.metrics.requestFinished({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })

  const { token, isOpen } = api.settings.monitoring
  const maySeeParts = ({ headers }: FastifyRequest): boolean =>
    isOpen || matchesSecret(headers.authorization?.replace(/^Bearer +/i, ''), token)

  const health = { operationId: 'health', tag, summary: 'Whether the process is alive', answer: healthAnswer } as const
  app.get('/healthz', { ...route('public', health), exposeHeadRoute: true }, async () => ({ status: 'ok' }))

  const ready = {
    operationId: 'readiness',
    tag,
    summary: 'Whether the server can serve, and what is missing',
    description:
      'The same answer has the status 503 while the server can’t serve. In production only the holder of METRICS_TOKEN reads which parts are away.',
    answer: readinessAnswer,
  } as const
  app.get('/readyz', { ...route('public', ready), exposeHeadRoute: true }, async (request, reply) => {
    const readiness = await parts.readiness()
    const { status } = readiness
    return reply.code(status === 'ready' ? 200 : 503).send(maySeeParts(request) ? readiness : { status })
  })

  const metrics = {
    operationId: 'metrics',
    tag,
    summary: 'Measurements for Prometheus',
    description:
      'For the holder of METRICS_TOKEN, sent as a bearer token. Without that setting, not there in production.',
    answer: { 'text/plain': { type: 'string' } },
  } as const
  app.get('/metrics', route('public', metrics), async (request, reply) => {
    if (!maySeeParts(request)) throw notFound()
    reply.type(api.metrics.registry.contentType)
    return api.metrics.registry.metrics()
  })
}
