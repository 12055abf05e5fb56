import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where the web application is built to. */
export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serves the built web application; an address that is no file is one of its pages. */
export async function addWeb(app: FastifyInstance, directory: string): Promise<void> {
  const built = existsSync(join(directory, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader('cache-control', cachingOf(path))
      },
    })
    app.get('/', (_request, reply) => reply.sendFile('index.html'))
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets)(\/|$|\?)/.test(request.url)
    if (isPage && built) return reply.sendFile('index.html')
    const message = isPage ? 'The web application is not built.' : 'There is nothing here.'
    return reply.code(404).send({ error: { message, code: 'not_found' } })
  })
}

// Vite names assets by their content; the page that names them must always be the newest.
function cachingOf(path: string): string {
  if (/[\\/]assets[\\/]/.test(path)) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-store' : 'public, max-age=3600'
}
