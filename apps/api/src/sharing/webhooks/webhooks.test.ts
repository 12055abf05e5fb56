import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fixtureCompany } from '@leaselight/sample'
import { afterRestore, claimWebhookCall } from '@leaselight/state'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { schemaErrors } from '../../testing/responseSchemas'
import { NOW, type TestServer, testServer } from '../../testing/server'
import { bodyFor } from './messages'

let now = NOW
let mails: MailServer
let server: TestServer
let hook: Server
let address: string
/** The calls that the address got, and the statuses that it answers next; 200 after them. */
const calls: { id: string; signature: string | undefined; body: string }[] = []
const answers: number[] = []

beforeAll(async () => {
  mails = await mailServer()
  hook = createServer(async (request, response) => {
    const { 'leaselight-delivery': id, 'leaselight-signature': signature } = request.headers
    calls.push({ id: String(id), signature: signature?.toString(), body: await text(request) })
    response.writeHead(answers.shift() ?? 200).end()
  }).listen(0, 'localhost')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  address = `http://localhost:${port}/hook`
  server = await testServer(
    { SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example', WEBHOOK_PRIVATE_HOSTS: `localhost:${port}` },
    { now: () => now },
  )
})
afterEach(() => {
  calls.length = 0
  answers.length = 0
})
afterAll(async () => {
  await server.close()
  await mails.close()
  hook.close()
})

const { ask, ok } = requestHelpers(
  () => server,
  () => now,
)
const admin = { user_id: 206, role: 'admin' }
const make = (body: object = {}, who: object = {}) =>
  ok('POST', '/api/webhooks', { name: 'Ours', kind: 'signed', address, events: ['report.ready'], ...body }, who)
const remove = ({ id }: { id: string }, who: object = {}) => ok('DELETE', `/api/webhooks/${id}`, undefined, who)
const logOf = async (who: object = {}) => (await ok('GET', '/api/webhooks', undefined, who))[0].calls
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
/** Makes the calls that are due. The second look sees what ended while a look of the server's own was under way. */
const tell = async () => {
  await server.app.hookNow()
  await server.app.hookNow()
}
/** Sends a report by mail, which makes it ready. */
async function sendReport() {
  const emails = ['ana@harborpine.example']
  const params = { preset: 'last_7_days', property_ids: '11' }
  later(1)
  await ok('POST', '/api/share-report', { report: 'activity', params, emails, formats: [], note: null })
  await server.app.deliverNow()
}
async function withUser(id: number, change: object, work: () => Promise<void>) {
  const record = fixtureCompany.users?.find((user) => user.id === id)
  if (!record) throw new Error(`There is no user ${id}.`)
  await server.store.load({ users: [{ ...record, ...change }] })
  await work()
  await server.store.load({ users: [record] })
}

test('a program gets a signed call for what happens, once, and the list shows it', async () => {
  const made = await make()
  expect(await schemaErrors(server.app, 'NewWebhook', made)).toBeNull()
  await sendReport()
  await tell()
  expect(calls).toHaveLength(1)
  const [{ id, signature, body } = { id: '', signature: '', body: '' }] = calls
  const [, seconds = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(signature ?? '') ?? []
  expect(v1).toBe(createHmac('sha256', made.secret).update(`${seconds}.${body}`).digest('hex'))
  expect(JSON.parse(body)).toEqual({
    ...{ id, type: 'report.ready', created_at: now.toISOString(), webhook_id: made.id },
    ...{ title: 'Activity is ready', details: ['It was sent by mail.'] },
    url: 'https://reports.example/activity?preset=last_7_days&property_ids=11',
  })
  expect(await logOf()).toMatchObject([{ id, event: 'report.ready', status: 'sent', answer_status: 200, attempts: 1 }])
  expect(JSON.stringify(await ok('GET', '/api/webhooks'))).not.toContain(made.secret)
  await ok('PUT', `/api/webhooks/${made.id}`, { paused: true })
  await sendReport()
  await tell()
  expect(calls).toHaveLength(1)
  expect((await ask('DELETE', `/api/webhooks/${made.id}`, undefined, admin)).status).toBe(404)
  await remove(made)
})

test('a call whose worker was killed is made again with the same id', async () => {
  const made = await make()
  await sendReport()
  answers.push(503)
  await tell()
  later(2)
  // A worker takes the call and dies before it can say how it went.
  const taken = await claimWebhookCall(server.state, { owner: 'killed', leaseSeconds: -1 }, now)
  expect(taken?.id).toBe(calls[0]?.id)
  await tell()
  expect(calls.map(({ id }) => id)).toEqual([taken?.id, taken?.id])
  expect(await logOf()).toMatchObject([{ status: 'sent', attempts: 3, answer_status: 200 }])
  await remove(made)
})

test('nothing is told of what its owner may no longer see, nor twice after a restore', async () => {
  const made = await make()
  await sendReport()
  answers.push(500)
  await tell()
  later(2)
  await withUser(201, { role: 'agent', property_ids: [12] }, () => tell())
  expect(calls).toHaveLength(1)
  expect(await logOf()).toMatchObject([{ status: 'failed', reason: 'You don’t have access to this any more.' }])
  await sendReport()
  answers.push(500)
  await tell()
  await server.state.run((db) => afterRestore(db, now))
  later(200)
  await tell()
  expect(calls).toHaveLength(2)
  expect((await logOf())[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('restored') })
  await remove(made)
})

test('imports are told to administrators alone', async () => {
  const { body } = await ask('POST', '/api/webhooks', { name: 'x', kind: 'slack', address, events: ['import.done'] })
  expect(body.error.message).toBe('Only administrators get messages about imports.')
  const made = await make({ kind: 'slack', events: ['import.done', 'import.late'] }, admin)
  expect(made.secret).toBeNull()
  const feed = { name: 'Sources', kind: 'contract', entity: 'sources', source: 'upload', rhythm: 'hourly' }
  await ok('POST', '/api/feeds', feed, admin)
  later(60 * 26)
  await server.app.feedNow()
  const payload = [{ id: 301, company_id: 1, name: 'Apartments.com' }]
  await ok('POST', '/api/import/sources', payload, admin)
  await tell()
  const told = calls.map((call) => JSON.parse(call.body).text.split('\n')[0]).sort()
  expect(told).toEqual(['*Import done: sources*', '*Sources is late*'])
  expect(calls.map(({ signature }) => signature)).toEqual([undefined, undefined])
  await remove(made, admin)
})

test('Slack and Teams get messages of their own shape, in which names are no marks', () => {
  const told = {
    ...{ id: 'a', webhookId: 'b', event: 'finding' as const, title: 'A < B & C', details: ['Since May.'] },
    ...{ url: 'https://reports.example/calls?a=1&b=2', happenedAt: NOW },
  }
  expect(JSON.parse(bodyFor('slack', told))).toEqual({
    text: '*A &lt; B &amp; C*\nSince May.\n<https://reports.example/calls?a=1&amp;b=2|Open in Leaselight>',
    unfurl_links: false,
  })
  const { type, attachments } = JSON.parse(bodyFor('teams', told))
  expect([type, attachments[0].contentType]).toEqual(['message', 'application/vnd.microsoft.card.adaptive'])
  const { body, actions } = attachments[0].content
  expect(body.map((block: { text: string }) => block.text)).toEqual(['A < B & C', 'Since May.'])
  expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Leaselight', url: told.url }])
})

test.each(['http://hooks.example/x', 'https://127.0.0.1/x', 'https://169.254.169.254/latest'])(
  'never goes to %s',
  async (unsafe) => {
    const wanted = { name: 'x', kind: 'slack', address: unsafe, events: ['finding'] }
    expect((await ask('POST', '/api/webhooks', wanted)).status).toBe(400)
  },
)
