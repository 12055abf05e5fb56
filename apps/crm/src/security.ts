import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CrmSettings } from './settings'

/**
 * Headers for every response: no scripts, no frames, nothing from other origins; forms may only lead where we redirect
 * to.
 */
export function addSecurityHeaders(app: FastifyInstance, settings: CrmSettings): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // Browsers apply this list to redirects after a form, too.
    `form-action 'self' ${settings.allowedOrigins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      // URLs here can contain tokens, so no other site gets them. Not `no-referrer`: with that, browsers send forms
      // with the origin "null", and our own forms would be indistinguishable from others'.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
  })
}

/** Whether one of our own pages sent the form. Browsers always send the origin with a POST. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers
  try {
    return origin !== undefined && new URL(origin).host === request.host
  } catch {
    return false
  }
}
