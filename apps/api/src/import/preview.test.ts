import { SAMPLE_BYTES } from '@leaselight/connectors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaErrors } from '../testing/responseSchemas'
import { bearer, IMPORT_SECRET, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const admin = { user_id: 205, role: 'admin' }
const table = `Lead #,Community,Name,Created (local),Lead source,Stage
L-1,Harbor Point,Ana Reyes,3/8/2026 2:05 PM,Zillow,Tour scheduled
L-2,Nowhere,Bo Marsh,3/19/2026 9:15 AM,Zillow,Hot
`
const preview = async (line: object | string, file = table, headers?: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/api/intake/preview',
    headers: { 'content-type': 'text/csv', ...(headers ?? (await bearer(admin))) },
    payload: `${typeof line === 'string' ? line : JSON.stringify(line)}\n${file}`,
  })

test('a table’s start is guessed, asked about and read with the company’s own properties', async () => {
  const answer = await preview({})
  expect(answer.statusCode).toBe(200)
  const { guess, preview: shown, problem } = answer.json()
  expect(guess.mapping).toMatchObject({
    entity: 'prospects',
    fields: {
      property_id: { column: 'Community', values: { 'Harbor Point': 11 } },
      status: { values: { 'Tour scheduled': 'booked' } },
    },
  })
  expect(guess.questions).toEqual([
    { kind: 'value', field: 'property_id', column: 'Community', value: 'Nowhere' },
    { kind: 'value', field: 'status', column: 'Stage', value: 'Hot' },
  ])
  expect(shown).toMatchObject({
    rows: [{ line: 2, record: { first_name: 'Ana', status: 'booked' } }],
    rejections: [{ line: 3, field: 'property_id' }],
    ...{ read: 2, rejected: 1 },
  })
  expect(problem).toBeNull()
  expect(await schemaErrors(server.app, 'TablePreview', answer.json())).toBeNull()
})

test('a mapping is tried on it, and an incomplete one is a sentence', async () => {
  const { guess } = (await preview({})).json()
  const { fields } = guess.mapping
  const values = { ...fields.property_id.values, Nowhere: 12 }
  const answered = {
    ...fields,
    property_id: { ...fields.property_id, values },
    status: { column: 'Stage', otherwise: 'waiting', values: {} },
  }
  const tried = await preview({ mapping: { entity: 'prospects', fields: answered } })
  expect(tried.json()).toMatchObject({
    guess: null,
    preview: { rejected: 0, rows: [{}, { record: { property_id: 12 } }] },
  })
  const { created_at: _, ...incomplete } = answered
  expect((await preview({ mapping: { entity: 'prospects', fields: incomplete } })).json()).toMatchObject({
    preview: null,
    problem: expect.stringContaining('created_at is missing'),
  })
  expect((await preview({ entity: 'units' })).json().guess.mapping.entity).toBe('units')
})

test('nobody else’s properties are named, and bad requests are sentences', async () => {
  const other = await preview({}, table, await bearer({ company_id: 2, user_id: 301, role: 'admin' }))
  expect(other.json().guess.mapping.fields.property_id.values).toEqual({ 'Harbor Point': 21 })
  expect((await preview({}, table, { 'x-import-key': IMPORT_SECRET })).statusCode).toBe(200)
  expect((await preview({}, table, await bearer({ role: 'manager' }))).statusCode).toBe(404)
  for (const line of ['no JSON', '{"entity":"planets"}']) expect((await preview(line)).statusCode).toBe(400)
  expect((await preview({}, 'x'.repeat(SAMPLE_BYTES + 1))).statusCode).toBe(400)
  expect((await preview({}, '')).statusCode).toBe(200)
})
