import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unlisted } from './unlisted'

/** Where the web application is built to. */
export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The page that guest links open. */
const GUEST = /^\/guest(?=[/?]|$)/

/**
 * Serves the built web application; an address that is no file is one of its pages.
 * @param config what a browser needs to know first: it travels with the page, which saves a round trip
 */
export async function addWeb(app: FastifyInstance, directory: string, config: object): Promise<void> {
  const index = join(directory, 'index.html')
  const page = existsSync(index) ? withConfig(readFileSync(index, 'utf8'), config) : undefined
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      // Compressed beside each file when it was built, and chosen by what the browser takes.
      preCompressed: true,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      index: false,
      cacheControl: false,
      // The entity tag says the same, and these files never change.
      lastModified: false,
      setHeaders: (response, path) => {
        response.setHeader('cache-control', cachingOf(path))
        // A cache between server and browsers must not hand a compressed file to one that cannot read it.
        response.setHeader('vary', 'accept-encoding')
      },
    })
    for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply, page))
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets)(\/|$|\?)/.test(request.url)
    if (GUEST.test(request.url)) unlisted(reply)
    if (isPage && page !== undefined) return sendPage(reply, page)
    const message = isPage ? 'The web application is not built.' : 'There is nothing here.'
    return reply.code(404).send({ error: { message, code: 'not_found' } })
  })
}

/** The page with the browser's settings as the content of an element, where no script is needed to read them. */
function withConfig(page: string, config: object): string {
  const text = JSON.stringify(config).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return page.replace('<meta name="config" content=""', () => `<meta name="config" content="${text}"`)
}

/**
 * Sends the page with a number used once, under which the kit may write style elements: nobody else's are taken. The page that
 * names the assets must always be the newest.
 */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.raw.getHeader('content-security-policy') ?? '')
  reply.raw.setHeader(
    'content-security-policy',
    policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
  )
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace('<meta property="csp-nonce" nonce=""', `<meta property="csp-nonce" nonce="${nonce}"`))
}

// Vite names assets by their content.
function cachingOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
