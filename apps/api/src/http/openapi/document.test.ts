import { reports } from '@leaselight/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, schemaErrors } from '../../testing/responseSchemas'
import { bearer, onlyProperty, type TestServer, testServer } from '../../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

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
  for (const path of Object.keys(openApi.paths).filter((one) => one.includes('/{id}/') && /^.api.reports/.test(one))) {
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
  expect(response.json()).toEqual(JSON.parse(JSON.stringify(openApi)))
  for (const [path, { get }] of Object.entries(openApi.paths)) {
    const names = ((get as { parameters?: { name: string }[] } | undefined)?.parameters ?? []).map(({ name }) => name)
    expect([path, names]).toEqual([path, [...new Set(names)]])
  }
})
