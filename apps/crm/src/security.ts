import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CrmSettings } from './settings'

/** Headers for every answer: no scripts, no frames, nothing from elsewhere; forms may only lead where we redirect to. */
export function addSecurityHeaders(app: FastifyInstance, settings: CrmSettings): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // Browsers hold a redirect after a form against this list too.
    `form-action 'self' ${settings.allowedOrigins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      // Addresses here can hold tokens, so no other site learns them. Not `no-referrer`: with that, browsers send
      // forms with the origin "null", and we could not tell our own forms from others'.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

/** Whether the form was sent by one of our own pages. Browsers always name the origin of a POST. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers
  try {
    return origin !== undefined && new URL(origin).host === request.host
  } catch {
    return false
  }
}
