import { fixtureCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { schemaErrors } from '../../testing/responseSchemas'
import { NOW, OTHER_MANAGER, type TestServer, testServer } from '../../testing/server'

let now = NOW
let mails: MailServer
let server: TestServer

beforeAll(async () => {
  mails = await mailServer()
  server = await testServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example' }, { now: () => now })
})
afterEach(() => {
  mails.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const { ask, ok } = requestHelpers(
  () => server,
  () => now,
)
/** Moves the clock and sends what is due by then. */
const at = async (instant: string) => {
  now = new Date(instant)
  await server.app.deliverNow()
}
const received = () => mails.mails.map(({ envelopeTo }) => envelopeTo[0])
const ABSENT = '00000000-0000-4000-8000-000000000000'

const mornings = {
  name: 'Mornings',
  report: 'activity',
  params: { preset: 'yesterday' },
  frequency: 'DAILY',
  time: '02:30',
  time_zone: 'America/New_York',
  formats: ['csv'],
  emails: ['noah@harborpine.example', 'Partner@Outside.example'],
}

describe('a scheduled report', () => {
  test('says when it comes, to whom, and in words', async () => {
    const preview = await ok('POST', '/api/scheduled-reports/preview', {
      frequency: 'MONTHLY',
      day_of_month: 31,
      time: '07:30',
      time_zone: 'America/Los_Angeles',
    })
    expect(preview).toEqual({
      timing_in_words: 'On the last day of every month at 7:30 AM Pacific Time',
      next_runs: ['2026-03-31T14:30:00.000Z', '2026-04-30T14:30:00.000Z', '2026-05-31T14:30:00.000Z'],
      next_runs_in_words: ['Tue, Mar 31, 7:30 AM', 'Thu, Apr 30, 7:30 AM', 'Sun, May 31, 7:30 AM'],
    })
    const made = await ok('POST', '/api/scheduled-reports/create', mornings)
    expect(await schemaErrors(server.app, 'ScheduledReport', made)).toBeNull()
    expect(made).toMatchObject({
      title: 'Activity',
      timing_in_words: 'Every day at 2:30 AM Eastern Time',
      next_runs: ['2026-03-16T06:30:00.000Z', '2026-03-17T06:30:00.000Z', '2026-03-18T06:30:00.000Z'],
      subscribers: [
        { email: 'noah@harborpine.example', name: 'Noah North', unsubscribed_at: null },
        { email: 'partner@outside.example', name: null },
      ],
      last_delivery: null,
    })
    expect(await ok('GET', `/api/scheduled-reports/${made.id}`)).toEqual(made)
    await ok('PUT', `/api/scheduled-reports/delete/${made.id}`)
  })

  test('comes once a run with the numbers of its day, and its link lets everybody leave', async () => {
    const { id } = await ok('POST', '/api/scheduled-reports', mornings)
    await at('2026-03-16T06:29:59Z')
    expect(received()).toEqual([])
    await at('2026-03-16T06:30:00Z')
    await server.app.deliverNow()
    expect(received()).toEqual(['noah@harborpine.example', 'partner@outside.example'])
    const [, mail] = mails.mails
    expect(mail?.subject).toBe('Mornings (Activity) – Harbor & Pine Homes')
    expect(mail?.text).toContain('Period: Mar 15, 2026')
    expect(mail?.text).not.toContain('This was due')
    expect(mail?.attachments.map(({ filename }) => filename)).toContain('harbor-pine-homes-activity-2026-03-15.csv')
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /<https:\/\/reports\.example(\/api\/unsubscribe\/[^>]+)>/.exec(header('list-unsubscribe') ?? '')?.[1]
    expect(mail?.text).toContain(`https://reports.example/unsubscribe?token=${link?.split('/').at(-1)}`)
    const url = link ?? ''
    // Without a session; the mail reader posts a form.
    const open = async (method: 'GET' | 'POST' | 'PUT', form?: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await server.app.inject({ method, url, ...(form && { payload: form, headers }) })
      return response.json()
    }
    const shown = { email: 'partner@outside.example', name: 'Mornings', sender: 'Maria Moss' }
    expect(await open('GET')).toEqual({ ...shown, unsubscribed: false })
    expect(await open('POST', 'List-Unsubscribe=One-Click')).toEqual({ ...shown, unsubscribed: true })
    expect(await schemaErrors(server.app, 'Subscription', await open('GET'))).toBeNull()
    mails.mails.length = 0
    await at('2026-03-17T06:30:00Z')
    expect(received()).toEqual(['noah@harborpine.example'])
    // Only they themselves come back.
    const add = `/api/my-reports/scheduled/${id}/subscribers/add`
    const again = await ask('POST', add, { emails: ['partner@outside.example'] })
    expect([again.status, again.body.error.message]).toEqual([
      400,
      expect.stringMatching(/has unsubscribed; only they/),
    ])
    expect(await open('PUT')).toEqual({ ...shown, unsubscribed: false })
    const list = await ok('PUT', `/api/my-reports/scheduled/${id}/subscribers/delete`, {
      emails: ['noah@harborpine.example'],
    })
    expect(list.map(({ email }: { email: string }) => email)).toEqual(['partner@outside.example'])
    expect(await schemaErrors(server.app, 'Subscribers', list)).toBeNull()
    const token = url.split('/').at(-1) ?? ''
    for (const forged of [
      `${token}x`,
      token.slice(0, -1),
      token.replace(/^.{20}/, 'A'.repeat(20)),
      `${Buffer.from(JSON.stringify([id, 'noah@harborpine.example'])).toString('base64url')}.${token.split('.')[1]}`,
      'x',
    ])
      expect((await server.app.inject({ method: 'POST', url: `/api/unsubscribe/${forged}` })).statusCode).toBe(404)
    await ok('PUT', `/api/scheduled-reports/delete/${id}`)
    expect((await server.app.inject(url)).statusCode).toBe(404)
  })

  test('that nobody sent comes once on return and says so', async () => {
    const { id } = await ok('POST', '/api/scheduled-reports', { ...mornings, emails: ['noah@harborpine.example'] })
    await at('2026-03-20T12:00:00Z')
    expect(received()).toEqual(['noah@harborpine.example'])
    expect(mails.mails[0]?.text).toContain(
      'This was due on Fri, Mar 20, 2:30 AM. Nothing could be sent then, so it comes now. 2 runs before it were missed too and will not come.',
    )
    const [last] = await ok('GET', `/api/deliveries?schedule_id=${id}`)
    expect(last).toMatchObject({ kind: 'schedule', status: 'sent', due_at: '2026-03-20T06:30:00.000Z' })
    expect(last.late).toMatch(/^This was due/)
    expect((await ok('GET', `/api/scheduled-reports/${id}`)).last_delivery).toEqual(last)
    await ok('PUT', `/api/scheduled-reports/delete/${id}`)
  })

  test('rests while it is paused, is sent at once on request, and follows a new timing', async () => {
    const { id } = await ok('POST', '/api/scheduled-reports', { ...mornings, emails: ['noah@harborpine.example'] })
    const path = `/api/scheduled-reports/${id}`
    expect(await ok('PUT', `${path}/pause`)).toMatchObject({ paused: true, next_runs: [] })
    await at('2026-03-22T12:00:00Z')
    expect(received()).toEqual([])
    const sent = await ok('POST', `${path}/send-now`)
    expect(sent).toMatchObject({ kind: 'now', recipients: [{ email: 'maria@harborpine.example' }] })
    await ok('POST', `${path}/send-now`, { to_me: false })
    await server.app.deliverNow()
    expect(received().sort()).toEqual(['maria@harborpine.example', 'noah@harborpine.example'])
    expect((await ok('PUT', `${path}/resume`)).next_runs[0]).toBe('2026-03-23T06:30:00.000Z')
    const weekly = await ok('PUT', path, { frequency: 'WEEKLY', weekdays: [3, 1], time: '18:00', note: 'New hours' })
    expect(weekly).toMatchObject({
      name: 'Mornings',
      formats: ['csv'],
      note: 'New hours',
      timing_in_words: 'Every Monday and Wednesday at 6:00 PM Eastern Time',
    })
    expect((await ok('PUT', path, { name: 'Evenings' })).note).toBe('New hours')
    expect((await ok('PUT', path, { note: null })).note).toBeNull()
    mails.mails.length = 0
    await at('2026-03-23T22:00:00Z')
    expect(mails.mails[0]?.subject).toMatch(/^Evenings/)
    // Changed whole, its filters and its list too; who is not named any more gets none, and what can't be leaves all as it was.
    const whole = {
      name: 'Harbor’s evenings',
      params: { preset: 'last_7_days', property_ids: [11] },
      formats: ['pdf'],
      emails: ['Partner@outside.example', 'maria@harborpine.example'],
    }
    for (const [wrong, sentence] of [
      [{ params: { wings: 1 } }, /wings/],
      [{ emails: ['x'] }, /not an email address/],
      [{ emails: Array.from({ length: 101 }, (_, index) => `a${index}@x.example`) }, /At most 100 people/],
      [{ time: '7' }, /time must look like/],
    ] as const) {
      const { status, body } = await ask('PUT', path, { ...whole, ...wrong })
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(sentence)])
    }
    expect(await ok('GET', path)).toMatchObject({ name: 'Evenings', formats: ['csv'] })
    const changed = await ok('PUT', path, whole)
    expect(await schemaErrors(server.app, 'ScheduledReport', changed)).toBeNull()
    expect(changed).toMatchObject({
      name: 'Harbor’s evenings',
      params: { preset: 'last_7_days', property_ids: '11' },
      address: expect.stringContaining('property_ids=11'),
      formats: ['pdf'],
      next_runs: ['2026-03-25T22:00:00.000Z', '2026-03-30T22:00:00.000Z', '2026-04-01T22:00:00.000Z'],
    })
    expect(changed.subscribers.map(({ email }: { email: string }) => email).sort()).toEqual([
      'maria@harborpine.example',
      'partner@outside.example',
    ])
    mails.mails.length = 0
    expect((await ok('PUT', path, { emails: ['noah@harborpine.example'] })).name).toBe('Harbor’s evenings')
    await at('2026-03-25T22:00:00Z')
    expect(received()).toEqual(['noah@harborpine.example'])
    expect(mails.mails[0]?.text).toContain('Period: Mar 18 – 24, 2026')
    expect(mails.mails[0]?.text).not.toContain('Sunset Terrace')
    await ok('PUT', `/api/scheduled-reports/delete/${id}`)
    await at('2026-03-26T22:00:00Z')
    expect(received()).toHaveLength(1)
    expect((await ok('PUT', `/api/scheduled-reports/restore/${id}`)).next_runs[0]).toBe('2026-03-30T22:00:00.000Z')
    await ok('PUT', `/api/scheduled-reports/delete/${id}`)
  })

  test('is made from a saved one and stays when that goes', async () => {
    const saved = await ok('POST', '/api/saved-reports', { name: 'Mine', report: 'calls', params: { preset: 'today' } })
    const { report: _report, params: _params, ...timed } = mornings
    const made = await ok('POST', '/api/scheduled-reports', { ...timed, saved_report_id: saved.id, emails: [] })
    await ok('PUT', `/api/saved-reports/delete/${saved.id}`)
    expect(await ok('GET', `/api/scheduled-reports/${made.id}`)).toMatchObject({ report: 'calls', subscribers: [] })
    const nobody = await ask('POST', `/api/scheduled-reports/${made.id}/send-now`, { to_me: false })
    expect([nobody.status, nobody.body.error.message]).toEqual([400, expect.stringMatching(/no recipients yet/)])
    await ok('PUT', `/api/scheduled-reports/delete/${made.id}`)
  })

  test.each([
    [{ name: '' }, /name/],
    [{ frequency: 'HOURLY' }, /frequency must be one of/],
    [{ frequency: 'WEEKLY', weekdays: [8] }, /weekdays must hold/],
    [{ frequency: 'MONTHLY' }, /day_of_month/],
    [{ time: '25:00' }, /time must look like/],
    [{ time_zone: 'Mars' }, /time_zone must be/],
    [{ formats: ['exe'] }, /formats/],
    [{ emails: ['x'] }, /not an email address/],
    [{ report: null }, /Say which report/],
    [{ params: { wings: 1 } }, /wings/],
  ])('%#: what can’t be scheduled is refused with a sentence', async (wrong, sentence) => {
    const { status, body } = await ask('POST', '/api/scheduled-reports', { ...mornings, ...wrong })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('is theirs alone who made it: another’s is answered like none', async () => {
    const { id } = await ok('POST', '/api/scheduled-reports', mornings)
    const emails = { emails: ['a@x.example'] }
    for (const subject of [{ user_id: 206, role: 'admin' }, OTHER_MANAGER])
      for (const [method, path, body] of [
        ['GET', '/api/scheduled-reports/:id', undefined],
        ['PUT', '/api/scheduled-reports/:id', { name: 'Mine now' }],
        ['PUT', '/api/scheduled-reports/:id/pause', {}],
        ['PUT', '/api/scheduled-reports/:id/resume', {}],
        ['POST', '/api/scheduled-reports/:id/send-now', {}],
        ['PUT', '/api/scheduled-reports/delete/:id', {}],
        ['PUT', '/api/scheduled-reports/restore/:id', {}],
        ['POST', '/api/my-reports/scheduled/:id/subscribers/add', emails],
        ['PUT', '/api/my-reports/scheduled/:id/subscribers/delete', emails],
      ] as const) {
        const foreign = await ask(method, path.replace(':id', id), body, subject)
        const absent = await ask(method, path.replace(':id', ABSENT), body, subject)
        expect([path, foreign.status, foreign.body]).toEqual([path, 404, absent.body])
      }
    expect((await ok('GET', `/api/scheduled-reports/${id}`)).subscribers).toHaveLength(2)
    await ok('PUT', `/api/scheduled-reports/delete/${id}`)
  })
})

describe('the rights of its owner', () => {
  const noah = { user_id: 202 }
  const [record] = (fixtureCompany.users ?? []).filter(({ id }) => id === 202)
  const change = (fields: object) => server.store.load({ users: [{ ...record, ...fields }] }, { now: now.getTime() })

  test('hold at each run: a property that was lost is no longer sent, and who left sends nothing', async () => {
    await change({ property_ids: [11, 12] })
    const input = { ...mornings, params: { preset: 'last_7_days', property_ids: [11, 12] }, emails: ['a@x.example'] }
    const { id } = await ok('POST', '/api/scheduled-reports', input, noah)
    await at('2026-04-01T06:30:00Z')
    expect(mails.mails[0]?.text).toContain('Sunset Terrace')
    await change({ property_ids: [11] })
    await at('2026-04-02T06:30:00Z')
    expect(mails.mails[1]?.text).not.toContain('Sunset Terrace')
    expect(mails.mails[1]?.text).toContain('Harbor Point')
    expect(mails.mails[1]?.text).toContain('1 of the chosen properties is no longer open to Noah North and left out.')
    const lost: [object, string, RegExp][] = [
      [{ property_ids: [999] }, '2026-04-03T06:30:00Z', /^None of this report’s properties is open to Noah North/],
      [{ is_deleted: true }, '2026-04-04T06:30:00Z', /^The person who had this sent no longer works here\.$/],
    ]
    for (const [fields, instant, reason] of lost) {
      await change(fields)
      await at(instant)
      await change({ property_ids: [11] })
      const [last] = await ok('GET', `/api/deliveries?schedule_id=${id}&limit=1`, undefined, noah)
      expect(last).toMatchObject({ status: 'skipped', reason: expect.stringMatching(reason) })
    }
    expect(received()).toHaveLength(2)
    await ok('PUT', `/api/scheduled-reports/delete/${id}`, undefined, noah)
  })

  test('are never more than those of the session that set it up, or last changed who gets it', async () => {
    await change({ role: 'master', property_ids: [11] })
    const limited = { ...noah, role: 'agent' }
    const wide = { ...noah, role: 'master' }
    const input = { ...mornings, params: { preset: 'last_7_days' }, emails: ['a@x.example'] }
    const { id } = await ok('POST', '/api/scheduled-reports', input, limited)
    const textAt = async (instant: string) => {
      mails.mails.length = 0
      await at(instant)
      return mails.mails[0]?.text
    }
    expect(await textAt('2026-04-05T06:30:00Z')).not.toContain('Sunset Terrace')
    await ok('PUT', `/api/scheduled-reports/${id}`, { note: 'All of it.' }, wide)
    expect(await textAt('2026-04-06T06:30:00Z')).toContain('Sunset Terrace')
    await ok('POST', `/api/my-reports/scheduled/${id}/subscribers/add`, { emails: ['me@x.example'] }, limited)
    expect(await textAt('2026-04-07T06:30:00Z')).not.toContain('Sunset Terrace')
    mails.mails.length = 0
    const share = { report: 'activity', params: { preset: 'last_7_days' }, emails: ['me@x.example'] }
    await ok('POST', '/api/share-report', share, limited)
    await server.app.deliverNow()
    expect(mails.mails[0]?.text).toContain('Harbor Point')
    expect(mails.mails[0]?.text).not.toContain('Sunset Terrace')
    await ok('PUT', `/api/scheduled-reports/delete/${id}`, undefined, wide)
    await change({})
  })
})

test('the morning page goes to those who are on the list, every morning of the company', async () => {
  expect(await ok('GET', '/api/reports/subscribers')).toEqual([])
  expect(await ok('POST', '/api/reports/subscribers')).toMatchObject([{ email: 'maria@harborpine.example' }])
  const list = await ok('POST', '/api/reports/subscribers', { emails: ['noah@harborpine.example'] })
  expect(list).toHaveLength(2)
  expect(await ok('PUT', '/api/reports/subscribers', { emails: ['maria@harborpine.example'] })).toHaveLength(1)
  for (const subject of [{ user_id: 202 }, OTHER_MANAGER])
    expect(await ok('GET', '/api/reports/subscribers', undefined, subject)).toEqual([])
  expect(await ok('GET', '/api/scheduled-reports')).toEqual([])
  await at('2026-04-08T11:00:00Z')
  expect(received()).toEqual(['noah@harborpine.example'])
  expect(mails.mails[0]?.subject).toBe('Insights this morning – Harbor & Pine Homes')
  expect(mails.mails[0]?.text).toContain('Period: Apr 1 – 7, 2026')
  expect(await ok('PUT', '/api/reports/subscribers', { emails: ['noah@harborpine.example'] })).toEqual([])
})

test('three weeks in three zones, across both changes of the clock, sends every run and no other', async () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata']
  const ids = new Map<string, string>()
  now = new Date('2026-10-20T00:00:00Z')
  for (const time_zone of zones) {
    const input = { ...mornings, time_zone, frequency: 'WEEKLY', weekdays: [7], formats: [], report: 'occupancy' }
    const made = await ok('POST', '/api/scheduled-reports', { ...input, params: {}, emails: ['a@x.example'] })
    ids.set(time_zone, made.id)
  }
  // Once a day somebody looks: a run may be noticed late, but never twice and never not.
  const end = Date.parse('2026-11-10T00:00:00Z')
  for (let instant = now.getTime(); instant < end; instant += 24 * 3_600_000) await at(new Date(instant).toISOString())
  const runs = async (zone: string) => {
    const sent = await ok('GET', `/api/deliveries?schedule_id=${ids.get(zone)}`)
    expect(sent.every(({ status }: { status: string }) => status === 'sent')).toBe(true)
    return sent.map(({ due_at }: { due_at: string }) => due_at).sort()
  }
  // 02:30 comes twice in Berlin on October 25 and in New York on November 1: the first of the two counts.
  expect(await runs('Europe/Berlin')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-11-01T01:30:00.000Z',
    '2026-11-08T01:30:00.000Z',
  ])
  expect(await runs('America/New_York')).toEqual([
    '2026-10-25T06:30:00.000Z',
    '2026-11-01T07:30:00.000Z',
    '2026-11-08T07:30:00.000Z',
  ])
  expect(await runs('Asia/Kolkata')).toEqual([
    '2026-10-24T21:00:00.000Z',
    '2026-10-31T21:00:00.000Z',
    '2026-11-07T21:00:00.000Z',
  ])
  expect(received().filter((to) => to === 'a@x.example')).toHaveLength(9)
})
