import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedHelpers, units } from '../testing/feeds'
import { NOW, type TestServer, testServer } from '../testing/server'
import { requireFetchable } from './fetchFile'

let answer: RequestListener
const requests: { url: string | undefined; etag: string | undefined }[] = []
let exporter: Server
let server: TestServer
let host: string
let clock = NOW
beforeAll(async () => {
  exporter = createServer((request, response) => {
    requests.push({ url: request.url, etag: request.headers['if-none-match'] })
    answer(request, response)
  })
  await new Promise<void>((resolve) => exporter.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(exporter.address() as AddressInfo).port}`
  server = await testServer({ FEED_HOSTS: `exports.example.com,*.crm.example,${host}` }, { now: () => clock })
})
afterAll(async () => {
  await server.close()
  exporter.closeAllConnections()
  exporter.close()
})
const { ok, make, shown, unitIds } = feedHelpers(
  () => server,
  () => clock,
)
const after = async (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
  await server.app.feedNow()
}
const statuses = async () => (await shown('fetched')).runs.map(({ status }: { status: string }) => status)

test('a file is fetched at once and then in its rhythm, and only when it is new', async () => {
  answer = (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"v1"' }).end(units(6001, 6002))
  }
  const feed = await make({
    name: 'fetched',
    source: 'url',
    url: `http://${host}/units.ndjson?sig=x`,
    rhythm: 'hourly',
  })
  await server.app.feedNow()
  expect(await unitIds(6000)).toEqual([6001, 6002])
  expect(await shown('fetched')).toMatchObject({
    status: 'ok',
    runs: [{ trigger: 'schedule', file_name: 'units.ndjson', rows: 2 }],
  })
  await after(30)
  expect(requests).toHaveLength(1)
  await after(31)
  expect(requests.map(({ etag }) => etag)).toEqual([undefined, '"v1"'])
  expect(await statuses()).toEqual(['unchanged', 'done'])
  expect(await shown('fetched')).toMatchObject({ status: 'ok', last_success_at: clock.toISOString() })
  // By hand it is fetched whether it is new or not.
  clock = new Date(clock.getTime() + 1000)
  await ok('PUT', `/api/feeds/${feed.id}/run`)
  await server.app.feedNow()
  expect(await statuses()).toEqual(['done', 'unchanged', 'done'])
})

test('a file that breaks off is not imported, and fetched again until it comes whole', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write(units(6003), () => response.destroy())
  }
  await after(61)
  expect(await unitIds(6002)).toEqual([])
  expect(await shown('fetched')).toMatchObject({ status: 'running', notice: expect.stringContaining('broke off') })
  answer = (_request, response) => response.writeHead(200).end(units(6004))
  await after(1)
  expect(await unitIds(6002)).toEqual([6004])
  expect((await statuses())[0]).toBe('done')
})

test('a server that stays away fails the run after several attempts', async () => {
  answer = (_request, response) => response.writeHead(500).end('no')
  await after(61)
  for (const minutes of [1, 5, 15, 60]) await after(minutes)
  const { runs, status } = await shown('fetched')
  expect(status).toBe('failed')
  expect(runs.find((run: { status: string }) => run.status === 'failed')).toMatchObject({
    attempts: 5,
    reason: `${host} answered with status 500.`,
  })
})

test('a redirect leads only where the operator allows', async () => {
  answer = (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  const before = requests.length
  const feed = await make({ name: 'led away', source: 'url', url: `http://${host}/`, rhythm: 'weekly' })
  await server.app.feedNow()
  expect((await ok('GET', `/api/feeds/${feed.id}/runs`)).runs).toMatchObject([
    { status: 'failed', reason: 'The URL must begin with https://.' },
  ])
  expect(requests.length).toBe(before + 1)
})

test.each([
  ['http://exports.example.com/a', 'https://'],
  ['https://exports.example.com:8443/a', 'FEED_HOSTS'],
  ['https://user:secret@exports.example.com/a', 'password'],
  ['https://exports.example.com.evil.example/a', 'FEED_HOSTS'],
  ['https://crm.example/a', 'FEED_HOSTS'],
  ['https://127.0.0.1/a', 'FEED_HOSTS'],
  ['https://[::1]/a', 'FEED_HOSTS'],
  ['file:///etc/passwd', 'https://'],
  ['exports.example.com', 'not an address'],
])('%s can’t be fetched', (url, sentence) => {
  expect(() => requireFetchable(url, ['exports.example.com', '*.crm.example'])).toThrow(sentence)
})

test('a listed host can be, and every name below a star', () => {
  const hosts = ['exports.example.com', '*.crm.example', 'localhost:9000']
  for (const url of ['https://EXPORTS.example.com/a?b', 'https://eu.crm.example/a', 'http://localhost:9000/a'])
    expect(requireFetchable(url, hosts).href.toLowerCase()).toBe(url.toLowerCase())
})
