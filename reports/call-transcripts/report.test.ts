import type { RecordOf } from '@leaselight/contract'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { callTranscripts } from './report'

// The fixture company's one transcript is Bob's call of Tuesday, March 10. Of this test, all at Harbor Point:
//   6921, March 6: Cleo's, in which a BALCONY is spoken of once, deep in a long sentence
//   6922, March 11: Dora's, who is no prospect; 6923, March 12: of a thread whose transcript is not there
// and 6924 at Sunset Terrace, which is not behind the gate.
const LONG = `${'We have been looking for quite a while now. '.repeat(3)}Is there a BALCONY, "too"? ${'And what about the parking lot? '.repeat(4)}`
const call = (
  id: number,
  property_id: number,
  started_at: string,
  rest: Partial<RecordOf<'calls'>>,
): RecordOf<'calls'> => ({
  id,
  property_id,
  started_at,
  direction: 'inbound',
  handled_by: 'agent',
  caller_type: 'prospect-return-call',
  duration_seconds: 60,
  outcome: 'answered',
  thread_id: `test-${id}`,
  ...rest,
})
const transcript = (id: number, property_id: number, line: string): RecordOf<'transcripts'> => ({
  thread_id: `test-${id}`,
  property_id,
  utterances: [
    { speaker: 'caller', time: 0.5, transcript: line },
    { speaker: 'agent', time: 9, transcript: 'Ça dépend — Ünser Balkon' },
  ],
  annotations: {
    greeting: null,
    name: null,
    preferences: 0,
    prospect_info: null,
    prospect_interest: null,
    prospect_source: null,
    followup: 1,
  },
})

let store: TestStore
const { run, open } = reportReader(() => store, callTranscripts)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, {
    calls: [
      call(6921, 11, '2026-03-06T12:05:00-05:00', { prospect_id: 1003, agent_id: 101 }),
      call(6922, 11, '2026-03-11T12:00:00-04:00', { prospect_id: 1004 }),
      call(6923, 11, '2026-03-12T12:00:00-04:00', {}),
      call(6924, 12, '2026-03-12T12:00:00-07:00', {}),
    ],
    transcripts: [transcript(6921, 11, LONG), transcript(6922, 11, 'balcony'), transcript(6924, 12, 'balcony')],
  })
})
afterAll(() => store.close())

const month = { start_date: '2026-03-01', end_date: '2026-03-14' }

describe('Call transcripts', () => {
  it('counts the calls of one day by the hour, as they are found', async () => {
    const day = { start_date: '2026-03-10', end_date: '2026-03-10' }
    const byHour = async (search: string) => (await run({ ...day, search })).recordsByHour
    expect((await byHour(''))?.[13]).toBe(1)
    expect(await byHour('balcony')).toEqual(await byHour(''))
    expect(await byHour('garage')).toEqual(Array.from({ length: 24 }, () => 0))
  })

  it('finds calls by their transcripts', async () => {
    const { rows, total } = await run({ ...month, search: ' balcony ' })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      date: '2026-03-10',
      time: '2026-03-10T17:15:00.000Z',
      property: 'Harbor Point',
      agent: 'Ben Brook',
      agentId: 102,
      caller: 'Bob Baker',
      callerStatus: 'First Call',
      duration: 240,
      mentions: 2,
      excerpt: 'Hi, my name is Bob Baker. I saw a balcony apartment on your website.',
      threadId: 'little-6001',
      streamId: 'little-6001-a',
    })
    expect(rows[1]).toMatchObject({
      caller: 'Cleo Chen',
      date: '2026-03-06',
      time: '2026-03-06T17:05:00.000Z',
      mentions: 1,
      streamId: null,
    })
    // 60 characters before and after.
    const at = LONG.indexOf('BALCONY')
    expect(rows[1]?.excerpt).toBe(`…${LONG.slice(at - 60, at + 7 + 60)}…`)
    expect(total).toMatchObject({ calls: 2, firstCalls: 1, returnCalls: 1, residents: 0, mentions: 3 })
  })

  it('finds quotes and letters of every language, and nothing without a transcript', async () => {
    expect((await run({ ...month, search: 'balcony, "TOO"' })).rows).toHaveLength(1)
    expect((await run({ ...month, search: 'ünSER' })).rows).toMatchObject([{ excerpt: 'Ça dépend — Ünser Balkon' }])
    expect((await run({ ...month, search: "rooftop'); --" })).rows).toEqual([])
  })

  it('lists every transcript without a search', async () => {
    const { rows, total, priorTotal } = await run()
    expect(rows).toMatchObject([
      // What the greeting is answered with.
      { threadId: 'little-6001', mentions: 0, excerpt: expect.stringMatching(/^Hi, my name is Bob Baker/) },
    ])
    expect(total).toMatchObject({ calls: 1, mentions: 0 })
    expect(priorTotal?.calls).toBe(1)
    expect((await run({ ...month, agent_ids: '101' })).rows).toHaveLength(1)
    expect((await run({ ...month, caller_types: 'resident' })).rows).toEqual([])
    expect((await open('calls', null)).rows.map(({ id }) => id)).toEqual([6001])
  })

  it('returns a transcript to viewers who may read it', async () => {
    const engine = store.engineAt(fixtureCompany.now)
    const read = await engine.transcript(viewer('manager', 201), 'test-6921')
    expect(read).toMatchObject({
      callId: 6921,
      property: 'Harbor Point',
      agent: 'Alice Archer',
      caller: 'Cleo Chen',
      startedAt: '2026-03-06T17:05:00.000Z',
      timeZone: 'America/New_York',
      duration: 60,
      recordingUrl: null,
      annotations: { greeting: null, preferences: 0, prospectInfo: null, followup: 1 },
    })
    expect(read.utterances).toEqual([
      { speaker: 'caller', time: 0.5, transcript: LONG },
      { speaker: 'agent', time: 9, transcript: 'Ça dépend — Ünser Balkon' },
    ])
    const hidden = ['test-6922', 'test-6923', 'test-6924', 'other-6001', '']
    for (const threadId of hidden)
      await expect(engine.transcript(viewer('manager', 201), threadId), threadId).rejects.toThrow('no such transcript')
    // Carla may see only Sunset Terrace.
    await expect(engine.transcript(viewer('agent', 204), 'test-6921')).rejects.toThrow('no such transcript')
  })
})
