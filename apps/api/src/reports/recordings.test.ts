import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, OTHER_MANAGER, type TestServer, testServer } from '../testing/server'

const SOUND = 'RIFF of six thousand and one'
const received: IncomingMessage[] = []
let voices: Server
let server: TestServer

/** The server that stores the recordings. */
function play(request: IncomingMessage, response: ServerResponse): void {
  received.push(request)
  if (request.url === '/away.wav') return void response.writeHead(302, { location: '/bob.wav' }).end()
  if (request.url === '/gone.wav') return void response.writeHead(410).end()
  if (request.url === '/ill.wav') return void response.writeHead(500).end('a stack trace')
  if (request.url === '/page.wav') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
  const [, from = ''] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
  if (from === '') return void response.writeHead(200, { 'content-type': 'audio/wav' }).end(SOUND)
  const range = `bytes ${from}-${SOUND.length - 1}/${SOUND.length}`
  response.writeHead(206, { 'content-type': 'audio/wav', 'content-range': range }).end(SOUND.slice(Number(from)))
}

beforeAll(async () => {
  voices = createServer(play)
  await new Promise<void>((resolve) => voices.listen(0, 'localhost', resolve))
  const { port } = voices.address() as AddressInfo
  const origin = `http://localhost:${port}`
  server = await testServer({ RECORDING_URLS: `https://voice.example.com, ${origin}/any/path` })
  const call = (id: number, recording_url: string, more: object = {}) => ({
    id,
    property_id: 11,
    started_at: '2026-03-10T13:15:00-04:00',
    caller_type: 'prospect-first-call' as const,
    outcome: 'answered' as const,
    direction: 'inbound' as const,
    handled_by: 'agent' as const,
    duration_seconds: 240,
    recording_url,
    ...more,
  })
  await server.store.load({
    calls: [
      call(9001, `${origin}/bob.wav`),
      call(9002, `${origin}/away.wav`),
      call(9003, `${origin}/gone.wav`),
      call(9004, `${origin}/ill.wav`),
      call(9005, `${origin}/page.wav`),
      call(9006, 'http://169.254.169.254/latest/meta-data'),
      call(9007, 'the cellar'),
      // Dora is not a prospect.
      call(9008, `${origin}/bob.wav`, { prospect_id: 1004 }),
      call(9009, `${origin}/bob.wav`, { property_id: 12 }),
    ],
  })
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => voices.close(resolve))
})

const ask = async (id: number | string, headers: Record<string, string> = {}, subject: object = {}) =>
  server.app.inject({ url: `/api/calls/${id}/recording`, headers: { ...(await bearer(subject)), ...headers } })

test('a recording comes whole, and in pieces', async () => {
  const whole = await ask(9001)
  expect([whole.statusCode, whole.headers['content-type'], whole.body]).toEqual([200, 'audio/wav', SOUND])
  expect(whole.headers['cache-control']).toBe('private, no-store')
  const piece = await ask(9001, { range: 'bytes=5-' })
  expect([piece.statusCode, piece.body]).toEqual([206, SOUND.slice(5)])
  expect(piece.headers['content-range']).toBe(`bytes 5-${SOUND.length - 1}/${SOUND.length}`)
  // The recording host never receives the session.
  expect(received.some((request) => request.headers.authorization)).toBe(false)
})

test('what one may not hear is not there', async () => {
  const atSunset = { user_id: 204, role: 'agent' }
  expect((await ask(9001, {}, atSunset)).statusCode).toBe(404)
  // A property whose calls are not transcribed.
  expect((await ask(9009)).statusCode).toBe(404)
  expect((await ask(9001, {}, OTHER_MANAGER)).statusCode).toBe(404)
  expect((await ask(9008)).statusCode).toBe(404)
  expect((await ask(9001, { 'x-demo': 'true' })).json().error.message).toBe('In a sales demo no recording is played.')
  const nobody = await server.app.inject('/api/calls/9001/recording')
  expect(nobody.statusCode).toBe(401)
})

test('explains why a recording is missing or can’t be played', async () => {
  const said = async (id: number | string) => {
    const answer = await ask(id)
    return [answer.statusCode, answer.json().error.message]
  }
  expect(await said(6002)).toEqual([404, 'There is no such recording.'])
  expect(await said(77)).toEqual([404, 'There is no such recording.'])
  expect(await said(9003)).toEqual([404, 'The recording of this call is no longer there.'])
  const away = 'The recordings can’t be reached. Please try again in a moment.'
  expect(await said(9004)).toEqual([503, away])
  // A redirect may lead anywhere.
  expect(await said(9002)).toEqual([503, away])
  const elsewhere = 'This recording is stored where Leaselight can’t play it. Ask your administrator.'
  expect(await said(9006)).toEqual([404, elsewhere])
  expect(await said(9007)).toEqual([404, elsewhere])
  for (const id of ['-1', '1.5', 'x', '99999999999999999']) expect((await ask(id))?.statusCode).toBe(400)
})

test('keeps the content type of audio only', async () => {
  const page = await ask(9005)
  expect(page.headers['content-type']).toBe('application/octet-stream')
  expect(page.headers['x-content-type-options']).toBe('nosniff')
})
