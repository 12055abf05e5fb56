import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, type TestServer, testServer } from '../testing/server'
import { arriving } from './bodies'

const lines: string[] = []
let server: TestServer
let port: number
let headers: Record<string, string>
beforeAll(async () => {
  server = await testServer({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => lines.push(line) } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
  headers = await bearer({ user_id: 205, role: 'admin' })
})
afterAll(() => server.close())

const mapping = encodeURIComponent(JSON.stringify({ properties: { '*': 12 } }))
const BROKEN = `<LeadManagement><Prospects></Oops>${' '.repeat(300_000)}`

/** Sends a body over an agent's connection and returns the answer. */
async function send(agent: Agent, path: string, body: string | undefined, length = body?.length) {
  const sent = request({
    ...{ agent, port, path, method: body === undefined ? 'GET' : 'POST' },
    headers: {
      ...headers,
      'content-type': 'application/xml',
      ...(length !== undefined && { 'content-length': length }),
    },
  })
  if (body !== undefined) sent.write(body)
  if (length === body?.length) sent.end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode as number, connection: answer.headers.connection as string }
}

test.each([
  ['/api/intake/mits?dry_run=1&mapping='.concat(mapping), BROKEN, 200],
  ['/api/intake/preview', `${' '.repeat(300_000)}`, 400],
  ['/api/import/nothing', BROKEN, 404],
  ['/api/nowhere', BROKEN, 404],
])('%s answers before the end of a body, and the next request is answered too', async (path, body, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await send(agent, path, body)).status).toBe(status)
  expect((await send(agent, '/api/profile', undefined)).status).toBe(200)
  agent.destroy()
})

test('closes the connection of a body that is answered and does not end', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answer = await send(agent, '/api/import/nothing', 'x', 1_000)
  expect(answer).toEqual({ status: 404, connection: 'close' })
  agent.destroy()
})

test('logs nobody who leaves as an error', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/import/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n${head.join('')}\r\n{"id":`)
  await sleep(150)
  socket.destroy()
  const ended = async () => {
    const { imports } = (await server.app.inject({ url: '/api/imports', headers })).json()
    return imports.map(({ status }: { status: string }) => status)
  }
  await expect.poll(ended).toContain('failed')
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('ends a body that trickles, and waits for a reader who takes time', async () => {
  const slowest = { windowMs: 60, bytes: 100 }
  const read = async (body: Readable, pauseMs = 0) => {
    let bytes = 0
    for await (const chunk of arriving(body, slowest)) {
      bytes += chunk.length
      await sleep(pauseMs)
    }
    return bytes
  }
  await expect(read(new Readable({ read: () => undefined }))).rejects.toMatchObject({ status: 408 })
  async function* drops() {
    for (let count = 0; count < 20; count++) {
      await sleep(10)
      yield Buffer.from('x')
    }
  }
  await expect(read(Readable.from(drops()))).rejects.toMatchObject({ status: 408 })
  expect(await read(Readable.from([Buffer.alloc(10), Buffer.alloc(10)]), 80)).toBe(20)
  expect(server.app.server.headersTimeout).toBe(20_000)
})
