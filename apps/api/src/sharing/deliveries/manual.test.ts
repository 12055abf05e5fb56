import { tempState } from '@leaselight/state/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../server'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { bearer, NOW, OTHER_MANAGER, type TestServer, testServer, testSettings } from '../../testing/server'
import { OUTBOX_REASON } from './deliver'

let mails: MailServer
let server: TestServer
beforeAll(async () => {
  mails = await mailServer()
  server = await testServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example' })
})
afterEach(() => {
  mails.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await mails.close()
})
const { ask, ok, settled } = requestHelpers(
  () => server,
  () => NOW,
)

describe('messages to a team', () => {
  test('reach its agents, with the link of the report, and stay in the history', async () => {
    const { message, delivery } = await ok('POST', '/api/messages', {
      property_id: 11,
      body: 'Please call these back.',
      report: 'calls',
      params: { preset: 'yesterday', property_ids: [11] },
    })
    expect(message).toBe('Your message is on its way to the leasing team of Harbor Point (2 people).')
    await settled(delivery.id)
    expect(mails.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual([
      'alice@harborpine.example',
      'ben@harborpine.example',
    ])
    expect(mails.mails[0]?.subject).toBe('Calls at Harbor Point')
    expect(mails.mails[0]?.text).toContain('> Please call these back.')
    expect(mails.mails[0]?.text).toContain('https://reports.example/calls?')
    const history = await ok('GET', '/api/messages?property_id=11', undefined, { user_id: 202 })
    expect(history).toMatchObject([
      { kind: 'message', property: 'Harbor Point', note: 'Please call these back.', sender: { name: 'Maria Moss' } },
    ])
    expect(await ok('GET', '/api/messages', undefined, { user_id: 204 })).toEqual([])
    expect(await ok('GET', '/api/messages', undefined, OTHER_MANAGER)).toEqual([])
    expect((await ask('GET', '/api/messages?property_id=x')).status).toBe(400)
    for (const [body, status] of [
      [{ property_id: 12, body: 'Hello' }, 404],
      [{ property_id: 21, body: 'Hello' }, 404],
      [{ property_id: 11, body: '  ' }, 400],
      [{ body: 'Hello' }, 400],
    ] as const)
      expect((await ask('POST', '/api/messages', body, { user_id: 202 })).status).toBe(status)
  })

  test('reach agents who serve several properties', async () => {
    const roving = { id: 9001, company_id: 1, name: 'Roving Rhea', email: 'rhea@harborpine.example' }
    await server.store.load({ agents: [{ ...roving, property_id: 12, property_ids: [12, 11] }] })
    const { delivery } = await ok('POST', '/api/messages', { property_id: 11, body: 'Hello' })
    await settled(delivery.id)
    expect(mails.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual([
      'alice@harborpine.example',
      'ben@harborpine.example',
      roving.email,
    ])
    await server.store.load({ agents: [{ id: roving.id, property_id: 12, deleted: true }] })
  })

  test('may leave the report out', async () => {
    const { delivery } = await ok('POST', '/api/messages', { property_id: 12, body: 'Hello', subject: 'Keys' })
    await settled(delivery.id)
    expect(mails.mails.map(({ subject, envelopeTo }) => [subject, envelopeTo[0]])).toEqual([
      ['Keys', 'carla@harborpine.example'],
    ])
  })
})

test('shows deliveries only to their sender', async () => {
  const { delivery } = await ok('POST', '/api/share-report', { report: 'activity', emails: ['a@x.example'] })
  const own = await ok('GET', '/api/deliveries?kind=share&limit=1')
  expect(own.map(({ id }: { id: string }) => id)).toEqual([delivery.id])
  for (const subject of [{ user_id: 203, role: 'analytics_user' }, OTHER_MANAGER]) {
    expect(await ok('GET', '/api/deliveries', undefined, subject)).toEqual([])
    const foreign = await ask('GET', `/api/deliveries/${delivery.id}`, undefined, subject)
    const absent = await ask('GET', '/api/deliveries/00000000-0000-4000-8000-000000000000', undefined, subject)
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    expect((await ask('POST', `/api/deliveries/${delivery.id}/retry`, {}, subject)).body).toEqual(absent.body)
  }
  for (const query of ['kind=x', 'limit=0', 'limit=x'])
    expect((await ask('GET', `/api/deliveries?${query}`)).status).toBe(400)
})

test('rejects senders without a user record and more mails than the hourly limit', async () => {
  const stranger = await ask(
    'POST',
    '/api/share-report',
    { report: 'calls', emails: ['a@x.example'] },
    {
      user_id: 999,
      role: 'admin',
    },
  )
  expect([stranger.status, stranger.body.error.message]).toEqual([400, expect.stringMatching(/your user record/)])
  const state = await tempState()
  const small = await buildServer(testSettings({ MAIL_LIMIT: '2' }), { facts: server.store.facts, state })
  try {
    const send = async (emails: string[]) => {
      const payload = { report: 'activity', emails }
      const response = await small.inject({
        method: 'POST',
        url: '/api/share-report',
        payload,
        headers: await bearer(),
      })
      return [response.statusCode, response.json()] as const
    }
    const [status, first] = await send(['a@x.example'])
    expect(status).toBe(200)
    expect((await send(['b@x.example', 'c@x.example']))[0]).toBe(429)
    expect((await send(['b@x.example']))[0]).toBe(200)
    expect((await send(['c@x.example']))[1].error.message).toMatch(/2 addresses in an hour/)
    // Without a mail server nothing is sent, and nothing says that it was.
    await small.deliverNow()
    const url = `/api/deliveries/${first.delivery.id}`
    const saved = (await small.inject({ url, headers: await bearer() })).json()
    expect(saved).toMatchObject({
      status: 'skipped',
      reason: OUTBOX_REASON,
      recipients: [{ status: 'skipped', sent_at: null }],
    })
    const admin = await bearer({ user_id: 206, role: 'admin' })
    const outbox = (await small.inject({ url: '/api/outbox', headers: admin })).json()
    expect(outbox).toMatchObject({ total: 2, page: 1 })
    expect(new Set(outbox.rows.map(({ to }: { to: string }) => to))).toEqual(new Set(['a@x.example', 'b@x.example']))
    const [row] = outbox.rows
    const mail = (await small.inject({ url: `/api/outbox/${row.id}`, headers: admin })).json()
    expect(mail.html).toContain('src="data:image/png;base64,')
    expect(mail.headers['Message-ID']).toContain(row.id)
    for (const subject of [{}, { company_id: 2, user_id: 206, role: 'admin' }]) {
      const headers = await bearer(subject)
      for (const path of [`/api/outbox/${row.id}`, `/api/outbox/${row.id}/attachments/0`])
        expect((await small.inject({ url: path, headers })).statusCode).toBe(404)
    }
  } finally {
    await small.close()
    await state.close()
  }
})

test('sends a sales demo without real names of people or properties', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/share-report',
    payload: { report: 'activity', emails: ['guest@x.example'], formats: ['CSV'] },
    headers: { ...(await bearer()), 'x-demo': 'true' },
  })
  expect((await settled(response.json().delivery.id)).status).toBe('sent')
  const [mail] = mails.mails
  const file = mail?.attachments.find(({ filename }) => filename?.endsWith('.csv'))?.content
  const csv = typeof file === 'string' ? file : new TextDecoder().decode(file)
  expect(csv).toContain('Maple Court')
  for (const text of [mail?.text, mail?.html, csv]) expect(text).not.toMatch(/Harbor Point|Sunset Terrace|Alice Archer/)
})
