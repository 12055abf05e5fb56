import { littleWorld } from '@leaselight/sample'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from './testing'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = async (url: string, subject = {}) => {
  const response = await server.app.inject({ url, headers: await bearer(subject) })
  return { status: response.statusCode, body: response.json() }
}

test('activity answers with rows, total and freshness in snake case', async () => {
  const { status, body } = await get('/api/reports/activity')
  expect(status).toBe(200)
  expect(body.rows.map((row: { property: string }) => row.property)).toEqual(
    littleWorld.properties?.map((property) => property.name).sort(),
  )
  expect(body.total).toHaveProperty('bulk_email')
  expect(body.freshness.imported_at).not.toBeNull()
})
