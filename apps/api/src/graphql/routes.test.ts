import type { FastifyInstance } from 'fastify'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../server'
import { bearer, type TestServer, testServer, testSettings } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ GRAPHQL_INTROSPECTION: 'on' })
})
afterAll(() => server.close())

const ask = async (query: string, app: FastifyInstance = server.app) =>
  (await app.inject({ method: 'POST', url: '/api/graphql', headers: await bearer(), payload: { query } })).json()

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')

test.each([
  // The schema is less deep than this query, so these fields do not exist either. Validation stops at its limit.
  ['too deep', `{ company ${'{ company '.repeat(9)}{ id }${' }'.repeat(9)} }`, /^Query depth limit of 6 exceeded/],
  ['of too many aliases', `{ ${times(16, (index) => `a${index}: company { id }`)} }`, /^Aliases limit of 15 exceeded/],
  ['of too many directives', `{ company { id ${'@include(if: true) '.repeat(51)} } }`, /^Directives limit of 50 exc/],
  ['too long', `{ ${times(600, () => 'company { id }')} }`, /^Token limit of 1000 exceeded/],
  // Short, flat, and without an alias, but requesting thousands of fields.
  [
    'too dear',
    `fragment Much on Company { ${times(90, () => 'id name')} } { company { ${times(60, () => '...Much')} } }`,
    /^Query Cost limit of 5000 exceeded, found 36812/,
  ],
])('a question that is %s is refused with a sentence', async (_what, query, sentence) => {
  const { data, errors } = await ask(query)
  expect(data ?? null).toBeNull()
  const [{ message, extensions }] = errors
  expect([message, message]).toEqual([expect.stringMatching(sentence), expect.stringMatching(/\.$/)])
  expect([errors.length, extensions.code]).toEqual([1, 'too_much'])
})

test('a question that is just within them is answered', async () => {
  const { data, errors } = await ask(`{ ${times(15, (index) => `a${index}: company { id }`)} }`)
  expect([errors, Object.keys(data).length]).toEqual([undefined, 15])
})

test('accepts the product’s own queries', async () => {
  const { errors } = await ask(
    '{ getGatedProperties { properties { id name } toursGatedProperties { id name } } company { id featureFlags { key value } banners { message } } }',
  )
  expect(errors).toBeUndefined()
})

test('in production nobody learns the schema from the server, nor by guessing', async () => {
  const production = testSettings({ NODE_ENV: 'production', LOG_LEVEL: 'silent' })
  expect(production.introspection).toBe(false)
  const app = await buildServer(production, { facts: server.store.facts, state: server.state })
  for (const query of [
    getIntrospectionQuery(),
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Query") { name } }',
  ]) {
    const { data, errors } = await ask(query, app)
    expect(data ?? null).toBeNull()
    expect(errors).not.toHaveLength(0)
  }
  const { errors } = await ask('{ compani { id } }', app)
  expect(errors[0].message).not.toMatch(/did you mean/i)
  expect((await ask('{ company { __typename id } }', app)).data.company.id).toBe(1)
  await app.close()
})
