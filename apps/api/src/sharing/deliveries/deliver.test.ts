import { factsWith } from '@leaselight/facts/testing'
import { tempState } from '@leaselight/state/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../server'
import { type MailServer, mailServer, smtpError } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { answerErrors } from '../../testing/responseSchemas'
import { NOW, type TestServer, testServer, testSettings } from '../../testing/server'

// How the mail server behaves, and what time it is, changes from test to test.
let now = NOW
let refuse: (address: string) => Error | undefined = () => undefined
let mails: MailServer
let server: TestServer

beforeAll(async () => {
  mails = await mailServer({
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
  })
  server = await testServer(
    {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Leaselight <reports@leaselight.example>',
      PUBLIC_URL: 'https://reports.example',
      MAIL_LIMIT: '1000',
    },
    { now: () => now },
  )
})
afterEach(() => {
  refuse = () => undefined
  mails.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const { ask, ok, settled } = requestHelpers(
  () => server,
  () => now,
)
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe('sharing', () => {
  test('reaches people with the numbers, the picture, the files and the link', async () => {
    const { response, delivery } = await ok('POST', '/api/share-report', {
      report: 'activity',
      params: { preset: 'last_7_days', property_ids: [11] },
      emails: [' Noah@HarborPine.example ', 'someone@outside.example', 'noah@harborpine.example'],
      note: 'Have a look.\nIt went up.',
      formats: ['pdf', 'csv'],
    })
    expect(response).toBe('Activity is on its way to 2 people.')
    expect(delivery.status).toBe('queued')
    const sent = await settled(delivery.id)
    expect(sent).toMatchObject({
      kind: 'share',
      status: 'sent',
      title: 'Activity',
      sender: { name: 'Maria Moss' },
      recipients: [
        { email: 'noah@harborpine.example', name: 'Noah North', status: 'sent', attempts: 1, reason: null },
        { email: 'someone@outside.example', name: null, status: 'sent' },
      ],
    })
    expect(mails.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([
      ['noah@harborpine.example'],
      ['someone@outside.example'],
    ])
    const [mail] = mails.mails
    expect(mail?.subject).toBe('Maria Moss shares Activity with you')
    expect(mail?.from).toEqual({ name: 'Leaselight', address: 'reports@leaselight.example' })
    expect(mail?.replyTo).toEqual([{ name: '', address: 'maria@harborpine.example' }])
    expect(mail?.messageId).toMatch(/^<[\w-]{36}@leaselight\.example>$/)
    expect(mail?.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['chart-1.png', 'inline'],
      ['harbor-pine-homes-activity-2026-03-08-2026-03-14.pdf', 'attachment'],
      ['harbor-pine-homes-activity-2026-03-08-2026-03-14.csv', 'attachment'],
    ])
    const { total } = await ok('GET', '/api/reports/activity?preset=last_7_days&property_ids=11')
    for (const text of [mail?.text, mail?.html?.replace(/<[^>]+>/g, '\n')]) {
      expect(text).toMatch(new RegExp(`Prospects[:\\s]+${total.prospects}\\b`))
      expect(text).toContain('It went up.')
      expect(text).toContain('Harbor Point')
      expect(text).not.toContain('Sunset Terrace')
      expect(text).toContain('Mar 8 – 14, 2026')
    }
    // The link shows the days that were mailed, whenever it is opened, and offers today's.
    expect(mail?.text).toMatch(
      /Open the report: https:\/\/reports\.example\/activity\?start_date=2026-03-08&end_date=2026-03-14&prior_start_date=2026-03-01&prior_end_date=2026-03-07&property_ids=11$/m,
    )
    expect(mail?.text).toContain('As of today: https://reports.example/activity?preset=last_7_days&property_ids=11')
    expect(mail?.html).toContain('Open it as of today')
    expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  })

  test('reaches the people of a property and role, with the rights of the sharer', async () => {
    const body = { report: 'activity', people: [{ property_id: 12, role: 'agent' }] }
    const { delivery } = await ok('POST', '/api/share-report', body)
    expect((await settled(delivery.id)).recipients.map(({ email }: { email: string }) => email)).toEqual([
      'carla@harborpine.example',
    ])
    // Noah does not see that property, so nobody is there for him.
    const noah = await ask('POST', '/api/share-report', body, { user_id: 202 })
    expect([noah.status, noah.body.error.message]).toEqual([400, expect.stringMatching(/at least one email address/)])
  })

  test('the morning page can be shared too', async () => {
    const { delivery } = await ok('POST', '/api/share-insights', { emails: ['ana@harborpine.example'] })
    await settled(delivery.id)
    expect(mails.mails[0]?.subject).toBe('Maria Moss shares Insights with you')
    const { headlines } = await ok('GET', '/api/insights/what-changed?preset=last_7_days')
    // Nothing of the fixture company is a clear change, so no headline is told as one.
    expect(mails.mails[0]?.text).toContain('What changed\nNo number shows a clear change.')
    expect(mails.mails[0]?.text).not.toContain(headlines[0].sentence)
  })

  test.each([
    [{ report: 'activity', emails: ['nobody'] }, 400, /^nobody is not an email address\.$/],
    [{ report: 'activity', emails: ['a@b.example\r\nBcc: c@d.example'] }, 400, /is not an email address/],
    [{ report: 'activity', emails: [] }, 400, /at least one/],
    [{ report: 'nothing', emails: ['a@b.example'] }, 404, /no such report/],
    [{ report: 'activity', emails: ['a@b.example'], params: { wings: 2 } }, 400, /wings is not a parameter/],
    [{ report: 'activity', emails: ['a@b.example'], formats: ['exe'] }, 400, /formats/],
    [{ report: 'activity', emails: ['a@b.example'], note: 'x'.repeat(5000) }, 400, /note/],
    [{ report: 'activity', emails: Array.from({ length: 101 }, (_, at) => `p${at}@b.example`) }, 400, /At most 100/],
  ])('%#: what can’t be shared is refused with a sentence', async (body, status, sentence) => {
    const answer = await ask('POST', '/api/share-report', body)
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(sentence)])
  })

  test('a company can keep its reports among its own', async () => {
    const admin = { user_id: 206, role: 'admin' }
    expect(await ok('GET', '/api/mail-rules')).toEqual({
      outside: 'anyone',
      domains: [],
      may_change: false,
      mail: 'smtp',
      from: 'Leaselight <reports@leaselight.example>',
    })
    const queued = await ok('POST', '/api/share-report', { report: 'activity', emails: ['x@gone.example'] })
    const rules = { outside: 'listed', domains: ['@Partner.example', 'partner.example'] }
    expect((await ask('PUT', '/api/mail-rules', rules)).status).toBe(404)
    expect((await ask('PUT', '/api/mail-rules', { ...rules, domains: ['partner'] }, admin)).status).toBe(400)
    expect(await ok('PUT', '/api/mail-rules', rules, admin)).toMatchObject({ domains: ['partner.example'] })
    const refused = await ask('POST', '/api/share-report', { report: 'activity', emails: ['x@other.example'] })
    expect(refused.body.error.message).toBe(
      'x@other.example can’t be written to: your company sends reports to colleagues and to partner.example only.',
    )
    const { delivery } = await ok('POST', '/api/share-report', {
      report: 'activity',
      emails: ['x@partner.example', 'noah@harborpine.example', 'alice@harborpine.example'],
    })
    expect((await settled(delivery.id)).status).toBe('sent')
    // What was on its way while the rule came may have gone before; a rejected mail has its reason.
    const [first] = (await ok('GET', `/api/deliveries/${queued.delivery.id}`)).recipients
    expect(['sent', 'skipped']).toContain(first.status)
    await ok('PUT', '/api/mail-rules', { outside: 'anyone', domains: [] }, admin)
  })
})

describe('a mail server', () => {
  test('that knows an address not fails that one alone, and says so in its words', async () => {
    refuse = (address) => (address.startsWith('no') ? smtpError(550, 'No such person here') : undefined)
    const { delivery } = await ok('POST', '/api/share-report', {
      report: 'activity',
      emails: ['noone@x.example', 'some@x.example'],
    })
    const first = await settled(delivery.id)
    expect(first).toMatchObject({
      status: 'failed',
      outcome_in_words: '1 of 2 sent, 1 failed',
      counts: { sent: 1, failed: 1, skipped: 0, queued: 0, running: 0 },
      recipients: [
        { status: 'failed', reason: 'The mail server refused noone@x.example: 550 No such person here' },
        { status: 'sent' },
      ],
    })
    refuse = () => undefined
    const retried = await ok('POST', `/api/deliveries/${delivery.id}/retry`)
    expect(await answerErrors(server.app, 'retryDelivery', retried)).toBeNull()
    const again = await settled(delivery.id)
    expect([again.status, again.outcome_in_words]).toEqual(['sent', 'sent'])
    expect(again.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent'])
    expect(mails.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([['some@x.example'], ['noone@x.example']])
    expect((await ask('POST', `/api/deliveries/${delivery.id}/retry`)).status).toBe(400)
  })

  test('that asks to wait is retried with growing delays', async () => {
    refuse = () => smtpError(451, 'Greylisted, come back')
    const { delivery } = await ok('POST', '/api/share-report', { report: 'activity', emails: ['grey@x.example'] })
    const waiting = await settled(delivery.id)
    expect(waiting).toMatchObject({
      status: 'queued',
      recipients: [
        { status: 'queued', attempts: 1, reason: expect.stringMatching(/deferred the message: 451 Greylisted/) },
      ],
    })
    expect(Date.parse(waiting.recipients[0].next_attempt_at)).toBe(now.getTime() + 60_000)
    later(1)
    const second = await settled(delivery.id)
    expect(Date.parse(second.recipients[0].next_attempt_at)).toBe(now.getTime() + 2 * 60_000)
    refuse = () => undefined
    later(1)
    expect((await settled(delivery.id)).status).toBe('queued')
    later(1)
    expect(await settled(delivery.id)).toMatchObject({ status: 'sent', recipients: [{ attempts: 3, reason: null }] })
  })

  test('that refuses for good is given up after three days, with a reason', async () => {
    refuse = () => smtpError(451, 'Never today')
    const { delivery } = await ok('POST', '/api/share-report', { report: 'activity', emails: ['never@x.example'] })
    for (let tries = 0; tries < 3; tries += 1) {
      await settled(delivery.id)
      later(24 * 60)
    }
    expect(await settled(delivery.id)).toMatchObject({
      status: 'failed',
      recipients: [{ status: 'failed', reason: expect.stringMatching(/^Given up after three days\./) }],
    })
  })

  test('that is dead loses nothing: what waits goes when it is back', async () => {
    const { port } = mails
    await mails.close()
    const { delivery } = await ok('POST', '/api/share-report', {
      report: 'activity',
      emails: ['a@x.example', 'b@x.example'],
    })
    expect(await settled(delivery.id)).toMatchObject({
      status: 'queued',
      recipients: [
        { status: 'queued', attempts: 1, reason: expect.stringMatching(/^The mail server can’t be reached/) },
        // No address was tried a second time without need.
        { status: 'queued', attempts: 0, reason: expect.stringMatching(/^The mail server can’t be reached/) },
      ],
    })
    mails = await mailServer({ port, onRcptTo: ({ address }, _session, done) => done(refuse(address)) })
    later(1)
    expect((await settled(delivery.id)).status).toBe('sent')
    expect(mails.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['a@x.example', 'b@x.example'])
  })
})

test('a fault of our own ends as failed after a few attempts, and says so', async () => {
  const { facts } = server.store
  // What the report reads, and nothing else: the background sends whenever it looks, so the fault must always be there.
  const odd = factsWith(facts, {
    query: async (statement, ...rest) => {
      if (/\bcall/.test(statement)) throw new TypeError('rows is not iterable')
      return facts.query(statement, ...rest)
    },
  })
  // Its own state, so that the other server's background has no part in it.
  const state = await tempState()
  const app = await buildServer(testSettings({ MAIL_LIMIT: '1000' }), { facts: odd, state, now: () => now })
  const { ok: okThere, settled: settledThere } = requestHelpers(
    () => ({ ...server, app, state }),
    () => now,
  )
  const { delivery } = await okThere('POST', '/api/share-report', { report: 'calls', emails: ['a@x.example'] })
  for (let attempt = 1; attempt < 3; attempt += 1) {
    expect(await settledThere(delivery.id)).toMatchObject({ status: 'queued', recipients: [{ status: 'queued' }] })
    later(5)
  }
  expect(await settledThere(delivery.id)).toMatchObject({
    status: 'failed',
    recipients: [{ status: 'failed', reason: expect.stringMatching(/^It could not be made\./) }],
  })
  await app.close()
  await state.close()
})
