import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const admin = { user_id: 205, role: 'admin' }
const ask = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object, subject: object = admin) => {
  const headers = await bearer(subject)
  const response = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const list = async (subject?: object) => (await ask('GET', '/api/import-mappings', undefined, subject)).body.mappings

const table = {
  entity: 'ad_spend',
  fields: {
    id: { column: 'No' },
    property_id: { value: 11 },
    source: { column: 'Site', values: { camelCase: 'Zillow', snake_case: 'Website' } },
    fee_type: { value: 'monthly' },
    amount: { column: 'Cost' },
    starts_on: { value: '2026-03-01' },
  },
}

test('a mapping is saved under a name, replaced by the same name, listed as it was sent, and deleted', async () => {
  const made = await ask('PUT', '/api/import-mappings', { name: ' Spend ', kind: 'csv', mapping: table })
  expect(made).toMatchObject({ status: 200, body: { name: 'Spend', kind: 'csv', entity: 'ad_spend', mapping: table } })
  const map = { properties: { '*': 12 } }
  const leads = await ask('PUT', '/api/import-mappings', { name: 'Leads', kind: 'mits', mapping: map })
  expect(leads.body).toMatchObject({ kind: 'mits', entity: null, mapping: map })

  const changed = { ...table, fields: { ...table.fields, property_id: { value: 12 } } }
  const again = await ask('PUT', '/api/import-mappings', { name: 'Spend', kind: 'csv', mapping: changed })
  expect(again.body.id).toBe(made.body.id)
  expect(await list()).toMatchObject([{ name: 'Leads' }, { name: 'Spend', mapping: changed }])
  expect(await list({ company_id: 2, user_id: 301, role: 'admin' })).toEqual([])

  const path = `/api/import-mappings/${made.body.id}`
  const foreign = await ask('DELETE', path, undefined, { company_id: 2, user_id: 301, role: 'admin' })
  expect(foreign).toEqual(await ask('DELETE', '/api/import-mappings/nothing'))
  expect(foreign.status).toBe(404)
  expect(await ask('DELETE', path)).toEqual({ status: 200, body: { deleted: true } })
  expect(await list()).toMatchObject([{ name: 'Leads' }])
})

test('a sales demo shows and saves no mapping, since mappings have real names', async () => {
  await ask('PUT', '/api/import-mappings', { name: 'Leads', kind: 'mits', mapping: { properties: { '*': 12 } } })
  const headers = { ...(await bearer(admin)), 'x-demo': 'true' }
  const shown = await server.app.inject({ url: '/api/import-mappings', headers })
  expect(shown.json()).toEqual({ mappings: [] })
})

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(121) }, 'name'],
  ['an unknown kind', { kind: 'fax' }, 'kind'],
  ['a mapping that is a list', { mapping: [] }, 'mapping'],
  ['a mapping without fields', { mapping: { entity: 'ad_spend' } }, 'fields'],
  ['an unknown entity', { mapping: { ...table, entity: 'wings' } }, 'entity'],
  ['a NUL in a value', { mapping: { ...table, system: 'a\u0000' } }, 'characters'],
  ['half of a letter in a name', { mapping: { ...table, skip: [], '\ud83d': 1 } }, 'characters'],
  ['more than 256 KiB', { mapping: { ...table, system: 'x'.repeat(256 * 1024) } }, '256 KiB'],
])('%s is refused with a sentence', async (_, wrong, sentence) => {
  const refused = await ask('PUT', '/api/import-mappings', { name: 'New', kind: 'csv', mapping: table, ...wrong })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(sentence)])
  expect((await list()).map(({ name }: { name: string }) => name)).not.toContain('New')
})
