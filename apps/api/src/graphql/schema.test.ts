import { readFile } from 'node:fs/promises'
import { configuration, validator } from 'graphql-schema-linter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'
import { buildSchema, isScalarType, isSpecifiedScalarType, parse, printSchema, visit } from './library'
import { breakingChanges, describeShape } from './publishedShape'
import { buildGraphqlSchema } from './schema'

const schema = buildGraphqlSchema()

test('passes the linter', () => {
  const text = { definition: printSchema(schema), sourceMap: { getOriginalPathForLine: () => 'schema.graphql' } }
  const rules = new configuration.Configuration(text, {
    except: [
      // Fields are in the order of a report's columns and filters, which is how people read them.
      'enum-values-sorted-alphabetically',
      'input-object-fields-sorted-alphabetically',
      'interface-fields-sorted-alphabetically',
      'type-fields-sorted-alphabetically',
      // It demands Relay's PageInfo of every schema; this one has no connections.
      'relay-page-info-spec',
    ],
  })
  expect(rules.validate()).toEqual([])
  expect(rules.getRules().length).toBeGreaterThan(10)
  const problems = validator.validateSchemaDefinition(text, rules.getRules(), rules)
  expect(problems.map(({ message }) => message)).toEqual([])
})

test('every description is a sentence that says more than the name', () => {
  const bad: string[] = []
  let count = 0
  visit(parse(printSchema(schema)), {
    enter: (node) => {
      if (!('description' in node && node.description && 'name' in node && node.name)) return
      const text = node.description.value
      const letters = text.replace(/\W/g, '').toLowerCase()
      count++
      if (!/[.?]$/.test(text) || /undefined|\. *\./.test(text) || letters === node.name.value.toLowerCase())
        bad.push(`${node.name.value}: ${text}`)
    },
  })
  expect(count).toBeGreaterThan(4000)
  expect([...new Set(bad)]).toEqual([])
})

test('custom scalars say how they are written and what to map them to', () => {
  const custom = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  expect(custom.map(({ name }) => name).sort()).toEqual(['Key', 'Long'])
  for (const { name } of custom)
    expect(schema.getType(name)).toMatchObject({
      specifiedByURL: expect.stringMatching(/^https:\/\/www\.rfc-editor\.org\//),
      description: expect.stringMatching(/Map it to `.+` in TypeScript/),
    })
})

describe('the published shape', () => {
  test('is still there, so that queries of existing clients keep working', async () => {
    const published = await readFile(new URL('publishedShape.txt', import.meta.url), 'utf8')
    const breaking = breakingChanges(published, schema)
    expect(
      breaking,
      `The GraphQL schema changed in a way that breaks queries of existing clients.\n${breaking.join('\n')}\n` +
        'Keep the old names and types. If the change is meant, run `npm run schema` and commit publishedShape.txt.',
    ).toEqual([])
  })

  const before = buildSchema(`
    type Query { calls(input: CallsInput): Calls! }
    type Calls { total: Int! missed: Int }
    input CallsInput { from: String }
    enum Format { PDF CSV }
    scalar Long
  `)
  const published = describeShape(before)

  const replaced = (old: string, changed: string) => {
    const text = printSchema(before)
    expect(text).toContain(old)
    return buildSchema(text.replace(old, changed))
  }

  test.each([
    ['the same', 'scalar Long', 'scalar Long'],
    ['a new field', 'missed: Int', 'missed: Int\n answered: Int'],
    ['a new optional input field', 'from: String', 'from: String\n to: String'],
    ['a new optional argument', '(input: CallsInput)', '(input: CallsInput, format: Format)'],
    ['a new field that requires an argument', 'missed: Int', 'missed: Int\n by(hour: Int!): Int'],
    ['a new type', 'scalar Long', 'scalar Long\n scalar Short'],
  ])('allows %s', (_what, old, changed) => {
    expect(breakingChanges(published, replaced(old, changed))).toEqual([])
  })

  test.each([
    ['a field that is gone', 'missed: Int', '', 'Calls lost or changed 1 of its 2 published members.'],
    ['a field of another type', 'total: Int!', 'total: Int', 'Calls lost or changed 1 of its 2 published members.'],
    ['a renamed argument', '(input:', '(filter:', 'Query lost or changed 1 of its 2 published members.'],
    ['a renamed input field', 'from:', 'start:', 'CallsInput lost or changed 1 of its 1 published members.'],
    ['a missing enum value', 'PDF', '', 'Format lost or changed 1 of its 2 published members.'],
    ['a new required input field', 'from:', 'to: Int!\n from:', 'CallsInput now requires to.'],
    [
      'a new required argument',
      '(input: CallsInput)',
      '(input: CallsInput, on: Int!)',
      'Query now requires calls(on).',
    ],
    ['a type that is gone', 'scalar Long', '', 'Long is gone.'],
  ])('rejects %s', (_what, old, changed, sentence) => {
    expect(breakingChanges(published, replaced(old, changed))).toEqual([sentence])
  })
})

describe('GET /api/schema.graphql', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ NODE_ENV: 'production', LOG_LEVEL: 'silent' })
  })
  afterAll(() => server.close())
  const url = '/api/schema.graphql'

  test('returns the schema to everyone who is signed in, in production too', async () => {
    const { statusCode, headers, body } = await server.app.inject({ url, headers: await bearer({ role: 'agent' }) })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(printSchema(buildSchema(body))).toBe(printSchema(schema))
  })

  test('is not public', async () => {
    expect((await server.app.inject(url)).statusCode).toBe(401)
  })

  test('is cached by its ETag', async () => {
    const { etag, 'cache-control': caching } = (await server.app.inject({ url, headers: await bearer() })).headers
    expect(caching).toBe('private, no-cache')
    const headers = { ...(await bearer()), 'if-none-match': `"other", W/${etag}` }
    const again = await server.app.inject({ url, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const changed = await server.app.inject({ url, headers: { ...headers, 'if-none-match': '"other"' } })
    expect(changed.statusCode).toBe(200)
  })
})
