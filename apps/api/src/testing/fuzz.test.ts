import { reportParams } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aliases } from '../reports/aliases'
import { bearer, type TestServer, testServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '0',
    '1',
    '11',
    '11,12',
    '9007199254740993',
    '1e5',
    '%00',
    '%zz',
    '%F0%9F%92%A9',
    'null',
    'true',
    'undefined',
    "'",
    '"',
    "' OR 1=1 --",
    '{x:UInt8}',
    '\\',
    '\\,',
    '%0a',
    '2026-03-08',
    '2026-13-40',
    '0000-00-00',
    'custom',
    'today',
    'all',
    'property:11',
    'property:11/agent:101',
    'property:%2511',
    'property:',
    'agent:1',
    'property:99999999999999999999',
    '../..',
    '__proto__',
    'constructor',
    '[]',
    '{}',
    'a'.repeat(5000),
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => encodeURIComponent(text)),
  fc.integer().map(String),
  fc.double().map(String),
)

const names = [
  ...new Set([
    ...reports.flatMap((report) => Object.keys(reportParams(report))),
    ...[
      'view',
      'parent',
      'depth',
      'column',
      'row',
      'period',
      'page',
      'page_size',
      'format',
      'columns',
      '__proto__',
      'toString',
      '',
    ],
  ]),
]
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), nasty), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...reports.map((report) => report.key)) },
  { weight: 1, arbitrary: nasty },
)
const suffixes = ['', '/members', '/export', '/property/11/agents', '/property/x%2fy/agents', '/nothing']

/** Input must never cause an internal error: only a result, or an error message. */
function expectHandled(request: unknown, { statusCode, body }: { statusCode: number; body: string }): void {
  expect([request, statusCode, body]).not.toEqual([request, 500, expect.anything()])
  if (statusCode >= 400) expect(JSON.parse(body)).toHaveProperty('error.message', expect.stringMatching(/[.?!]$/s))
  expect(body).not.toMatch(/node_modules|\bat .*\.ts:\d+/)
}

// What no client can send in an address, since a space or a line's end would end it.
const sendable = (text: string) => text.replace(/[^!-~]|#/g, '%20')

test('no address makes it fail', { timeout: 300_000 }, async () => {
  const headers = await bearer()
  await fc.assert(
    fc.asyncProperty(key, fc.constantFrom(...suffixes), query, async (report, suffix, text) => {
      const url = sendable(`/api/reports/${report}${suffix}?${text}`)
      expectHandled(url, await server.app.inject({ url, headers }))
    }),
    { numRuns: 300 },
  )
})

test('no address that a report has besides its own makes it fail', { timeout: 300_000 }, async () => {
  const headers = await bearer()
  const own = aliases.filter(({ method }) => method === undefined).map(({ path }) => path)
  const row = nasty.map((text) => Buffer.from(text).toString('base64url'))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...own, '/api/address-book', '/api/reports/subscribers'),
      fc.oneof(row, nasty),
      fc.oneof(
        query,
        fc.tuple(fc.constantFrom('property_id', 'role'), nasty).map((pair) => pair.join('=')),
      ),
      async (path, encoded, text) => {
        const url = sendable(`${path.replace('{encoded}', encoded)}?${text}`)
        expectHandled(url, await server.app.inject({ url, headers }))
      },
    ),
    { numRuns: 150 },
  )
})

const bodies = [
  '/api/call-log',
  '/api/auth/refresh',
  '/api/prospect-batches',
  '/api/tickets',
  '/api/operator/import',
  '/api/operator/backup',
  '/api/import/agents',
  '/api/import/%00',
]

test('no body makes it fail', { timeout: 300_000 }, async () => {
  const admin = await bearer({ user_id: 206, role: 'admin' })
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '{',
      '{"a":',
      '[]',
      'null',
      '{"__proto__":{"x":1}}',
      `{"path":"/api/reports/activity/export?%zz"}`,
      '\u0000',
      'id\n"',
    ),
    fc
      .record({
        report: nasty,
        params: fc.dictionary(fc.constantFrom(...names), fc.oneof(nasty, fc.jsonValue())),
        column: nasty,
      })
      .map((value) => JSON.stringify(value)),
  )
  const type = fc.constantFrom(
    'application/json',
    'application/x-ndjson',
    'text/csv',
    'text/plain',
    'multipart/form-data',
    '',
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...bodies), body, type, async (url, payload, contentType) => {
      const headers = { ...admin, ...(contentType && { 'content-type': contentType }) }
      expectHandled({ url, payload, contentType }, await server.app.inject({ method: 'POST', url, payload, headers }))
    }),
    { numRuns: 200 },
  )
})

test('no odd path makes it fail', async () => {
  const odd = ['/%', '/api/%c0%ae', '/api/downloads/%00', '//', '/..%2f..%2fetc/passwd', '/assets/../../package.json']
  const long = [`/${'a'.repeat(20_000)}`, `/api/reports/${'a'.repeat(3_000)}`]
  for (const url of [...odd, ...long]) expectHandled(url, await server.app.inject({ url }))
})
