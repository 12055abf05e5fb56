import type { FastifyInstance } from 'fastify'

/** A route of the server: a method and a path pattern. */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  path: string
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Every API route, read from the server itself, so that the tests can't miss a new one. */
export function routesOf(app: FastifyInstance): ApiRoute[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): ApiRoute[] => {
      const found = /^(.*?)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
      if (!found) return []
      const [, indent = '', part = '', verbs = ''] = found
      const depth = indent.length / 4
      above.length = depth
      above[depth] = part
      const path = above.join('')
      if (!path.startsWith('/api')) return []
      return verbs
        .split(', ')
        .filter((verb): verb is ApiRoute['method'] => methods.includes(verb))
        .map((method) => ({ method, path }))
    })
}
