import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/context'

/** What a route that makes files asks of Fastify: so many a minute of one session, as the settings say. */
export const exportLimit = ({ settings }: Api) => ({
  config: {
    rateLimit: {
      max: settings.limits.exports,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => request.headers.authorization ?? request.ip,
    },
  },
})
