import { createEngine, type RunOptions } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import { factsWith } from '@leaselight/facts/testing'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadQuery } from '../server'
import { openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { callBack } from './report'

// On Sunday, March 15, three people of Harbor Point wait: Lena wrote on Sunday the 8th at 3:00 and left a voicemail half a
// minute later, and only campaigns were sent to her; her appointment of the 10th was canceled. Bob's call of Thursday at
// 9:05 was missed, two days after an agent had spoken to him. Cleo toured on the 5th, a call of the 6th was answered.
// Kai toured on Saturday night, less than a day ago. Tia is ours: she toured on Thursday. Ivan and Hana were booked at once; Dora is no prospect.

let store: TestStore
const { run, names } = reportReader(() => store, callBack)
const waiting = async (params: Record<string, string> = {}, now?: string) =>
  (await run(params, now)).rows.map(({ name, reason, since }) => [name, reason, since])

const person = {
  property_id: 11,
  source: 'Website',
  insert_method: 'walk-in' as const,
  first_contact_channel: 'walk-in' as const,
  status: 'waiting' as const,
}

/** Forty people of Harbor Point a year ago: twenty toured, and five of these leased for $2,000. */
const lastYear = Array.from({ length: 40 }, (_, index) => ({
  ...person,
  id: 2000 + index,
  created_at: '2025-06-02T10:00:00-04:00',
}))
const tia = { ...person, id: 2100, first_name: 'Tia', last_name: 'Tran', created_at: '2026-03-12T14:50:00-04:00' }
const toured = lastYear.slice(0, 20)
const leased = toured.slice(0, 5)

beforeAll(async () => {
  store = await openTestStore({
    ...fixtureCompany,
    prospects: [...fixtureCompany.prospects, ...lastYear, tia],
    visits: [
      ...fixtureCompany.visits,
      ...[
        ...toured.map(({ id }) => ({ id, visited_at: '2025-06-05T10:00:00-04:00' })),
        { id: tia.id, visited_at: '2026-03-12T15:00:00-04:00' },
      ].map((tour) => ({
        ...tour,
        property_id: 11,
        prospect_id: tour.id,
        visit_type: 'in-person' as const,
      })),
    ],
    leases: [
      ...fixtureCompany.leases,
      ...leased.map(({ id }) => ({
        id,
        property_id: 11,
        prospect_id: id,
        unit_id: 999,
        kind: 'new' as const,
        signed_at: '2025-06-07T10:00:00-04:00',
        starts_on: '2025-07-01',
        ends_on: '2026-06-30',
        monthly_rent: 2000,
      })),
    ],
  })
})
afterAll(() => store.close())

describe('Call back', () => {
  it('lists who waits, since when, and what for, with how to reach them', async () => {
    const { rows, total, period } = await run()
    expect(rows).toMatchObject([
      { key: 'record:2100', name: 'Tia Tran', reason: 'No follow-up after a tour', agent: 'Unassigned' },
      {
        key: 'record:1012',
        name: 'Lena Lopez',
        reason: 'Missed call, Unanswered question',
        since: '2026-03-08T07:00:10.000Z',
        phone: '213 555 0112 / 213 555 0113',
        email: 'Lena.Lopez@example.com',
        source: 'Apartments.com',
        property: 'Harbor Point',
        agent: 'Ben Brook',
      },
      { key: 'record:1002', name: 'Bob Baker', reason: 'Missed call', phone: null, email: 'bob.baker@example.com' },
    ])
    expect(total).toMatchObject({ people: 3, missedCalls: 2, questions: 1, tours: 1 })
    expect(period).toBeNull()
  })

  it('knows the rent at stake from the property’s own year: 5 of 40 leased, all after a tour', async () => {
    const { rows } = await run()
    expect(rows.map(({ rent, chance, atStake }) => ({ rent, chance, atStake }))).toEqual([
      { rent: 2000, chance: 0.25, atStake: 500 },
      { rent: 2000, chance: 0.125, atStake: 250 },
      { rent: 2000, chance: 0.125, atStake: 250 },
    ])
  })

  it('lists a tour a day later, unless it was followed up', async () => {
    const tours = async (now: string) =>
      (await waiting({}, now)).filter(([, reason]) => String(reason).includes('tour'))
    expect(await tours('2026-03-13T14:59:00-04:00')).toEqual([])
    expect(await tours('2026-03-13T15:00:00-04:00')).toEqual([
      ['Tia Tran', 'No follow-up after a tour', '2026-03-12T19:00:00.000Z'],
    ])
    // Cleo's, a day and four hours after it: she was called back that morning.
    expect(await tours('2026-03-06T18:00:00-05:00')).toEqual([])
  })

  it('drops whoever was answered', async () => {
    expect(await waiting({}, '2026-03-08T03:01:00-04:00')).toEqual([
      ['Lena Lopez', 'Missed call, Unanswered question', '2026-03-08T07:00:10.000Z'],
    ])
  })

  it('keeps to the chosen properties, agents, and sources', async () => {
    expect(await waiting({ property_ids: '12' })).toEqual([])
    expect((await waiting({ sources: 'Apartments.com' })).map(([name]) => name)).toEqual(['Lena Lopez'])
    expect(await waiting({ agent_ids: '101' })).toEqual([])
  })

  it('opens the people behind its numbers', async () => {
    expect(await names('questions', null)).toEqual(['Lena Lopez'])
    expect(await names('missedCalls', null)).toEqual(['Bob Baker', 'Lena Lopez'])
  })

  it('follows people once for its numbers and its list together', async () => {
    const asked: string[] = []
    const facts = factsWith(store.facts, {
      query: <T>(...given: Parameters<Facts['query']>) => {
        asked.push(given[0])
        return store.facts.query<T>(...given)
      },
    })
    const engine = createEngine({ facts, loadQuery, now: () => new Date(fixtureCompany.now), cacheCells: 0 })
    const ask = (params: Record<string, string>, options: RunOptions) =>
      engine.runReport(callBack, stateFrom(callBack, params), viewer('manager', 201), options)
    // All, some, and none of them.
    const all: Record<string, string>[] = [{}, { agent_ids: '102' }, { property_ids: '12' }]
    for (const params of all) {
      asked.length = 0
      const { total, rows } = await ask(params, { list: { limit: 1 } })
      expect(asked.filter((sql) => sql.includes('waiting_at'))).toHaveLength(1)
      expect(total).toEqual((await ask(params, { withoutRecords: true })).total)
      expect(rows).toHaveLength(Math.min(1, Number(total.people)))
    }
    expect((await ask({}, { list: { limit: 2 } })).length).toBe(3)
    expect((await ask({}, { list: { limit: 2, find: 'lena' } })).total.people).toBe(3)
  })

  it('drops people once the answer is imported, each for what was answered', async () => {
    const answer = { property_id: 11, direction: 'outbound' as const, agent_id: 102 }
    const call = {
      ...answer,
      caller_type: 'prospect-return-call' as const,
      handled_by: 'agent' as const,
      duration_seconds: 90,
      outcome: 'answered' as const,
    }
    const at = '2026-03-15T09:00:00-04:00'
    await store.load({ calls: [{ ...call, id: 9801, prospect_id: 1002, started_at: at }] })
    expect((await waiting()).map(([name]) => name)).toEqual(['Tia Tran', 'Lena Lopez'])
    const text = { ...answer, channel: 'text' as const, origin: 'agent' as const, sent_at: at }
    await store.load({ messages: [{ ...text, id: 9802, prospect_id: tia.id }] })
    expect((await waiting()).map(([name]) => name)).toEqual(['Lena Lopez'])
    await store.load({ messages: [{ ...text, id: 9803, prospect_id: 1012 }] })
    expect(await waiting()).toEqual([])
  })
})
