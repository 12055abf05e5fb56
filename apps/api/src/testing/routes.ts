import type { FastifyInstance } from 'fastify'

/** A door of the server: a method and the pattern of an address. */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  path: string
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** Every door of the API that a server has, as the server itself counts them: a new one can't be forgotten. */
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
