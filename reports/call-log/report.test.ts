import type { ListPart } from '@leaselight/engine'
import { buildTable, type Row, rowsOverTime } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { callLog } from './report'

// Only Harbor Point has transcripts. Its calls of March 8–14, newest first: 6002 (Thursday), 6003 and 6015 (Wednesday,
// 14:00 and 10:00), 6001 (Tuesday 13:15), 6009 outbound (Tuesday 11:00), 6011 outbound by the AI (Sunday noon), 6007,
// 6006 (Sunday). 6012 is Dora's, who is not a prospect, 6013 deleted Eli's; Sunset Terrace's are behind the gate. The
// week before: 6008.

let store: TestStore
const { run, open } = reportReader(() => store, callLog)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Call Log', () => {
  it('says why properties are left out, and how many were chosen', async () => {
    const notes = async (params: Record<string, string>) =>
      (await run(params)).notes.filter((note) => /propert/.test(note))
    expect(await notes({})).toEqual(['1 property left out: no call transcripts.'])
    expect(await notes({ property_ids: '11' })).toEqual(['Counts 1 of 2 properties.'])
    expect(await notes({ property_ids: '12' })).toEqual([
      'Counts 1 of 2 properties.',
      '1 property left out: no call transcripts.',
    ])
  })

  it('lists calls one by one, newest first', async () => {
    const { rows, total, priorTotal, series } = await run()
    expect(rows.map(({ key }) => key)).toEqual(
      [6002, 6003, 6015, 6001, 6009, 6011, 6007, 6006].map((id) => `record:${id}`),
    )
    expect(total).toMatchObject({ calls: 8, inbound: 6, answered: 3, missed: 2, voicemail: 1 })
    expect(priorTotal?.calls).toBe(1)
    expect(series.map((point) => point.calls)).toEqual([3, 0, 2, 2, 1, 0, 0])
    expect(rowsOverTime(callLog, await run())).toMatchObject({ unit: 'day', total: rows.length })
    expect(rows[3]).toMatchObject({
      startedAt: '2026-03-10T17:15:00.000Z',
      caller: 'Bob Baker',
      phone: '+1 555 010 1002',
      callerType: 'First Call',
      direction: 'Inbound',
      property: 'Harbor Point',
      agent: 'Ben Brook',
      source: 'Website',
      outcome: 'Answered',
      duration: 240,
      recordingUrl: 'http://localhost:8081/recordings/little-6001.wav?seconds=240',
      threadId: 'little-6001',
    })
    // Bob's second call was missed. The phone network sent no name, so his name is the prospect's.
    expect(rows[0]).toMatchObject({ caller: 'Bob Baker', phone: null, agent: 'Unassigned', threadId: null })
    // A caller that no file contains.
    expect(rows[2]).toMatchObject({ caller: null, source: 'Unknown' })
  })

  it('counts all calls of one day by the hour, at their properties', async () => {
    const hoursOf = async (params: Record<string, string>) => {
      const result = await run(params)
      const { recordsByHour, rows, total } = result
      expect(recordsByHour?.reduce((sum, count) => sum + count, 0)).toBe(total.calls)
      expect(rows).toHaveLength(Number(total.calls))
      expect(rowsOverTime(callLog, result)?.total ?? 0).toBe(total.calls)
      return Object.fromEntries((recordsByHour ?? []).flatMap((count, hour) => (count > 0 ? [[hour, count]] : [])))
    }
    const day = (date: string) => ({ start_date: date, end_date: date })
    expect(await hoursOf(day('2026-03-10'))).toEqual({ 11: 1, 13: 1 })
    expect(await hoursOf(day('2026-03-11'))).toEqual({ 10: 1, 14: 1 })
    expect(await hoursOf({ ...day('2026-03-11'), caller_types: 'resident' })).toEqual({ 14: 1 })
    expect(await hoursOf(day('2026-03-13'))).toEqual({})
    // The days of more than one are in the series.
    expect((await run()).recordsByHour).toBeUndefined()
  })

  it('writes instants in the property’s time zone', async () => {
    const table = buildTable(callLog, await run(), stateFrom(callLog))
    expect(table.columns.map(({ label }) => label).slice(0, 3)).toEqual(['When', 'Caller', 'Phone'])
    expect(table.rows[3]?.texts.slice(0, 2)).toEqual(['Tue, Mar 10, 1:15 PM', 'Bob Baker'])
  })

  it('filters by callers, properties and single calls', async () => {
    expect((await run({ caller_types: 'resident' })).rows.map(({ key }) => key)).toEqual(['record:6003'])
    expect((await run({ call_ids: '6001,6007,6004' })).rows.map(({ key }) => key)).toEqual([
      'record:6001',
      'record:6007',
    ])
    expect((await run({ property_ids: '12' })).rows).toEqual([])
  })

  it('opens the number of calls', async () => {
    expect((await open('calls', null)).rows.map(({ id }) => id)).toEqual([
      6002, 6003, 6015, 6001, 6009, 6011, 6007, 6006,
    ])
  })
})

// Last, because these calls stay in the store.
it('lists the newest of more calls than a page can hold, states their number, and exports all to a file', async () => {
  const [call] = fixtureCompany.calls
  const [house] = fixtureCompany.properties
  if (!call || !house) throw new Error('Nobody calls in the fixture company.')
  // From midnight in New York on, so that Thursday's calls fill the list.
  const seconds = Array.from({ length: 10_000 }, (_, at) => new Date(Date.UTC(2026, 2, 12, 4) + at * 1000))
  await store.load({
    properties: [{ ...house, id: 13, name: 'Cannery Lofts', time_zone: 'America/Los_Angeles' }],
    calls: [
      ...seconds.map((when, at) => ({
        ...call,
        id: 70_000 + at,
        thread_id: `many-${at}`,
        started_at: when.toISOString(),
      })),
      // It is still Wednesday on the West Coast, and yet this call is newer than the first thousand of Thursday.
      { ...call, id: 80_000, property_id: 13, thread_id: 'coast', started_at: '2026-03-12T06:00:00.500Z' },
    ],
  })
  // Of all these days only those with the newest calls are read.
  const { rows, total, notes } = await run({ preset: 'last_30_days' })
  expect(total.calls).toBe(10_010)
  expect(rowsOverTime(callLog, await run({ preset: 'last_30_days' }))?.total).toBe(10_010)
  expect(rows).toHaveLength(10_000)
  expect(rows[0]?.key).toBe('record:6002')
  expect(rows[1]?.key).toBe('record:79999')
  expect(rows.find(({ key }) => key === 'record:80000')).toMatchObject({ property: 'Cannery Lofts' })
  const note = 'The newest 10,000 of 10,010 are listed. The CSV file has all of them.'
  expect(notes).toContain(note)

  const some = (list: ListPart, who = viewer('manager', 201)) =>
    store.engineAt(fixtureCompany.now).runReport(callLog, stateFrom(callLog, { preset: 'last_30_days' }), who, { list })
  // Its first records are the same, however many are asked for, and so is what is said of the list.
  for (const limit of [1, 100, 1_000, 9_999, 10_000]) {
    const part = await some({ limit })
    expect(part.rows, String(limit)).toEqual(rows.slice(0, limit))
    expect([part.length, part.total.calls, part.notes.includes(note)]).toEqual([10_000, 10_010, true])
  }
  const choose = async (list: ListPart) => {
    const part = await some(list)
    return [part.length, ...part.rows.map(({ key }) => key)]
  }
  // A search is over the texts that the table shows, and equal records keep the order of the list.
  expect(await choose({ limit: 3, find: 'cannery' })).toEqual([1, 'record:80000'])
  expect(await choose({ limit: 2, sort: { column: 'property', descending: false } })).toEqual([
    10_000,
    'record:80000',
    rows[0]?.key,
  ])
  const bySpell = [...rows].sort((a, b) => Number(b.duration) - Number(a.duration)).map(({ key }) => key)
  expect(await choose({ limit: 200, sort: { column: 'duration', descending: true } })).toEqual([
    10_000,
    ...bySpell.slice(0, 200),
  ])
  // Nobody finds what they may not see: another's properties, or the real names behind a sales demo.
  expect((await choose({ find: 'bob baker' })).length).toBeGreaterThan(1)
  expect((await some({ find: 'bob baker' }, { ...viewer('manager', 201), demo: true })).length).toBe(0)
  await expect(some({ find: 'bob baker' }, viewer('agent', 204))).rejects.toThrow('There is no report')
  const records = await store
    .engineAt(fixtureCompany.now)
    .records(callLog, stateFrom(callLog, { preset: 'last_30_days' }), viewer('manager', 201))
  const read: Row[] = []
  for await (const row of records?.rows() ?? []) read.push(row)
  expect(records?.total).toBe(10_010)
  expect(read.slice(0, 10_000)).toEqual(rows)
  expect(read).toHaveLength(10_010)
  expect(read.slice(-8).map(({ key }) => key)).toEqual(
    [6003, 6015, 6001, 6009, 6011, 6007, 6006, 6008].map((id) => `record:${id}`),
  )
  expect(await records?.areStill()).toBe(true)
})
