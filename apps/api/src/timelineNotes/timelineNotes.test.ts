import { parseXlsx } from '@leaselight/files/testing'
import { listTimelineNotes } from '@leaselight/state'
import { PDFParse } from 'pdf-parse'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestHelpers } from '../testing/requests'
import { bearer, NOW, OTHER_MANAGER, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterEach(async () => {
  await server.state.run((db) => db.execute('delete from timeline_notes'))
})
afterAll(() => server.close())

const { ask, ok } = requestHelpers(
  () => server,
  () => NOW,
)
const root = '/api/timeline-notes'
// Maria manages both properties. User 202 sees Harbor Point alone (Region East, Class A), 204 is an agent at Sunset Terrace.
const ofOne = { user_id: 202 }
const agent = { user_id: 204, role: 'agent' }
const admin = { user_id: 206, role: 'admin' }
const HARBOR = 11
const SUNSET = 12

const write = (text: string, start: string, subject: object = {}, who: object = {}) =>
  ask('POST', root, { text, start_date: start, ...subject }, who)
const texts = async (query = '', who: object = {}): Promise<string[]> => {
  const { notes } = await ok('GET', `${root}?${query}`, undefined, who)
  return notes.map((note: { text: string }) => note.text)
}

async function writeAll(): Promise<void> {
  await write('rents raised', '2026-03-02')
  await write('phones down', '2026-03-03', { end_date: '2026-03-09', property_ids: [SUNSET] })
  await write('special began', '2026-03-05', { attribute: 'Region', value: 'East' })
  await write('new sign', '2026-03-10', { property_ids: [HARBOR, SUNSET] })
}

describe('notes on the timeline', () => {
  test('are read by those who see a property that they concern', async () => {
    await writeAll()
    expect(await texts()).toEqual(['rents raised', 'phones down', 'special began', 'new sign'])
    expect(await texts('', ofOne)).toEqual(['rents raised', 'special began', 'new sign'])
    expect(await texts('', agent)).toEqual(['rents raised', 'phones down', 'new sign'])
    expect(await texts('', OTHER_MANAGER)).toEqual([])
    // What of a note names a property that a reader doesn't see is left out.
    const { notes } = await ok('GET', root, undefined, ofOne)
    expect(notes.map((one: { place: string }) => one.place)).toEqual(['', 'Region East', 'Harbor Point'])
    expect(notes[2]).toMatchObject({ property_ids: [HARBOR], by: 'Maria Moss', may_change: false })
  })

  test('are listed by days and properties', async () => {
    await writeAll()
    expect(await texts('start_date=2026-03-09&end_date=2026-03-09')).toEqual(['phones down'])
    expect(await texts('start_date=2026-03-10')).toEqual(['new sign'])
    expect(await texts('end_date=2026-03-04')).toEqual(['rents raised', 'phones down'])
    expect(await texts(`property_ids=${HARBOR}`)).toEqual(['rents raised', 'special began', 'new sign'])
    expect((await ask('GET', `${root}?start_date=soon`)).body.error.message).toBe(
      'start_date must be a day such as 2026-03-08.',
    )
    const query = `{ timelineNotes(endDate: "2026-03-04", propertyIds: [${SUNSET}]) { text startDate endDate place by } }`
    const { data } = await ok('POST', '/api/graphql', { query })
    expect(data.timelineNotes).toEqual([
      { text: 'rents raised', startDate: '2026-03-02', endDate: '2026-03-02', place: '', by: 'Maria Moss' },
      {
        text: 'phones down',
        startDate: '2026-03-03',
        endDate: '2026-03-09',
        place: 'Sunset Terrace',
        by: 'Maria Moss',
      },
    ])
  })

  test('are written about one’s own properties; about more by managers and administrators', async () => {
    expect((await write('tour cart broken', '2026-03-04', { property_ids: [SUNSET] }, agent)).status).toBe(200)
    const wide = 'Choose properties. Only managers and administrators write about the company or an attribute.'
    for (const subject of [{}, { attribute: 'Region', value: 'West' }])
      expect((await write('all of us', '2026-03-04', subject, agent)).body.error.message).toBe(wide)
    // A property that is not theirs looks like one that is not there.
    const missing = await write('x', '2026-03-04', { property_ids: [99] }, agent)
    expect([missing.status, missing.body.error.message]).toEqual([404, 'There is no such property.'])
    expect(await write('x', '2026-03-04', { property_ids: [HARBOR] }, agent)).toEqual(missing)
    const nowhere = await write('x', '2026-03-04', { attribute: 'Region', value: 'North' }, ofOne)
    expect([nowhere.status, nowhere.body.error.message]).toEqual([404, 'There is no such attribute.'])
    expect(await write('x', '2026-03-04', { attribute: 'Region', value: 'West' }, ofOne)).toEqual(nowhere)
    expect(await ok('GET', root, undefined, agent)).toMatchObject({ may_write: true, may_write_for_all: false })
  })

  test('say what is wrong with them', async () => {
    const wrong = async (text: string, start: string, subject: object = {}) =>
      (await write(text, start, subject)).body.error.message
    expect([
      await wrong(' ', '2026-03-04'),
      await wrong('x'.repeat(301), '2026-03-04'),
      await wrong('x', '2026-02-30'),
      await wrong('x', '2026-03-04', { end_date: '2026-03-03' }),
      await wrong('x', '1999-12-31'),
      await wrong('x', '2028-04-01'),
      await wrong('x', '2026-03-04', { attribute: 'Region' }),
      await wrong('x', '2026-03-04', { attribute: 'Region', value: 'East', property_ids: [HARBOR] }),
    ]).toEqual([
      'text is missing or not right.',
      'text is missing or not right.',
      'start_date must be a day such as 2026-03-08.',
      'The last day of a note can’t be before its first.',
      'A note is about a day since 2000, and no later than two years from today.',
      'A note is about a day since 2000, and no later than two years from today.',
      'An attribute needs a value.',
      'A note is about properties or about an attribute, not both.',
    ])
    expect(await texts()).toEqual([])
  })

  test('are changed and deleted by their author, and by managers who see all that they name', async () => {
    const { body: own } = await write('phones down', '2026-03-03', { property_ids: [SUNSET] }, agent)
    const { body: both } = await write('new sign', '2026-03-10', { property_ids: [HARBOR, SUNSET] })
    const change = (id: string, body: object, who: object = {}) => ask('PUT', `${root}/${id}`, body, who)
    // An author, a manager and an administrator.
    expect((await change(own.id, { end_date: '2026-03-09' }, agent)).body).toMatchObject({ end_date: '2026-03-09' })
    expect((await change(own.id, { text: 'phones were down' })).body).toMatchObject({
      ...{ text: 'phones were down', start_date: '2026-03-03', end_date: '2026-03-09', property_ids: [SUNSET] },
    })
    expect((await change(both.id, { property_ids: [HARBOR] }, admin)).body.place).toBe('Harbor Point')
    await change(both.id, { property_ids: [HARBOR, SUNSET] }, admin)
    // A reader who is neither, a manager who sees a part, and one who sees nothing of it.
    const refused = 'Only its author, managers, and administrators can change a note.'
    expect((await change(both.id, { text: 'x' }, agent)).body.error.message).toBe(refused)
    expect((await change(both.id, { text: 'x' }, ofOne)).body.error.message).toBe(refused)
    const hidden = await change(own.id, { text: 'x' }, ofOne)
    expect([hidden.status, hidden.body.error.message]).toEqual([404, 'There is no such note.'])
    expect(await change('00000000-0000-4000-8000-000000000000', { text: 'x' }, ofOne)).toEqual(hidden)
    expect(await ask('DELETE', `${root}/${own.id}`, undefined, ofOne)).toEqual(hidden)
    expect((await ask('DELETE', `${root}/${both.id}`, undefined, agent)).status).toBe(400)
    expect((await ask('DELETE', `${root}/${own.id}`, undefined, agent)).body).toEqual({ deleted: true })
    expect(await texts()).toEqual(['new sign'])
  })

  test('with the same key are made once', async () => {
    const headers = { ...(await bearer()), 'idempotency-key': 'one-note-only' }
    const payload = { text: 'phones down', start_date: '2026-03-03' }
    const make = async () => (await server.app.inject({ method: 'POST', url: root, headers, payload })).json().id
    expect(await make()).toBe(await make())
    expect(await listTimelineNotes(server.state, 1)).toHaveLength(1)
  })

  test('have sample texts in a sales demo, and can’t be changed there', async () => {
    await write('Alice Archer of Harbor Point was sick', '2026-03-04', { property_ids: [HARBOR] })
    const headers = { ...(await bearer()), 'x-demo': 'true' }
    const { body, statusCode } = await server.app.inject({ url: root, headers })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/Alice|Archer|Harbor|Maria|sick/)
    const [note] = JSON.parse(body).notes
    expect(note).toMatchObject({ start_date: '2026-03-04', property_ids: [HARBOR], may_change: false })
    expect(note.text).not.toBe('')
    const payload = { text: 'x', start_date: '2026-03-04' }
    const made = await server.app.inject({ method: 'POST', url: root, headers, payload })
    expect([made.statusCode, made.json().error.message]).toEqual([400, 'Notes can’t be changed in a sales demo.'])
  })
})

describe('on paper', () => {
  const week = 'start_date=2026-03-01&end_date=2026-03-14'
  const file = async (format: string, query = '', report = 'activity') => {
    const url = `/api/reports/${report}/export?format=${format}&${report === 'activity' ? week : ''}${query}`
    return server.app.inject({ url, headers: await bearer() })
  }
  const pdfText = async (query = '') => {
    const { rawPayload } = await file('pdf', query)
    return (await new PDFParse({ data: new Uint8Array(rawPayload) }).getText()).text
  }

  test('a PDF has the notes of its period and properties beneath its charts, by number', async () => {
    await writeAll()
    await write('before it', '2026-02-28')
    const text = await pdfText()
    expect(text).toContain('1 Mar 2: rents raised')
    expect(text).toContain('2 Mar 3 – 9, Sunset Terrace: phones down')
    expect(text).toContain('3 Mar 5, Region East: special began')
    expect(text).toContain('4 Mar 10, Harbor Point and Sunset Terrace: new sign')
    expect(text).not.toContain('before it')
    const one = await pdfText(`&property_ids=${HARBOR}`)
    expect(one).toContain('special began')
    expect(one).not.toContain('phones down')
  })

  test('a report of the days ahead has the notes of these days', async () => {
    await write('before it', '2026-03-13')
    await write('special ends', '2026-04-03', { property_ids: [HARBOR] })
    await write('beyond it', '2026-08-01')
    const { rawPayload } = await file('pdf', '', 'forecast')
    const { text } = await new PDFParse({ data: new Uint8Array(rawPayload) }).getText()
    expect(text).toContain('Apr 3, Harbor Point: special ends')
    expect(text).not.toMatch(/before it|beyond it/)
    const sheets = parseXlsx((await file('xlsx', '', 'forecast')).rawPayload)
    expect(JSON.stringify(sheets)).toContain('Apr 3, Harbor Point: special ends')
  })
})
