import { reports } from '@leaselight/reports'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documented } from '../testing/idRoutes'
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

test.each(reports.map((report) => [report.key, report.apiKey, report] as const))(
  '%s answers as the document says',
  async (key, name, report) => {
    const narrow = new URLSearchParams(onlyProperty(report, 11))
    for (const query of ['', '?depth=all', `?${narrow}`])
      expect(await schemaErrors(name, await get(`/api/reports/${key}${query}`))).toBeNull()
  },
)

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
  for (const { key, apiKey, groupByOptions = [] } of reports)
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

  test('is made of every route: one without a schema or without its access stops the start', () => {
    const app = Fastify()
    addOpenApi(app)
    expect(() => app.get('/api/wings', { config: { access: 'public' } }, async () => null)).toThrow(
      'must have a schema',
    )
    expect(() => app.get('/api/wings', route('public', { undocumented: 'for a test' }), async () => null)).not.toThrow()
  })
})
