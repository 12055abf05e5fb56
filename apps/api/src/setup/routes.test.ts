import { tempFacts } from '@leaselight/facts/testing'
import { tempState } from '@leaselight/state/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../server'
import { bearer, NOW, type Subject, type TestServer, testServer, testSettings } from '../testing/server'

let server: TestServer
let whenNew: { setup: object; readiness: { missing: string[]; impaired: string[] } }
beforeAll(async () => {
  // First, since a process opens one embedded store at a time.
  const [store, state] = [await tempFacts(), await tempState()]
  const app = await buildServer(testSettings(), { facts: store.facts, state })
  const read = async (url: string) => (await app.inject({ url })).json()
  whenNew = { setup: await read('/api/setup'), readiness: await read('/readyz') }
  await app.close()
  await state.close()
  await store.close()
  server = await testServer({ CRM_URL: 'http://localhost:1' })
})
afterAll(() => server.close())

const call = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  subject: Partial<Subject> | null,
  payload?: object,
) => {
  const headers = subject ? await bearer(subject) : {}
  const response = await server.app.inject({ method, url: `/api/setup${path}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const founder = { company_id: 77, user_id: 5, role: 'admin' }
const stateOf = ({ lines }: { lines: { line: string; done: boolean; dismissed: boolean }[] }) =>
  Object.fromEntries(lines.map(({ line, done, dismissed }) => [line, done ? 'done' : dismissed ? 'aside' : 'missing']))

describe('what somebody learns', () => {
  test('anybody: only whether the installation is new', async () => {
    expect((await call('GET', '', null)).body).toEqual({
      is_new: false,
      sign_in: 'crm',
      complete: true,
      company: null,
      properties: [],
      lines: [],
    })
    expect(whenNew.setup).toMatchObject({ is_new: true, sign_in: 'stand-in', complete: false, lines: [] })
    expect(whenNew.readiness.missing).toEqual([])
    expect(whenNew.readiness.impaired).toContain('setup')
  })

  test('a bad token nothing, a manager nothing more, an administrator the checklist', async () => {
    const bad = await server.app.inject({ url: '/api/setup', headers: { authorization: 'Bearer hello' } })
    expect([bad.statusCode, bad.json().error.code]).toEqual([401, 'bad_session'])
    expect((await call('GET', '', {})).body).toMatchObject({ complete: true, company: null, properties: [], lines: [] })
    const { body } = await call('GET', '', { user_id: 206, role: 'admin' })
    expect(body.complete).toBe(true)
    expect(Object.values(stateOf(body))).toEqual(Array(7).fill('done'))
    expect((await server.app.inject({ url: '/readyz' })).json().impaired).not.toContain('setup')
  })
})

describe('with a CRM', () => {
  test('an administrator creates the company of the token, and nobody else any', async () => {
    const place = { name: 'Maple Homes', time_zone: 'America/Denver' }
    for (const role of ['manager', 'agent'])
      expect((await call('POST', '/company', { ...founder, role }, place)).body.error).toMatchObject({
        code: 'no_company',
      })
    expect((await call('POST', '/company', { role: 'admin' }, place)).status).toBe(404)
    expect((await call('POST', '/company', founder, { ...place, time_zone: 'Denver' })).status).toBe(400)
    expect(stateOf((await call('GET', '', founder)).body)).toMatchObject({ company: 'missing', sign_in: 'done' })
    // A founder has no other page.
    const report = await server.app.inject({ url: '/api/reports/activity', headers: await bearer(founder) })
    expect(report.statusCode).toBe(401)
    const created = await call('POST', '/company', founder, place)
    expect(created.body).toMatchObject({ company: { id: 77, ...place }, complete: false, properties: [] })
    expect(stateOf(created.body)).toEqual({
      company: 'done',
      sign_in: 'done',
      properties: 'missing',
      facts: 'missing',
      users: 'missing',
      flags: 'done',
      crm: 'done',
    })
    expect((await call('POST', '/company', founder, { ...place, name: 'Again' })).status).toBe(404)
  })

  test('properties and users are imported like a file’s, with the same checks', async () => {
    const maple = { name: 'Maple Court', time_zone: 'America/Denver' }
    const pine = { name: 'Pine Court', time_zone: 'America/Los_Angeles' }
    const { body } = await call('POST', '/properties', founder, { properties: [maple, pine] })
    expect(body.properties).toMatchObject([maple, pine])
    const ids = body.properties.map(({ id }: { id: number }) => id)
    expect(new Set([...ids, 11, 12]).size).toBe(4)
    const again = await call('POST', '/properties', founder, { properties: [maple] })
    expect(again.body.error.message).toBe('There is a property called Maple Court already.')
    // The other companies' properties are as they were.
    expect((await call('GET', '', { role: 'admin' })).body.properties).toHaveLength(2)

    const user = {
      first_name: 'Una',
      last_name: 'User',
      email: 'una@maple.example',
      role: 'manager',
      property_ids: ids,
    }
    expect((await call('POST', '/users', founder, user)).body.error.message).toContain('the person’s id in the CRM')
    const added = await call('POST', '/users', founder, { ...user, user_id: 9 })
    expect(added.body).toEqual({ user_id: 9, invitation: null })
    expect((await call('POST', '/users', founder, { ...user, user_id: 10 })).status).toBe(400)
    expect((await call('POST', '/users', founder, { ...user, role: 'emperor', user_id: 11 })).status).toBe(400)
    const imports = await server.app.inject({ url: '/api/imports', headers: await bearer(founder) })
    const listed = imports
      .json()
      .imports.map(({ entity, source }: { entity: string; source: string }) => [entity, source])
    expect(listed.sort()).toEqual([
      ['companies', 'Setup page'],
      ['properties', 'Setup page'],
      ['users', 'Setup page'],
    ])
    for (const path of ['/properties', '/users'])
      expect((await call('POST', path, { company_id: 77, user_id: 9, role: 'manager' }, {})).status).toBe(404)
  })

  test('the page is complete when nothing is missing or an administrator puts the rest aside', async () => {
    const required = await call('PUT', '/dismissed', founder, { line: 'properties', dismissed: true })
    expect(required.body.error.message).toContain('can’t be skipped')
    const aside = await call('PUT', '/dismissed', founder, { line: 'facts', dismissed: true })
    expect([stateOf(aside.body).facts, aside.body.complete]).toEqual(['aside', true])
    const back = await call('PUT', '/dismissed', founder, { line: 'facts', dismissed: false })
    expect([stateOf(back.body).facts, back.body.complete]).toEqual(['missing', false])
    const [{ id }] = back.body.properties
    await server.store.load(
      {
        prospects: [
          {
            id: 77_001,
            property_id: id,
            source: 'Website',
            insert_method: 'manual',
            first_contact_channel: 'call',
            created_at: '2026-03-09T10:00:00-06:00',
            status: 'waiting',
          },
        ],
      },
      { now: NOW.getTime() },
    )
    const done = await call('GET', '', founder)
    expect([stateOf(done.body).facts, done.body.complete]).toEqual(['done', true])
  })

  test('a company that was removed is not created again', async () => {
    await server.store.load({ companies: [{ id: 77, deleted: true }] }, { now: NOW.getTime() })
    const again = await call('POST', '/company', founder, { name: 'Maple Homes', time_zone: 'America/Denver' })
    expect([again.status, again.body.error.code]).toEqual([401, 'no_company'])
  })
})
