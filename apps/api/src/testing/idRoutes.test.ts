import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aliases } from '../reports/aliases'
import { documented, idRoutes } from './idRoutes'
import { idKinds } from './ids'
import { routesOf } from './routes'
import { type TestServer, testServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Routes that aren't in the document, each with the reason. */
const undocumented: Readonly<Record<string, string>> = {
  '/api/graphql': 'has a schema of its own',
  '/api/openapi.json': 'is the document',
}

describe('what a user may not see', () => {
  test('is requested on every route, for every kind', () => {
    const colons = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')
    const described = new Set(documented(server.app).map(({ method, path }) => `${method} ${colons(path)}`))
    // Another spelling of an address has the same route.
    const spellings = new Set(aliases.flatMap((alias) => (alias.spellings ?? []).map(colons)))
    const missing = routesOf(server.app).filter(
      ({ method, path }) => !described.has(`${method} ${path}`) && !(path in undocumented) && !spellings.has(path),
    )
    // The operator's routes are local only; the routes of every report are in the document under each report's key.
    const apart = (path: string) => /^\/api\/(operator\/|reports\/:key(\/|$))/.test(path)
    expect(missing.filter(({ path }) => !apart(path))).toEqual([])
    expect(new Set(idRoutes(server.app).map(({ slot }) => slot.kind))).toEqual(new Set(idKinds))
  })
})
