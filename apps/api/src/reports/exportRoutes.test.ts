import { on } from 'node:events'
import { parseCsv } from '@leaselight/files/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../server'
import { getFrom } from '../testing/requests'
import { bearer, OTHER_MANAGER, type Subject, type TestServer, testServer, testSettings } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = getFrom(() => server)

describe('the file of a list', () => {
  test('has the rows of its list, and no formula', async () => {
    const number = { start_date: '2026-03-08', end_date: '2026-03-14', column: 'leads' }
    const list = (await get('/api/reports/activity/members', number)).json()
    const file = await get('/api/reports/activity/members/export', number)
    const [header, ...rows] = parseCsv(file.rawPayload).filter((line) => line.length > 1)
    expect(header).toEqual(list.columns.map(({ label }: { label: string }) => label))
    expect(rows.map(([name]) => name)).toEqual(list.rows.map(({ name }: { name: string }) => name))
    expect(rows.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([])
    expect(file.headers['content-disposition']).toContain('activity-leads.csv')
  })

  test('says below its rows what evidence they are', async () => {
    const list = (await get('/api/reports/forecast/members', { column: 'leads_needed' })).json()
    const file = await get('/api/reports/forecast/members/export', { column: 'leads_needed' })
    expect(list.about).toMatch(/^Leads of the year/)
    expect(parseCsv(file.rawPayload).findLast((line) => line.length > 1)).toEqual(['Note', list.about])
  })
})

describe('the picture of a PDF’s first page', () => {
  const pageOf = async (report: string, query: string, subject: Partial<Subject> = {}) =>
    server.app.inject({ url: `/api/reports/${report}/first-page?${query}`, headers: await bearer(subject) })

  test('is a PNG of the same document, under the same rights', async () => {
    const drawn = await pageOf('boxscore', 'property=11')
    expect([drawn.statusCode, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'no-store',
    ])
    const [width, height] = [drawn.rawPayload.readUInt32BE(16), drawn.rawPayload.readUInt32BE(20)]
    expect([width, height / width]).toEqual([560, expect.closeTo(22 / 17, 2)])
    const cover = await pageOf('boxscore', 'property=11&property_pages=all')
    expect(cover.rawPayload.equals(drawn.rawPayload)).toBe(false)
    // Another company's property looks like one that does not exist.
    const [foreign, absent] = [
      await pageOf('boxscore', 'property=11', OTHER_MANAGER),
      await pageOf('boxscore', 'property=99', OTHER_MANAGER),
    ]
    expect(foreign.rawPayload.equals(absent.rawPayload)).toBe(true)
    expect(foreign.rawPayload.equals(drawn.rawPayload)).toBe(false)
    expect((await pageOf('no-such', '')).statusCode).toBe(404)
    expect((await pageOf('boxscore', 'preset=never')).statusCode).toBe(400)
  })
})

describe('an export in hand when the server is stopped', () => {
  const start = () => startServer(testSettings({ PORT: '0' }), { facts: server.store.facts, state: server.state })

  /** Asks for files; resolves when the server works on all of them. */
  async function askFor(running: RunningServer, formats: readonly string[]) {
    const headers = await bearer()
    const arriving = on(running.app.server, 'request')
    const answers = formats.map(async (format) => {
      const response = await fetch(`${running.localUrl}/api/reports/activity/export?format=${format}`, { headers })
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
    })
    for (const _ of formats) await arriving.next()
    // The request's first hooks have run then.
    await new Promise(setImmediate)
    return answers
  }

  test('ends whole, and the stop doesn’t wait for clients that keep their connection', async () => {
    const running = await start()
    const [answer] = await askFor(running, ['pdf'])
    expect(await running.stop({ delaySeconds: 0, limitSeconds: 10 })).toBe(true)
    const file = await answer
    expect(file?.status).toBe(200)
    expect(file?.headers.get('connection')).toBe('close')
    expect(file?.body.subarray(-6).toString()).toContain('%%EOF')
  })

  test('is told so when there is no time left', async () => {
    const running = await start()
    const answers = await askFor(running, ['pdf', 'pdf', 'csv', 'pdf'])
    expect(await running.stop({ delaySeconds: 0, limitSeconds: 0 })).toBe(false)
    for (const { status, headers, body } of await Promise.all(answers))
      if (status === 200) expect(body.length).toBe(Number(headers.get('content-length') ?? body.length))
      else expect([status, JSON.parse(body.toString()).error.code]).toEqual([503, 'stopping'])
    expect((await Promise.all(answers)).map(({ status }) => status)).toContain(503)
  })
})
