import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/context'

/** The limit of routes that make files: so many a minute and session, as the settings say. */
export const exportLimit = ({ settings }: Api) => ({
  rateLimit: {
    max: settings.limits.exports,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => request.headers.authorization ?? request.ip,
  },
})
