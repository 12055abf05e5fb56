import { chartKey } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { erasePeopleState } from '@leaselight/state'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { bearer, NOW, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterEach(() => server.state.run((db) => db.execute('truncate pins, my_pages')))
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => NOW,
)

const leads = {
  report: 'activity',
  params: { preset: 'last_7_days', property_ids: '11,12' },
  kind: 'number',
  item: 'leads',
}
const trend = { ...leads, kind: 'chart', item: 'trend:nothing' }
const [firstChart] = reportByKey('activity')?.charts ?? []
const pin = (body: object, who: object = {}) => ok('POST', '/api/my-page/pins', body, who)
const page = (who: object = {}) => ok('GET', '/api/my-page', undefined, who)
const named = async () => (await page()).pins.map(({ name, label }: Record<string, string>) => name ?? label)
const colleague = { user_id: 203, role: 'analytics_user' }

describe('my page', () => {
  test('has what its owner pinned, in order, and is no one else’s', async () => {
    const one = await pin(leads)
    expect(one).toMatchObject({
      ...{ kind: 'number', item: 'leads', name: null, label: 'Leads', report: 'activity', title: 'Activity' },
      params: { preset: 'last_7_days', property_ids: '11,12' },
      ...{ available: true, problem: null, left_out: null, was_pinned: false },
    })
    const two = await pin({ ...leads, item: 'visits', name: 'Tours this week' })
    expect(await named()).toEqual(['Leads', 'Tours this week'])
    expect((await page(colleague)).pins).toEqual([])
    for (const [method, path, body] of [
      ['PUT', `/api/my-page/pins/${one.id}`, { name: 'Theirs' }],
      ['PUT', `/api/my-page/pins/delete/${one.id}`, {}],
      ['PUT', '/api/my-page/order', { pin_ids: [one.id] }],
    ] as const)
      expect(await ask(method, path, body, colleague)).toMatchObject({ status: 404 })
    const turned = await ok('PUT', '/api/my-page/order', { pin_ids: [two.id, one.id] })
    expect(turned.pins.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
    expect(await ask('PUT', '/api/my-page/order', { pin_ids: [two.id] })).toMatchObject({ status: 400 })
    expect(await ask('PUT', '/api/my-page/order', { pin_ids: [two.id, two.id] })).toMatchObject({ status: 400 })
    await ok('PUT', `/api/my-page/pins/${two.id}`, { name: null })
    expect(await named()).toEqual(['Visits', 'Leads'])
  })

  test('pins the same state once, and another state beside it', async () => {
    const one = await pin(leads)
    const again = await pin({ ...leads, params: { property_ids: '11,12', preset: 'last_7_days' } })
    expect(again).toMatchObject({ id: one.id, was_pinned: true })
    expect((await pin({ ...leads, params: { preset: 'last_7_days' } })).id).not.toBe(one.id)
    expect((await page()).pins).toHaveLength(2)
  })

  test('undoes a removal in its old place', async () => {
    const [first] = [await pin(leads), await pin({ ...leads, item: 'visits' })]
    await ok('PUT', `/api/my-page/pins/delete/${first.id}`, {})
    expect(await named()).toEqual(['Visits'])
    expect(await ask('PUT', `/api/my-page/pins/${first.id}`, { name: 'Gone' })).toMatchObject({ status: 404 })
    await ok('PUT', `/api/my-page/pins/restore/${first.id}`, {})
    expect(await named()).toEqual(['Leads', 'Visits'])
  })

  test('has at most twelve pins, also when two are added at once', async () => {
    const states = Array.from({ length: 14 }, (_, at) => ({
      ...leads,
      params: { start_date: '2026-03-01', end_date: `2026-03-${String(at + 1).padStart(2, '0')}` },
    }))
    const ids = []
    for (const body of states.slice(0, 11)) ids.push((await pin(body)).id)
    const both = await Promise.all(states.slice(11, 13).map((body) => ask('POST', '/api/my-page/pins', body)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await ask('POST', '/api/my-page/pins', states[13])).body.error.message).toBe(
      'My page has 12 pins, and no more fit. Remove one to pin another.',
    )
    await ok('PUT', `/api/my-page/pins/delete/${ids[0]}`, {})
    await pin(states[13] ?? {})
    expect(await ask('PUT', `/api/my-page/pins/restore/${ids[0]}`, {})).toMatchObject({ status: 400 })
    expect((await page()).pins).toHaveLength(12)
  })

  test('says in its place what is not open any more', async () => {
    const both = await pin(leads)
    const other = await pin({ ...leads, params: { preset: 'last_7_days', property_ids: '12' } })
    const chart = await pin({ ...trend, item: firstChart ? chartKey(firstChart) : '' })
    const number = await pin({ ...leads, item: 'visits', params: { preset: 'yesterday', property_ids: '11' } })
    await server.state.run((db) => db.execute('update pins set user_id = 202'))
    await server.state.run((db) => db.execute(`update pins set item = 'bars:gone' where id = '${chart.id}'`))
    await server.state.run((db) => db.execute(`update pins set item = 'gone' where id = '${number.id}'`))
    const { pins } = await page({ user_id: 202 })
    const by = Object.fromEntries(pins.map((one: { id: string }) => [one.id, one]))
    expect(by[both.id]).toMatchObject({
      available: true,
      params: { property_ids: '11' },
      left_out: 'Left out: 1 property that you don’t have access to any more.',
    })
    expect(by[other.id]).toMatchObject({
      ...{ available: false, problem: 'You don’t have access to any of its properties any more.' },
      ...{ params: {}, in_words: [], address: '/' },
    })
    // The report that had it opens in the pin's state.
    expect(by[chart.id]).toMatchObject({ available: true, problem: 'Activity doesn’t show this chart any more.' })
    expect(by[number.id]).toMatchObject({
      ...{ available: true, label: 'Activity', problem: 'Activity doesn’t show this number any more.' },
      ...{
        params: { preset: 'yesterday', property_ids: '11' },
        in_words: ['Dates: Yesterday', 'Properties: Harbor Point'],
      },
      address: expect.stringMatching(/^\/activity\?.*preset=yesterday/),
    })
  })

  test('refuses what no report has', async () => {
    expect(await ask('POST', '/api/my-page/pins', { ...leads, item: 'gold' })).toMatchObject({ status: 404 })
    expect(await ask('POST', '/api/my-page/pins', { ...leads, item: 'constructor' })).toMatchObject({ status: 404 })
    expect(await ask('POST', '/api/my-page/pins', trend)).toMatchObject({ status: 404 })
    expect(await ask('POST', '/api/my-page/pins', { ...leads, report: 'nowhere' })).toMatchObject({ status: 404 })
    const finding = { ...leads, kind: 'finding' }
    expect(await ask('POST', '/api/my-page/pins', { ...finding, item: 'property:21:phone' })).toMatchObject({
      status: 404,
    })
    expect(await pin({ ...finding, item: 'property:11:phone' })).toMatchObject({
      label: expect.stringContaining('Harbor Point'),
    })
  })

  test('is the start page of those who want it', async () => {
    expect(await page()).toMatchObject({ start_page: false, most: 12 })
    await ok('PUT', '/api/my-page', { start_page: true })
    await pin(leads)
    expect(await page()).toMatchObject({ start_page: true })
    expect(await page(colleague)).toMatchObject({ start_page: false })
  })

  test('is answered by GraphQL as by REST, and hides names in a sales demo', async () => {
    await pin({ ...leads, name: 'Harbor Point and others' })
    const query = '{ myPage { startPage most pins { name label report inWords available problem } } }'
    const asked = async (more: object) => {
      const headers = { ...(await bearer()), ...more }
      const response = await server.app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
      return response.json().data.myPage
    }
    const plain = await asked({})
    expect(plain).toMatchObject({ startPage: false, most: 12 })
    const [rest] = (await page()).pins
    expect(plain.pins).toEqual([
      { name: rest.name, label: 'Leads', report: 'activity', inWords: rest.in_words, available: true, problem: null },
    ])
    const [inDemo] = (await asked({ 'x-demo': 'true' })).pins
    expect(JSON.stringify(inDemo)).not.toContain('Harbor Point')
    expect(inDemo.label).toBe('Leads')
  })

  test('goes with its owner, and with the company', async () => {
    await pin({ ...leads, name: 'Maria’s leads' })
    expect(await server.state.run((db) => db.execute('select 1 from pins'))).toMatchObject({ rows: [{}] })
    const erased = await erasePeopleState(server.state, 1, { prospects: [], users: [201] }, (text) => text)
    expect(erased.filter(({ table }) => table === 'pins')).toMatchObject([{ found: 1, left: 0 }])
  })
})
