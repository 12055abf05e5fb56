import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCrm, testBrowser } from './testing'

describe('the prospects report', () => {
  let analytics: Server
  let crm: { url: string; close: () => Promise<void> }
  const asked: { url: string; authorization: string | undefined }[] = []
  let answer = { status: 200, body: '{"property_id":10,"prospect_ids":[5,12]}' }

  beforeAll(async () => {
    analytics = createServer((request, response) => {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
    await new Promise<void>((resolve) => analytics.listen(0, '127.0.0.1', resolve))
    const address = analytics.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    crm = await startTestCrm({ analyticsUrl: `http://127.0.0.1:${address.port}` })
  })
  afterAll(async () => {
    await crm.close()
    analytics.close()
  })

  it("shows the batch's prospects to the holder of its token", async () => {
    const { status, text } = await testBrowser(crm.url).open('/prospects/report?batchId=b%261&status=all&accessToken=t')
    expect(status).toBe(200)
    expect(text).toContain('2 prospects of property 10, status all.')
    expect(text).toContain('<li>#5</li><li>#12</li>')
    expect(asked.at(-1)).toEqual({
      url: '/api/get-prospect-batch-tokens-by-id?batch_id=b%261&access_token=t',
      authorization: undefined,
    })
  })

  it('asks for a sign-in first, returns, and requests the batch as that user', async () => {
    const visitor = testBrowser(crm.url)
    const path = '/prospects/report?batchId=b1&status=all'
    const { status, text } = await visitor.open(path)
    expect(status).toBe(401)
    expect(text).toContain('name="next" value="/prospects/report?batchId=b1&amp;status=all"')
    expect((await visitor.submit('/sign-in', { username: 'ann', password: 'open sesame', next: path })).to).toBe(path)
    expect((await visitor.open(path)).text).toContain('<li>#5</li>')
    const authorization = asked.at(-1)?.authorization ?? ''
    expect((await fetch(`${crm.url}/profile`, { headers: { authorization } })).status).toBe(200)
  })

  it('explains why there is nothing', async () => {
    const visit = async (query: string) => testBrowser(crm.url).open(`/prospects/report?accessToken=t&${query}`)
    answer = { status: 404, body: '{}' }
    expect((await visit('batchId=b1')).text).toContain('This batch of prospects can’t be opened.')
    answer = { status: 503, body: '{}' }
    expect((await visit('batchId=b1')).text).toContain('Analytics has a problem right now.')
    answer = { status: 200, body: '{"prospect_ids":"<script>"}' }
    expect((await visit('batchId=b1')).text).toContain('Analytics is not answering')
    expect((await visit('status=all')).text).toContain('The address names no batch')
    const alone = await startTestCrm({ analyticsUrl: 'http://127.0.0.1:1' })
    const { status, text } = await testBrowser(alone.url).open('/prospects/report?batchId=b1&accessToken=t')
    expect([status, text.includes('Analytics is not answering')]).toEqual([502, true])
    await alone.close()
  })
})

describe('recordings', () => {
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const crm = await startTestCrm()
    url = crm.url
    close = crm.close
  })
  afterAll(() => close())

  it('are served whole or in ranges, as players request them', async () => {
    const whole = await fetch(`${url}/recordings/t-1.wav?seconds=12`)
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'audio/wav',
      't-1 for 12 seconds',
    ])
    expect(whole.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const piece = async (range: string) => {
      const got = await fetch(`${url}/recordings/t-1.wav?seconds=12`, { headers: { range } })
      return [got.status, got.headers.get('content-range'), got.status === 416 ? '' : await got.text()]
    }
    expect(await piece('bytes=0-2')).toEqual([206, 'bytes 0-2/18', 't-1'])
    expect(await piece('bytes=11-')).toEqual([206, 'bytes 11-17/18', 'seconds'])
    expect(await piece('bytes=-7')).toEqual([206, 'bytes 11-17/18', 'seconds'])
    expect(await piece('bytes=0-99')).toEqual([206, 'bytes 0-17/18', 't-1 for 12 seconds'])
    expect(await piece('bytes=18-')).toEqual([416, 'bytes */18', ''])
    expect(await piece('bytes=0-1,3-4')).toEqual([200, null, 't-1 for 12 seconds'])
  })

  it('have a length within limits', async () => {
    for (const seconds of ['0', '-1', '1e9', '901', 'x', '1.5']) {
      expect((await fetch(`${url}/recordings/t.wav?seconds=${seconds}`)).status).toBe(400)
    }
    expect(await (await fetch(`${url}/recordings/t.wav`)).text()).toBe('t for 30 seconds')
  })
})
