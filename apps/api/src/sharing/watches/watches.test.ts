import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { schemaErrors } from '../../testing/responseSchemas'
import { NOW, type TestServer, testServer } from '../../testing/server'
import { previewSentence } from './preview'

let now = NOW
let mails: MailServer
let server: TestServer
let hook: Server
let hookUrl: string
/** The calls that the webhook got, and the statuses that it answers next; 200 after them. */
const calls: { id: string; signature: string; body: string }[] = []
const answers: number[] = []

// Three leads a day at Harbor Point until February 28, of which two are Alice’s; then one, which is Ben’s. All are walk-bys.
const days = Array.from({ length: 73 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10))
const planted = days.flatMap((day, index) =>
  (day < '2026-03-01' ? [101, 101, 102] : [102]).map((agent_id, place) => ({
    ...{ id: 90_000 + index * 10 + place, property_id: 11, agent_id, first_name: 'Planted', last_name: `No ${index}` },
    ...{ source: 'Walk-by', insert_method: 'web-form', first_contact_channel: 'internet', status: 'waiting' },
    created_at: `${day}T1${place}:00:00-05:00`,
  })),
)

beforeAll(async () => {
  mails = await mailServer()
  hook = createServer(async (request, response) => {
    const { 'leaselight-delivery': id, 'leaselight-signature': signature } = request.headers
    calls.push({ id: String(id), signature: String(signature), body: await text(request) })
    response.writeHead(answers.shift() ?? 200, { location: 'http://localhost:1/elsewhere' }).end('thanks')
  }).listen(0, 'localhost')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  hookUrl = `http://localhost:${port}/leads`
  server = await testServer(
    { SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example', WEBHOOK_PRIVATE_HOSTS: `localhost:${port}` },
    { now: () => now },
  )
  await server.store.load({ prospects: planted }, { now: NOW.getTime() })
})
afterEach(() => {
  mails.mails.length = 0
  calls.length = 0
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
/** Moves the clock, and checks and sends what is due by then. */
const at = async (instant: string) => {
  now = new Date(instant)
  await server.app.watchNow()
  await server.app.deliverNow()
}
/** The daily checks of some days, at 06:00 in New York; summer time begins on March 8. */
const morning = (day: string) => `${day}T${day < '2026-03-08' ? 11 : 10}:00:00.000Z`

const number = {
  report: 'conversions',
  params: { preset: 'last_7_days', group_by: 'property' },
  column: 'prospects',
  row: 'property:11',
  time_zone: 'America/New_York',
}
const below = { ...number, condition: 'below', threshold: 16 }
const remove = ({ id }: { id: string }) => ok('PUT', `/api/watches/delete/${id}`)

describe('a watched number', () => {
  test('is told once when it falls behind its goal, and not in the first days of a month', async () => {
    now = new Date('2026-03-01T15:00:00Z')
    const target = { property_id: 11, month: '2026-03', target: 200 }
    await ok('PUT', '/api/goals', { goal: 'leads', targets: [target] })
    const leads = { ...number, report: 'snapshot', column: 'leads', condition: 'behind' }
    const made = await ok('POST', '/api/watches', leads)
    expect(made).toMatchObject({ verdict: 'clear', condition_in_words: 'behind its goal', threshold: null })
    expect(made.finding).toMatch(/The month has hardly begun\.$/)
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-09']) await at(morning(day))
    expect(mails.mails.map(({ subject }) => subject)).toEqual(['Leads at Harbor Point: behind at 9 of 200'])
    expect(mails.mails[0]?.text).toContain('9 of 200 · needs 8 a day, does 1.3.')
    expect(mails.mails[0]?.text).toMatch(/As of today: https:\/\/reports\.example\/insights\?\S*preset=month_to_date/)
    const bad = await ask('POST', '/api/watches', { ...number, condition: 'behind' })
    expect(bad.body.error.message).toBe('This number has no goals. Choose another condition.')
    await remove(made)
  })

  test('is told once when it crosses, as its preview says', async () => {
    now = new Date('2026-03-01T15:00:00Z')
    const made = await ok('POST', '/api/watches', below)
    expect(await schemaErrors(server.app, 'ChangedNumberWatch', made)).toBeNull()
    expect(made).toMatchObject({
      ...{ name: 'Prospects at Harbor Point', condition_in_words: 'below 16', verdict: 'clear', problem: null },
      ...{ by_mail: true, webhook_secret: null, fired_at: null, next_check_at: morning('2026-03-02') },
    })
    const told: string[] = []
    for (const day of days.filter((one) => one > '2026-03-01')) {
      await at(morning(day))
      if (mails.mails.length > told.length) told.push(day)
    }
    expect(told).toEqual(['2026-03-05'])
    const [mail] = mails.mails
    expect(mail?.envelopeTo).toEqual(['maria@harborpine.example'])
    expect(mail?.subject).toBe('Prospects at Harbor Point: 14, below 16')
    expect(mail?.text).toContain('Feb 26 – Mar 4: 14. The period before: 22.')
    // 14 after 22 is within chance, so no row explains it.
    expect(mail?.text).not.toMatch(/accounts for|alone has/)
    expect(mail?.text).toContain('https://reports.example/conversions?')
    // The same days, read afterwards.
    const preview = await ok('POST', '/api/watches/preview', below)
    expect(await schemaErrors(server.app, 'WatchPreview', preview)).toBeNull()
    expect(preview.days).toHaveLength(90)
    expect(
      preview.days.filter(({ fires }: { fires: boolean }) => fires).map(({ day }: { day: string }) => day),
    ).toEqual(told)
    expect(preview.sentence).toMatch(
      /^Would have alerted you once in 90 days: Mar 5\. On \d+ days there was too little/,
    )
    // The number as it is now needs none of them.
    const { days: none, sentence, ...number } = await ok('POST', '/api/watches/preview', { ...below, days: 0 })
    expect([none, sentence]).toEqual([[], ''])
    expect(preview).toMatchObject(number)
    expect((await ok('POST', '/api/watches/preview', { ...below, days: 7 })).days).toEqual(preview.days.slice(-7))
    expect((await ask('POST', '/api/watches/preview', { ...below, days: 91 })).status).toBe(400)
    const [listed] = await ok('GET', '/api/watches')
    expect(listed).toMatchObject({ fired_at: morning('2026-03-05'), verdict: 'met' })
    // Its owner leaves by the mail's own link.
    const leave = /<https:\/\/reports\.example(\/api\/unsubscribe\/[^>]+)>/.exec(
      mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    )?.[1]
    await server.app.inject({ method: 'POST', url: leave ?? '' })
    expect((await ok('GET', `/api/watches/${made.id}`)).by_mail).toBe(false)
    await remove(made)
    expect(await ok('GET', '/api/watches')).toEqual([])
    expect((await ok('PUT', `/api/watches/restore/${made.id}`)).id).toBe(made.id)
    await remove(made)
  })

  test.each([
    [4, 'Mar 1, Mar 2, Mar 3 and Mar 4.'],
    [9, 'Mar 1, Mar 2, Mar 3, Mar 4 and 5 more.'],
  ])('names the first of %i days and counts the others', (fired, named) => {
    const days = Array.from({ length: 30 }, (_, index) => ({
      ...{ day: `2026-03-${String(index + 1).padStart(2, '0')}`, fires: index < fired, verdict: 'clear' },
    }))
    expect(previewSentence(days)).toBe(`Would have alerted you ${fired} times in 30 days: ${named}`)
  })

  test('reaches its owner’s own webhooks, too', async () => {
    now = new Date('2026-02-26T15:00:00Z')
    const slack = { name: 'Channel', kind: 'slack', address: hookUrl, events: ['watch.crossed'] }
    const { id } = await ok('POST', '/api/webhooks', slack)
    const made = await ok('POST', '/api/watches', below)
    await at(morning('2026-03-05'))
    for (let look = 0; look < 2; look++) await server.app.hookNow()
    expect(calls.map(({ body }) => JSON.parse(body).text.split('\n').slice(0, 2))).toEqual([
      ['*Prospects at Harbor Point*', '14, below 16.'],
    ])
    await ok('DELETE', `/api/webhooks/${id}`)
    await remove(made)
  })

  test('tells what is unusual by the report’s own judgement, with the row that explains it', async () => {
    now = new Date('2026-03-05T15:00:00Z')
    const made = await ok('POST', '/api/watches', { ...number, condition: 'unusual' })
    for (const day of days.filter((one) => one > '2026-03-05' && one < '2026-03-09')) await at(morning(day))
    expect(mails.mails.map(({ subject }) => subject)).toEqual(['Prospects at Harbor Point: 9, unusually low'])
    expect(mails.mails[0]?.text).toContain('Walk-by alone has 14 fewer (21 → 7).')
    await remove(made)
  })

  test('says nothing of thin numbers, fixed dates, or rows that never change', async () => {
    const bad = async (change: object) =>
      (await ask('POST', '/api/watches', { ...below, ...change })).body.error?.message
    expect(await bad({ params: { start_date: '2026-03-01', end_date: '2026-03-07' } })).toMatch(
      /^A number between fixed/,
    )
    expect(await bad({ row: 'property:99' })).toBe('There is no such number.')
    expect(await bad({ column: 'nothing' })).toBe('The report has no such number.')
    expect(await bad({ threshold: null })).toMatch(/^Say which number/)
    expect(await bad({ quiet_from: '21:00' })).toMatch(/^Quiet hours need/)
    expect(await bad({ time_zone: 'Nowhere' })).toMatch(/^time_zone must be/)
    now = new Date('2026-03-06T15:00:00Z')
    const thin = await ok('POST', '/api/watches', {
      ...{ ...below, threshold: 100, row: 'agent:102' },
      params: { preset: 'last_7_days', group_by: 'agent', property_ids: '11' },
    })
    expect(thin).toMatchObject({
      ...{ name: 'Prospects, Ben Brook at Harbor Point', verdict: 'unknown' },
      finding: 'There are too few cases to say anything.',
    })
    await remove(thin)
    // Nobody drove by in these weeks, so that this row is in neither period.
    const none = await ok('POST', '/api/watches', {
      ...{ ...below, row: 'source:Drive%20By' },
      params: { preset: 'last_7_days', group_by: 'source', property_ids: '11' },
    })
    expect(none).toMatchObject({
      ...{ name: 'Prospects, Drive By at Harbor Point', verdict: 'met', finding: '0, below 16.', problem: null },
    })
    await remove(none)
    expect(await bad({ row: 'agent:999', params: { preset: 'last_7_days', group_by: 'agent' } })).toMatch(/no such row/)
  })

  test('is held back in quiet hours, and not checked while it is snoozed or paused', async () => {
    now = new Date('2026-02-26T15:00:00Z')
    const made = await ok('POST', '/api/watches', { ...below, quiet_from: '21:00', quiet_to: '08:00' })
    await ok('PUT', `/api/watches/${made.id}`, { snoozed_until: '2026-03-05T00:00:00Z' })
    await at(morning('2026-03-05'))
    expect(mails.mails).toEqual([])
    await at('2026-03-05T12:59:59Z')
    expect(mails.mails).toEqual([])
    await at('2026-03-05T13:00:00Z')
    expect(mails.mails.map(({ subject }) => subject)).toEqual(['Prospects at Harbor Point: 14, below 16'])
    await ok('PUT', `/api/watches/${made.id}`, { condition: 'above', threshold: 20, paused: true })
    now = new Date('2026-02-20T15:00:00Z')
    await server.app.watchNow()
    const paused = await ok('GET', `/api/watches/${made.id}`)
    expect(paused).toMatchObject({ paused: true, next_check_at: null, condition_in_words: 'above 20' })
    await remove(made)
  })

  test('follows its owner’s rights, and says why it is silent', async () => {
    const record = fixtureCompany.users?.find(({ id }) => id === 201)
    const change = (fields: object) =>
      server.store.load(
        { users: [{ id: 201, company_id: 1, email: '', ...record, ...fields }] },
        { now: now.getTime() },
      )
    now = new Date('2026-02-26T15:00:00Z')
    const made = await ok('POST', '/api/watches', below)
    await change({ role: 'agent', property_ids: [12] })
    await at(morning('2026-03-05'))
    expect(mails.mails).toEqual([])
    const found = await ok('GET', `/api/watches/${made.id}`)
    expect(found).toMatchObject({ problem: 'You don’t have access to this property any more.', fired_at: null })
    await change({})
    await at(morning('2026-03-06'))
    expect(mails.mails.map(({ subject }) => subject)).toEqual(['Prospects at Harbor Point: 12, below 16'])
    await remove(made)
  })
})

describe('a webhook', () => {
  test('gets a signed call, again with the same id until it answers well', async () => {
    now = new Date('2026-02-26T15:00:00Z')
    const made = await ok('POST', '/api/watches', { ...below, by_mail: false, webhook_url: hookUrl })
    expect(made.webhook_secret).toMatch(/^whsec_/)
    answers.push(302, 500)
    await at(morning('2026-03-05'))
    await at('2026-03-05T11:01:00Z')
    const { calls: log } = await ok('GET', `/api/watches/${made.id}`)
    expect(log).toMatchObject([{ status: 'queued', answer_status: 500, attempts: 2 }])
    await at('2026-03-05T11:06:00Z')
    expect(mails.mails).toEqual([])
    expect(calls).toHaveLength(3)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(1)
    for (const { id, signature, body } of calls) {
      const [, seconds, signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      expect(signed).toBe(createHmac('sha256', made.webhook_secret).update(`${seconds}.${body}`).digest('hex'))
      expect(JSON.parse(body)).toMatchObject({
        ...{ id, watch_id: made.id, value: 14, threshold: 16, condition: 'below', row: 'property:11' },
        title: 'Prospects at Harbor Point: 14, below 16',
      })
    }
    const after = await ok('GET', `/api/watches/${made.id}`)
    expect(after.calls).toMatchObject([{ status: 'sent', answer_status: 200, attempts: 3, reason: null }])
    expect(JSON.stringify(after)).not.toContain('whsec_')
    await remove(made)
  })

  test.each([
    ['http://hooks.example/x', /must begin with https/],
    ['https://127.0.0.1/x', /not on the public internet/],
    ['https://[::ffff:10.0.0.1]/x', /not on the public internet/],
    ['https://169.254.169.254/latest', /not on the public internet/],
    ['https://localhost/x', /not on the public internet/],
    ['https://user:secret@hooks.example/x', /must not have a password/],
  ])('never goes to %s', async (webhook_url, sentence) => {
    const { status, body } = await ask('POST', '/api/watches', { ...below, webhook_url })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('stays within the company’s rules for mail', async () => {
    const admin = { user_id: 205, role: 'admin' }
    await ok('PUT', '/api/mail-rules', { outside: 'listed', domains: ['partner.example'] }, admin)
    const { body } = await ask('POST', '/api/watches', { ...below, webhook_url: 'https://hooks.elsewhere.example/x' })
    expect(body.error.message).toBe('Your company’s rules for mail allow webhooks at partner.example only.')
    await ok('PUT', '/api/mail-rules', { outside: 'anyone', domains: [] }, admin)
  })
})
