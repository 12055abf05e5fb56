import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings/settings'
import { HttpError } from './errors'

/** The product uses none of these. */
const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A script, style or font: no page can be made of it, so only its type and its origin have to be kept. */
const PART_OF_A_PAGE = /^\/assets\/[^?]*\.(js|css|woff2?)(\?|$)/
/** What only matters for pages; with every script it would be a tenth of the first page. */
const FOR_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Headers that keep the browser from doing what it shouldn't, and limits on what costs much. */
export async function addSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const overHttps = settings.publicUrl?.startsWith('https:') ?? false
  const crm = new URL(settings.crm.webUrl).origin
  await app.register(helmet, {
    // Without a name of our own over https, promising it would lock people out.
    hsts: overHttps,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Style elements only with the page's number used once, and no styles out of any text: what a script sets on an
        // element it made itself is no such text.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Errors are reported from the browser, too, where there is somewhere to report to.
        connectSrc: ["'self'", ...(settings.sentryDsn ? [new URL(settings.sentryDsn).origin] : [])],
        // Recordings of calls are the CRM's.
        mediaSrc: ["'self'", 'blob:', crm],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(overHttps && { upgradeInsecureRequests: [] }),
      },
    },
  })
  app.addHook('onSend', async (request, reply) => {
    const isPart = reply.statusCode === 200 && PART_OF_A_PAGE.test(request.url)
    if (isPart) for (const name of FOR_PAGES) reply.raw.removeHeader(name)
    else reply.header('permissions-policy', PERMISSIONS)
    // Answers hold people's names. A route that may be cached says so itself.
    if (/^\/api(\/|\?|$)/.test(request.url) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, context) =>
      new HttpError(429, 'too_many_requests', `Too many requests. Please wait ${inWords(context.ttl)}.`),
  })
}

const inWords = (milliseconds: number): string =>
  milliseconds <= 1000 ? 'a second' : `${Math.ceil(milliseconds / 1000)} seconds`
