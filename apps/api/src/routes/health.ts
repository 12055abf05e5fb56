import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Api } from '../context'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Whether the process lives, whether it can serve, and what it measures about itself. */
export function addHealth(app: FastifyInstance, api: Api): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = {
      facts: () => api.facts.query('SELECT 1 AS one', {}, { timeoutSeconds: 5 }),
      state: () => api.state.ping(),
    }
    const answers = await Promise.all(
      Object.entries(checks).map(([name, check]) =>
        check().then(
          () => [],
          () => [name],
        ),
      ),
    )
    const missing = answers.flat()
    if (missing.length > 0) return reply.code(503).send({ status: 'not ready', missing })
    return { status: 'ready', missing }
  })

  app.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
