import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'

const SCRIPT = '/* a script */'.repeat(200)
let server: TestServer
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leaselight-wire-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), `<title>Leaselight</title>${'<!-- -->'.repeat(300)}`)
  await writeFile(join(directory, 'assets/app-1a2b.js'), SCRIPT)
  await writeFile(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  server = await testServer({}, { webDirectory: directory })
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const ask = async (url: string, accepted: string, more: object = {}) => {
  const headers = { ...(await bearer()), 'accept-encoding': accepted }
  return server.app.inject({ url, headers, ...more })
}
const REPORT = '/api/reports/activity?start_date=2026-03-01&end_date=2026-03-14&depth=all'

test('answers, files and pages are compressed as the client takes them, and stay the same', async () => {
  const plain = await ask(REPORT, 'identity')
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  const best = await ask(REPORT, 'gzip, deflate, br')
  expect([best.headers['content-encoding'], best.headers.vary]).toEqual([
    'br',
    expect.stringMatching(/accept-encoding/i),
  ])
  expect(brotliDecompressSync(best.rawPayload).toString()).toBe(plain.body)
  expect(best.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  const older = await ask(REPORT, 'gzip')
  expect(gunzipSync(older.rawPayload).toString()).toBe(plain.body)

  const csv = await ask('/api/reports/call-log/export?format=csv&start_date=2026-03-01&end_date=2026-03-14', 'br')
  expect(csv.headers['content-encoding']).toBe('br')
  const query = '{ __type(name: "Query") { fields { name description args { name description } } } }'
  const graphql = await ask('/api/graphql', 'br', { method: 'POST', payload: { query } })
  expect([graphql.statusCode, graphql.headers['content-encoding']]).toEqual([200, 'br'])
  expect((await ask('/', 'br')).headers['content-encoding']).toBe('br')
})

test('assets are sent as they were compressed when they were built', async () => {
  const asset = await ask('/assets/app-1a2b.js', 'gzip, br')
  expect([asset.headers['content-encoding'], asset.headers['content-type']]).toEqual([
    'br',
    expect.stringContaining('javascript'),
  ])
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(SCRIPT)
  const whole = await ask('/assets/app-1a2b.js', 'identity')
  expect([whole.headers['content-encoding'], whole.body]).toEqual([undefined, SCRIPT])
  expect((await ask('/assets/app-1a2b.js.br', 'br')).statusCode).toBe(404)
})

test('neither secrets nor PDF are compressed', async () => {
  const signIn = { method: 'POST', payload: { username: 'x', password: 'y'.repeat(2_000) } }
  const answers = [
    await ask('/api/auth/validate', 'br', signIn),
    await ask('/api/reports/activity/export?format=pdf', 'br'),
  ]
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
})
