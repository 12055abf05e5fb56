import { parseXlsx } from '@leaselight/files/testing'
import { chartKey } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { NOW, type TestServer, testServer, tokenFor } from '../testing/server'

let now = NOW
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => now,
)
const [chart] = reportByKey('activity')?.charts ?? []
const state = { report: 'activity', params: { preset: 'last_7_days', property_ids: '11,12' } }
const to = { emails: ['maria@harborpine.example'] }
const admin = { user_id: 206, role: 'admin' }

/** The newest mail of the outbox. */
/** The newest mail with these words in its subject: other schedules may send at the same instant. */
const newest = async (subject: string) => {
  await server.app.deliverNow()
  const { rows } = await ok('GET', '/api/outbox', undefined, admin)
  const mail = rows.find((one: { subject: string }) => one.subject.includes(subject))
  return ok('GET', `/api/outbox/${mail.id}`, undefined, admin)
}

test('my page goes out now and on a schedule, with its maker’s rights at each run', async () => {
  const share = { report: 'my-page', ...to, formats: ['pdf'] }
  const none = await ok('POST', '/api/share-report', share)
  await server.app.deliverNow()
  expect(await ok('GET', `/api/deliveries/${none.delivery.id}`)).toMatchObject({
    ...{ status: 'skipped', title: 'My page', address: '/my-page' },
  })

  await ok('POST', '/api/my-page/pins', { ...state, kind: 'number', item: 'visits', name: 'Tours now' })
  await ok('POST', '/api/my-page/pins', { ...state, kind: 'chart', item: chart ? chartKey(chart) : '' })
  const only = await ok('POST', '/api/my-page/pins', {
    ...{ report: 'activity', kind: 'number', item: 'leases' },
    params: { preset: 'last_7_days', property_ids: '12' },
  })
  const { rows, total } = await ok('GET', '/api/reports/activity?preset=last_7_days&property_ids=11,12')
  expect(rows.length).toBeGreaterThan(0)
  await ok('POST', '/api/share-report', share)
  const shared = await newest('My page')
  expect(shared.subject).toContain('My page')
  expect(shared.text).toContain(`Tours now\nActivity · Dates: Last 7 days`)
  expect(shared.text).toContain(`Visits: ${total.visits}`)
  expect(shared.html).toContain('data:image/png;base64,')
  // The link of a number opens that number.
  const [address = ''] = /\/activity\?\S+/.exec(shared.text) ?? []
  expect((await ok('GET', `/api/reports${address}`)).total.visits).toBe(total.visits)
  expect(shared.attachments).toMatchObject([
    { filename: expect.stringMatching(/my-page-2026-03-\d\d\.pdf$/), content_type: 'application/pdf' },
  ])

  expect(await ask('POST', '/api/share-report', { ...share, formats: ['csv'] })).toMatchObject({ status: 400 })
  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York' }
  const made = await ok('POST', '/api/scheduled-reports/create', {
    ...{ name: 'My morning', report: 'my-page', ...timing, ...to, formats: ['pdf'] },
  })
  expect(made).toMatchObject({ title: 'My page', address: '/my-page', available: true, params: {}, in_words: [] })
  const change = { formats: ['csv'] }
  expect(await ask('PUT', `/api/scheduled-reports/${made.id}`, change)).toMatchObject({ status: 400 })
  await ok('PUT', `/api/scheduled-reports/${made.id}`, { note: 'Good morning' })

  // The schedule's maker lost a property: each run shows what is open to them then.
  const lose = (id: number) => server.state.run((db) => db.execute(`update scheduled_reports set user_id = ${id}`))
  await server.state.run((db) => db.execute('update pins set user_id = 202'))
  await lose(202)
  now = new Date(NOW.getTime() + 24 * 3_600_000)
  const run = await newest('My morning')
  expect(run.subject).toContain('My morning')
  expect(run.text).toContain('Left out: 1 property that you don’t have access to any more.')
  expect(run.text).toContain('Leases\nYou don’t have access to any of its properties any more.')
  expect(run.text).not.toContain('Sunset Terrace')
  expect(only.label).toBe('Leases')
  now = NOW
})

test('a workbook of saved reports goes out on a schedule, a tab each, with its maker’s rights at each run', async () => {
  const DAY = 24 * 3_600_000
  now = new Date(NOW.getTime() + 2 * DAY)
  const save = async (name: string, report: string, params: object) =>
    (await ok('POST', '/api/saved-reports/create', { name, report, params })).id
  const both = await save('Both houses', 'activity', state.params)
  const sunset = await save('Sunset', 'calls', { preset: 'last_7_days', property_ids: '12' })
  const gone = await save('Gone', 'calls', {})
  const share = { report: 'workbook', params: { saved_report_ids: `${both},${sunset}` }, ...to }
  for (const wrong of [
    { ...share, formats: ['pdf'] },
    { ...share, params: {} },
    { ...share, params: { saved_report_ids: Array.from({ length: 21 }, (_, at) => `x${at}`).join() } },
  ])
    expect(await ask('POST', '/api/share-report', wrong)).toMatchObject({ status: 400 })
  // Another user's saved report is none.
  expect(await ask('POST', '/api/share-report', share, { user_id: 202 })).toMatchObject({ status: 404 })
  const { delivery } = await ok('POST', '/api/share-report', share)
  const sent = await newest('Excel workbook')
  expect(sent.text).toContain('2 reports: Both houses and Sunset.')
  expect(await ok('GET', `/api/deliveries/${delivery.id}`)).toMatchObject({
    ...{ title: 'Excel workbook', address: '/my-reports', name: 'Excel workbook' },
  })
  const attached = async ({ id }: { id: string }) => {
    const iat = Math.floor(now.getTime() / 1000)
    const headers = { authorization: `Bearer ${await tokenFor(admin, { claims: { iat, exp: iat + 900 } })}` }
    const file = await server.app.inject({ url: `/api/outbox/${id}/attachments/0`, headers })
    return parseXlsx(file.rawPayload)
  }
  const sheets = await attached(sent)
  expect(sheets.map(({ name }) => name).slice(1)).toEqual(['Both houses', 'Sunset'])
  const answer = await ok('GET', '/api/reports/activity?preset=last_7_days&property_ids=11,12')
  const [, table] = sheets
  const leads = table?.rows[0]?.findIndex((cell) => cell?.value === 'Leads') ?? -1
  const inBook = table?.rows.flatMap((row) => (row[1]?.value ? [] : [[row[0]?.value, row[leads]?.value]])) ?? []
  const expected = answer.rows.map(({ property, leads: count }: Record<string, unknown>) => [property, count])
  expect(expected.length).toBe(2)
  expect(inBook).toEqual(expect.arrayContaining(expected))

  const timing = { frequency: 'DAILY', weekdays: [], time: '07:00', time_zone: 'America/New_York' }
  const made = await ok('POST', '/api/scheduled-reports/create', {
    ...{ name: 'Morning book', report: 'workbook', params: { saved_report_ids: both }, ...timing, ...to },
  })
  expect(made).toMatchObject({ title: 'Excel workbook', available: true, in_words: ['1 saved report'] })
  const params = { saved_report_ids: `${both},${sunset},${gone}` }
  const changed = await ok('PUT', `/api/scheduled-reports/${made.id}`, { params })
  expect(changed).toMatchObject({ params, in_words: ['3 saved reports'] })
  const path = `/api/scheduled-reports/${made.id}`
  expect(await ask('PUT', path, { params: { saved_report_ids: '' } })).toMatchObject({ status: 400 })
  expect(await ask('PUT', path, { formats: ['csv'] })).toMatchObject({ status: 400 })

  // One report was deleted, and its maker lost a property: of one report a part is left, of another one nothing.
  await ok('PUT', `/api/saved-reports/delete/${gone}`)
  for (const table of ['scheduled_reports', 'saved_reports'])
    await server.state.run((db) => db.execute(`update ${table} set user_id = 202`))
  now = new Date(NOW.getTime() + 3 * DAY)
  const run = await newest('Morning book')
  expect(run.subject).toContain('Morning book')
  expect(run.text).toContain('1 report is left out: deleted since this was set up.')
  expect(run.text).toContain('1 report is left out: you don’t have access any more.')
  const book = await attached(run)
  expect(book.map(({ name }) => name).slice(1)).toEqual(['Both houses'])
  expect(JSON.stringify(book)).toContain('Harbor Point')
  expect(JSON.stringify(book)).not.toContain('Sunset Terrace')
  now = NOW
})

test('a mailed number says how its goal goes, and a chart what its notes are', async () => {
  const { pins } = await ok('GET', '/api/my-page')
  for (const { id } of pins) await ok('PUT', `/api/my-page/pins/delete/${id}`, {})
  await ok('PUT', '/api/goals', { goal: 'visits', targets: [{ property_id: 11, month: '2026-03', target: 40 }] })
  await ok('POST', '/api/timeline-notes', { text: 'phones down', start_date: '2026-03-10', property_ids: [11] })
  const month = { report: 'activity', params: { preset: 'month_to_date', property_ids: '11' } }
  await ok('POST', '/api/my-page/pins', { ...month, kind: 'number', item: 'visits' })
  await ok('POST', '/api/my-page/pins', { ...month, kind: 'chart', item: chart ? chartKey(chart) : '' })
  // The newest by its time.
  now = new Date(now.getTime() + 60_000)
  await ok('POST', '/api/share-report', { report: 'my-page', ...to, note: 'With a goal' })
  const { text, html } = await newest('My page')
  expect(text).toContain('With a goal')
  // Without a name of its own it is called as its report, as on the screen.
  expect(text).toContain('Activity\nDates: Month to date')
  expect(text).toMatch(/Visits: 3.*\nGoal: 3 of 40 · needs [\d.]+ a day, does [\d.]+\. Behind\.\n/)
  expect(text).toContain('1  Mar 10, Harbor Point: phones down')
  for (const said of ['Goal: 3 of 40', '1  Mar 10, Harbor Point: phones down']) expect(html).toContain(said)
})
