import { reports } from '@leaselight/reports'
import { reportsOfRun } from '@leaselight/tests/seed'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documented, type JsonSchema, jsonBodySchema, sampleBody } from '../testing/idRoutes'
import { schemaErrors as errorsIn } from '../testing/responseSchemas'
import { bearer, onlyProperty, type TestServer, testServer } from '../testing/server'
import { addOpenApi } from './openApi'
import { route } from './routeSchema'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const schemaErrors = (name: string, answer: unknown) => errorsIn(server.app, name, answer)
const get = async (url: string) => (await server.app.inject({ url, headers: await bearer() })).json()

test.each(reportsOfRun())('%s answers as the document says', async (key, report) => {
  const narrow = new URLSearchParams(onlyProperty(report, 11))
  for (const query of ['', '?depth=all', `?${narrow}`])
    expect(await schemaErrors(report.apiKey, await get(`/api/reports/${key}${query}`))).toBeNull()
})

test('the rows of one row do too', async () => {
  for (const { key, apiKey } of reports.filter(({ metadata }) => metadata)) {
    const { rows } = await get(`/api/reports/${key}`)
    const opened = await get(`/api/reports/${key}?parent=${encodeURIComponent(rows[0].key)}`)
    // Days have nothing within them.
    if (!opened.error) expect([key, await schemaErrors(apiKey, opened)]).toEqual([key, null])
  }
  expect(await schemaErrors('TourTypeReport', await get('/api/reports/tour-type/property/11/visit-types'))).toBeNull()
  // The document's own words for them open them, too.
  for (const path of Object.keys(server.app.openApi().paths).filter(
    (one) => one.includes('/{id}/') && /^.api.reports/.test(one),
  )) {
    expect(path).toMatch(/\/(agents|floorplans|homes|steps|visit-types|ages|properties|rows)$/)
    const { report, error } = await get(path.replace('{id}', '11'))
    expect([path, report ?? error.code]).toEqual([path, path.split('/')[3]])
  }
})

test('every grouping of a report does too', async () => {
  for (const [key, { apiKey, groupByOptions = [] }] of reportsOfRun())
    for (const groupBy of groupByOptions)
      expect([groupBy, await schemaErrors(apiKey, await get(`/api/reports/${key}?group_by=${groupBy}`))]).toEqual([
        groupBy,
        null,
      ])
})

test('so do lists and refusals', async () => {
  expect(await schemaErrors('MemberPage', await get('/api/reports/activity/members?column=leads'))).toBeNull()
  expect(await schemaErrors('WhatChanged', await get('/api/insights/what-changed'))).toBeNull()
  expect(await schemaErrors('Error', await get('/api/reports/nothing'))).toBeNull()
})

test('an answer with a field too many is noticed', async () => {
  const answer = await get('/api/reports/activity')
  expect(await schemaErrors('ActivityReport', { ...answer, wings: 2 })).not.toBeNull()
})

test('the document names every parameter once, and the server gives it to everybody', async () => {
  const response = await server.app.inject('/api/openapi.json')
  expect(response.json()).toEqual(JSON.parse(JSON.stringify(server.app.openApi())))
  for (const { path, method, operation } of documented(server.app)) {
    const names = (operation.parameters ?? []).map(({ name }) => name)
    expect([method, path, names]).toEqual([method, path, [...new Set(names)]])
  }
})

describe('the document', () => {
  test('keeps the recommended rules of OpenAPI documents', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The interface is an installation's own; there is no license to name.
        'info-license': 'off',
        // The specification names /saved-reports/delete/{id} beside /saved-reports/{id}/duplicate. Fixed words come first.
        'no-ambiguous-paths': 'off',
        // Single sign-on answers browsers with redirects alone; the next test looks at all others.
        'operation-2xx-response': 'off',
      },
    })
    const problems = await lintFromString({ source: JSON.stringify(server.app.openApi()), config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('names a success of every operation, and its group', () => {
    const { tags } = server.app.openApi() as { tags?: { name: string }[] }
    for (const { path, operation } of documented(server.app)) {
      expect([path, Object.keys(operation.responses ?? {})[0]]).toEqual([path, expect.stringMatching(/^(200|303)$/)])
      expect([path, tags?.map(({ name }) => name)]).toEqual([path, expect.arrayContaining(operation.tags ?? ['none'])])
    }
  })

  test('leaves no value without a type, which generated clients could not read', () => {
    const untyped: string[] = []
    const isTyped = (schema: object) =>
      ['type', '$ref', 'anyOf', 'allOf', 'oneOf', 'const'].some((keyword) => keyword in schema)
    const look = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [name, value] of Object.entries(node)) {
        const isSchema = /\/properties$/.test(at) || ['schema', 'items', 'additionalProperties'].includes(name)
        if (isSchema && typeof value === 'object' && value !== null && !isTyped(value)) untyped.push(`${at}/${name}`)
        // As a JSON pointer, so that an address that ends in `properties` is no list of properties.
        look(value, `${at}/${name.replaceAll('/', '~1')}`)
      }
    }
    look(server.app.openApi(), '')
    expect(untyped).toEqual([])
  })

  /** Texts whose length is limited with others, by the body's field. */
  const limitedTogether: Readonly<Record<string, string>> = {
    params: 'all parameters of what is saved, together',
    mapping: 'the whole mapping',
    properties_by_attributes: 'the body; nothing of it is stored',
  }

  /** Good items of lists that other tests leave out. */
  const optionalLists: Readonly<Record<string, object[]>> = {
    groups: [{ attribute: null, value: null, month: '2026-03', target: null }],
  }

  interface Text {
    path: string[]
    max: number | undefined
  }

  /** The texts of a body with their longest length; those of a known form need none. */
  function textsIn(schema: JsonSchema, path: string[] = []): Text[] {
    const ref = '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
    if (ref !== undefined) return textsIn(server.app.openApi().components.schemas[ref] ?? {}, path)
    const { anyOf = [], items, properties = {}, additionalProperties: others } = schema
    const isText = [schema.type].flat().includes('string') && !schema.enum && schema.const === undefined
    const hasForm = schema.pattern !== undefined || schema.format === 'date'
    return [
      ...(isText && !(hasForm && schema.maxLength === undefined) ? [{ path, max: schema.maxLength }] : []),
      ...anyOf.flatMap((one) => textsIn(one, path)),
      ...(items ? textsIn(items, [...path, '0']) : []),
      ...(typeof others === 'object' ? textsIn(others, [...path, 'a']) : []),
      ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, [...path, name])),
    ]
  }

  /** A value with the text at that place within. */
  function withText(value: unknown, [first, ...rest]: readonly string[], text: string): unknown {
    if (first === undefined) return text
    if (first === '0') return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)]
    const fields = Object.fromEntries(Object.entries(value ?? {}))
    return { ...fields, [first]: withText(fields[first], rest, text) }
  }

  test('names the longest length of every text that a body brings, and the server refuses a longer one', async () => {
    const headers = await bearer({ user_id: 205, role: 'admin' })
    const faults: string[] = []
    let refused = 0
    for (const { method, path, operation } of documented(server.app)) {
      for (const { path: at, max } of textsIn(jsonBodySchema(operation) ?? {})) {
        const [field = ''] = at
        if (field in limitedTogether) continue
        const where = `${method} ${path} ${at.join('.')}`
        if (max === undefined) faults.push(`${where} has no longest length`)
        // Closed to this session: the same schemas read them.
        if (max === undefined || /^\/api\/(auth|operator|setup\/(link|administrator|company))/.test(path)) continue
        const payload = withText(
          { [field]: optionalLists[field], ...sampleBody(operation) },
          at,
          'a'.repeat(max + 1),
        ) as object
        const url = path.replace(/\{\w+\}/g, '0')
        const { statusCode, body } = await server.app.inject({ method: method as 'POST', url, headers, payload })
        if (statusCode === 400 && body.includes(`${at.join('.')} `)) refused++
        else faults.push(`${where} of ${max + 1} characters is answered ${statusCode} ${body.slice(0, 100)}`)
      }
    }
    expect(faults).toEqual([])
    expect(refused).toBeGreaterThan(30)
  })

  test.each([
    [
      'POST',
      '/api/saved-reports',
      {
        name: 'Mine',
        report: 'activity',
        params: { property_ids: Array.from({ length: 3_000 }, (_, index) => 1_000_000 + index) },
      },
    ],
    [
      'PUT',
      '/api/import-mappings',
      { name: 'Mine', kind: 'mits', mapping: { properties: { ['a'.repeat(300_000)]: 11 } } },
    ],
  ] as const)('the server limits what has one length together: %s %s', async (method, url, payload) => {
    const headers = await bearer({ user_id: 205, role: 'admin' })
    const { statusCode, body } = await server.app.inject({ method, url, headers, payload })
    expect([statusCode, body]).toEqual([400, expect.stringMatching(/at most 256 KiB|more than can be saved/)])
  })

  test('is made of every route: one without a schema or without its access stops the start', () => {
    const app = Fastify()
    addOpenApi(app)
    expect(() => app.get('/api/wings', { config: { access: 'public' } }, async () => null)).toThrow(
      'must have a schema',
    )
    expect(() => app.get('/api/wings', route('public', { undocumented: 'for a test' }), async () => null)).not.toThrow()
  })
})
