import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedHelpers, range, units } from '../testing/feeds'
import { type MailServer, mailServer } from '../testing/mailServer'
import { schemaErrors } from '../testing/responseSchemas'
import { IMPORT_SECRET, NOW, type TestServer, testServer } from '../testing/server'

let server: TestServer
let mails: MailServer
let clock = NOW
beforeAll(async () => {
  mails = await mailServer()
  server = await testServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example' }, { now: () => clock })
})
afterAll(async () => {
  await server.close()
  await mails.close()
})
const { ask, ok, make, keyOf, send, shown, unitIds } = feedHelpers(
  () => server,
  () => clock,
  () => {
    clock = new Date(clock.getTime() + 1000)
  },
)
/** The subjects of the mails that came since the last look. */
let seen = 0
const newMails = async () => {
  await server.app.deliverNow()
  const fresh = mails.mails.slice(seen)
  seen = mails.mails.length
  return fresh.map(({ subject, envelopeTo, text }) => ({ subject, to: envelopeTo, text }))
}

describe('a feed that is sent its files', () => {
  test('imports what its key sends, once and again, and lets the key read its runs', async () => {
    const feed = await make({ name: 'units.ndjson' })
    expect(await schemaErrors(server.app, 'Feed', feed)).toBeNull()
    expect(feed).toMatchObject({ status: 'waiting', grace_hours: 6, max_removed_percent: 10, runs: [], keys: [] })
    const key = await keyOf(feed)
    const run = await send(feed, key, units(1001, 1002, { id: 1003, property_id: 21 }))
    expect(await schemaErrors(server.app, 'FeedRunReport', run)).toBeNull()
    expect(run).toMatchObject({
      ...{ status: 'done', trigger: 'upload', file_name: 'units.ndjson', rows: 3, accepted: 2, rejected: 1 },
      report: { rejections: [{ entity: 'units', line: 3, field: 'name' }] },
    })
    expect(await unitIds()).toEqual([1001, 1002])
    expect(await send(feed, key, units(1001, 1002))).toMatchObject({ status: 'done', rows: 2, rejected: 0 })
    expect(await unitIds()).toEqual([1001, 1002])

    const page = await shown('units.ndjson')
    expect(page).toMatchObject({ status: 'ok', keys: [{ ending: key.slice(-4), last_used_at: clock.toISOString() }] })
    expect(page.runs.map((one: { rows: number }) => one.rows)).toEqual([2, 3])
    const { imports } = await ok('GET', '/api/imports')
    expect(imports).toContainEqual(expect.objectContaining({ id: run.import_id, source: 'feed: units.ndjson' }))
    const runs = await server.app.inject({ url: `/api/feeds/${feed.id}/runs`, headers: { 'x-feed-key': key } })
    expect(runs.json().runs).toHaveLength(2)
  })

  test('opens to no other key, no revoked key and no import key', async () => {
    const [feed, other] = [await make({ name: 'mine' }), await make({ name: 'other' })]
    const [key, foreign] = [await keyOf(feed), await keyOf(other)]
    const post = async (headers: Record<string, string>) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/feeds/${feed.id}/upload`,
          headers: { 'content-type': 'text/csv', ...headers },
          payload: 'id\n',
        })
      ).statusCode
    expect(await post({ 'x-feed-key': foreign })).toBe(404)
    expect(await post({ 'x-feed-key': 'no' })).toBe(401)
    expect(await post({ 'x-import-key': IMPORT_SECRET })).toBe(401)
    const { keys } = await shown('mine')
    expect((await ask('DELETE', `/api/feeds/${other.id}/keys/${keys[0].id}`)).status).toBe(404)
    await ok('DELETE', `/api/feeds/${feed.id}/keys/${keys[0].id}`)
    expect(await post({ 'x-feed-key': key })).toBe(401)
    const strangers = { company_id: 2, user_id: 301, role: 'admin' }
    expect((await ask('GET', `/api/feeds/${feed.id}/runs`, undefined, strangers)).status).toBe(404)
    expect((await ask('GET', '/api/feeds', undefined, strangers)).body.feeds).toEqual([])
    expect((await ask('GET', '/api/feeds', undefined, { role: 'manager' })).status).toBe(404)
  })

  test('reads tables by a saved mapping, which can’t be lost unnoticed', async () => {
    const fields = {
      id: { column: 'No' },
      property_id: { value: 11 },
      name: { column: 'Unit' },
      floorplan: { value: 'A' },
      bedrooms: { value: 1 },
      area_sqft: { value: 700 },
    }
    const mapping = { name: 'Units', kind: 'csv', mapping: { entity: 'units', fields } }
    const { id } = await ok('PUT', '/api/import-mappings', mapping)
    const feed = await make({ name: 'units.csv', kind: 'csv', entity: null, mapping_id: id })
    const key = await keyOf(feed)
    expect(await send(feed, key, 'No,Unit\n1101,A1\n1102,A2\n', 'units.csv')).toMatchObject({ rows: 2, accepted: 2 })
    const inUse = await ask('DELETE', `/api/import-mappings/${id}`)
    expect([inUse.status, inUse.body.error.message]).toEqual([400, expect.stringContaining('units.csv')])
    expect(
      (await ask('POST', '/api/feeds', { name: 'x', kind: 'mits', mapping_id: id, source: 'upload', rhythm: 'daily' }))
        .status,
    ).toBe(400)
  })

  test.each<[string, object, string]>([
    ['no entity', { entity: null }, 'what the records'],
    ['companies', { entity: 'companies' }, 'companies'],
    ['no mapping', { kind: 'csv' }, 'mapping'],
    ['a folder, where none is watched', { source: 'folder', folder: 'leads' }, 'FEED_FOLDER'],
    ['an address of a host that is not listed', { source: 'url', url: 'https://x.example/a' }, 'FEED_HOSTS'],
    ['a name that is taken', { name: 'units.ndjson' }, 'Another feed'],
    ['a percentage above 100', { max_removed_percent: 101 }, 'max_removed_percent'],
  ])('%s is refused with a sentence', async (_, wrong, sentence) => {
    const body = { name: 'new', kind: 'contract', entity: 'units', source: 'upload', rhythm: 'daily', ...wrong }
    const refused = await ask('POST', '/api/feeds', body)
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(sentence)])
  })
})

describe('a full export', () => {
  test('removes what is gone, stops when too much is gone, and goes on when allowed', async () => {
    // Units of an import and of another feed, which the feed never listed or must not take along.
    const url = '/api/import/units'
    const headers = { 'x-import-key': IMPORT_SECRET, 'content-type': 'application/x-ndjson' }
    await server.app.inject({ method: 'POST', url, headers, payload: units(2900) })
    const other = await make({ name: 'neighbour', extent: 'full' })
    await send(other, await keyOf(other), units(2001))

    const feed = await make({ name: 'all.ndjson', extent: 'full' })
    const key = await keyOf(feed)
    const all = range(2001, 2020)
    expect(await send(feed, key, units(...all))).toMatchObject({ status: 'done', rows: 20, removed: 0 })
    // Two of twenty are ten percent, which is the limit; the neighbour still lists one of them.
    expect(await send(feed, key, units(...all.slice(2)))).toMatchObject({ status: 'done', rows: 18, removed: 1 })
    expect(await unitIds(2000)).toEqual([2001, ...range(2003, 2020), 2900])
    expect(await newMails()).toEqual([])

    const stopped = await send(feed, key, units(...range(2005, 2020), 2021))
    expect(stopped).toMatchObject({ status: 'stopped', rows: 17, accepted: 0, removed: 0 })
    expect(stopped.reason).toBe(
      '2 of 18 units are missing from this file, more than the limit of 10%. Nothing was changed.',
    )
    expect(await unitIds(2000)).toEqual([2001, ...range(2003, 2020), 2900])
    expect(await newMails()).toMatchObject([
      {
        subject: 'all.ndjson was stopped – Harbor & Pine Homes',
        to: ['adam@harborpine.example'],
        text: expect.stringContaining('2 of 18 units'),
      },
    ])
    expect(await shown('all.ndjson')).toMatchObject({ status: 'stopped', notice: stopped.reason })
    // The same problem sends no second mail.
    const again = await send(feed, key, units(...range(2005, 2020)))
    expect([again.status, await newMails()]).toEqual(['stopped', []])

    const allow = (run: { id: string }) => ask('PUT', `/api/feeds/${feed.id}/runs/${run.id}/allow`)
    clock = new Date(clock.getTime() + 1000)
    const allowed = await allow(stopped)
    expect(await schemaErrors(server.app, 'FeedRun', allowed.body)).toBeNull()
    await server.app.feedNow()
    expect(await unitIds(2000)).toEqual([2001, ...range(2005, 2021), 2900])
    expect((await newMails()).map(({ subject }) => subject)).toEqual(['all.ndjson is back – Harbor & Pine Homes'])
    expect((await allow(stopped)).body.error.message).toContain('can’t be imported any more')

    // A corrected file brings back what was gone.
    expect(await send(feed, key, units(...all))).toMatchObject({ status: 'done', rows: 20 })
    expect(await unitIds(2000)).toEqual([...all, 2900])
  })

  test('removes nothing when rows are rejected or the file is broken', async () => {
    const feed = await make({ name: 'strict.ndjson', extent: 'full', max_removed_percent: 100 })
    const key = await keyOf(feed)
    await send(feed, key, units(...range(3001, 3010)))
    const rejected = await send(feed, key, `${units(...range(3001, 3005))}\n{"id":3006}`)
    expect(rejected).toMatchObject({ status: 'done', accepted: 5, rejected: 1, removed: 0 })
    expect(rejected.reason).toBe('Nothing was removed, because 1 row was rejected.')
    expect(await unitIds(3000)).toEqual(range(3001, 3010))
    expect(await send(feed, key, 'PK\u0003 nonsense')).toMatchObject({
      status: 'failed',
      reason: 'Every row was rejected.',
    })
    expect((await newMails()).map(({ subject }) => subject)).toEqual([
      'strict.ndjson was not imported – Harbor & Pine Homes',
    ])
    // What was spared is still the feed's own, and goes with the next good file.
    expect(await send(feed, key, units(...range(3001, 3005)))).toMatchObject({ status: 'done', removed: 5 })
    expect(await unitIds(3000)).toEqual(range(3001, 3005))
    expect((await newMails()).map(({ subject }) => subject)).toEqual(['strict.ndjson is back – Harbor & Pine Homes'])
  })
})

test('a late feed is told of once, shows in reports, and is told of once when it is back', async () => {
  const feed = await make({ name: 'leads.csv', grace_hours: 2 })
  const others = (await ok('GET', '/api/feeds')).feeds.filter(({ id }: { id: string }) => id !== feed.id)
  for (const { id } of others) await ok('PUT', `/api/feeds/${id}/pause`)
  const key = await keyOf(feed)
  await send(feed, key, units(4001))
  const began = clock.getTime()
  const after = (hours: number) => {
    clock = new Date(began + hours * 3_600_000)
    return server.app.feedNow()
  }
  const freshness = async () => (await ok('GET', '/api/reports/activity')).freshness
  await after(26)
  expect([await newMails(), (await freshness()).notices]).toEqual([[], []])
  await after(72)
  await after(73)
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('leads.csv is 2 days late – Harbor & Pine Homes')
  expect(mail?.text).toContain('The last file was imported on Sun, Mar 15, ')
  expect(mail?.text).toContain('https://reports.example/admin/feeds')
  expect((await freshness()).notices).toEqual(['leads.csv is 2 days late'])
  expect(await shown('leads.csv')).toMatchObject({ status: 'late', notice: '2 days late' })
  await send(feed, key, units(4001))
  expect((await newMails()).map(({ subject }) => subject)).toEqual(['leads.csv is back – Harbor & Pine Homes'])
  expect((await freshness()).notices).toEqual([])

  // Paused, nobody is told; resumed, it is expected from then on.
  await ok('PUT', `/api/feeds/${feed.id}/pause`)
  await after(1000)
  expect(await newMails()).toEqual([])
  expect(await ok('PUT', `/api/feeds/${feed.id}/resume`)).toMatchObject({ status: 'ok' })
  await after(1001)
  expect(await newMails()).toEqual([])
})
