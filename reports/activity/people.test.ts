import type { Viewer } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nonZeroCounts, openTestStore, stateFrom, type TestStore, viewer } from '../testing'
import { activity } from './report'
import { maria, names, row, runActivity } from './testing'

// The people behind the numbers in report.test.ts, who may see them, and what happens to them when records change.

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

const run = (params: Record<string, string> = {}, who: Viewer = maria) => runActivity(store, params, who)

describe('the people behind a number', () => {
  const open = (
    column: string,
    rowKey: string | null,
    period: 'current' | 'prior' = 'current',
    pageSize = 50,
    page = 1,
  ) =>
    store
      .engineAt(fixtureCompany.now)
      .members(activity, stateFrom(activity), maria, { row: rowKey, column, period, page, pageSize })

  it('are as many as the number, newest first', async () => {
    const visits = await open('visits', null)
    expect(visits.total).toBe(5)
    expect(visits.rows.map((one) => one.name)).toEqual([
      'Kai Klein',
      'Ann Abbott', // 15:05 in New York
      'Max Moore', // 12:00 in New York
      'Gus Grant',
      'Fay Foster',
    ])
    expect(visits.rows[0]).toMatchObject({
      when: 'Sat, Mar 14, 11:40 PM', // in the property's own zone
      property: 'Sunset Terrace',
      agent: 'Carla Cruz',
      prospectId: 1011,
    })
    expect(visits.rows[3]).toMatchObject({ name: 'Gus Grant', agent: 'Unassigned' })
  })

  it('can be called back and written to', async () => {
    const leads = await open('leads', null)
    expect(leads.columns.slice(0, 4).map(({ key, label, format }) => [key, label, format])).toEqual([
      ['name', 'Name', 'text'],
      ['status', 'Status', 'text'],
      ['phone', 'Phone', 'phone'],
      ['email', 'Email', 'email'],
    ])
    const contact = ({ name, phone, phoneE164, email }: (typeof leads.rows)[number]) => [name, phone, phoneE164, email]
    // As entered, with the number to call next to it.
    expect(leads.rows.map(contact)).toEqual([
      ['Kai Klein', '1 (213) 555-0111', '+12135550111', 'kai.klein@example.com'],
      ['Hana Hill', '+44 20 7946 0958', '+442079460958', 'hana.hill@example.com'],
      ['Gus Grant', null, null, null],
      ['Max Moore', null, null, 'max.moore@example.com'],
      ['Bob Baker', null, null, 'bob.baker@example.com'],
      ['Ann Abbott', '(212) 555-0101', '+12125550101', 'ann.abbott@example.com'],
      ['Dora Diaz', '2125550104', '+12125550104', 'dora@carpets.example'],
      ['Fay Foster', '212-555-0106', '+12125550106', null],
      ['Lena Lopez', '213 555 0112 / 213 555 0113', '+12135550112', 'Lena.Lopez@example.com'],
      ['Ivan Irwin', null, null, 'ivan.irwin@example.com'],
    ])
    const prior = await open('leads', 'property:12', 'prior')
    expect(prior.rows.map(contact)).toEqual([
      ['Hana Hill', '+44 20 7946 0958', '+442079460958', 'hana.hill@example.com'],
      ['Jade Jones', 'evenings only', null, 'jade.jones@example.com'],
    ])
  })

  it('say where they stand, and how many still wait for an answer', async () => {
    const leads = await open('leads', null)
    expect(leads.rows.map(({ name, status, source, lastContact }) => [name, status, source, lastContact])).toEqual([
      ['Kai Klein', 'Toured', 'Website', 'Thu, Mar 12, 9:25 AM'],
      ['Hana Hill', 'Tour booked', 'Apartments.com', 'Sun, Mar 8, 10:20 AM'],
      // Walked in: there was no call or message.
      ['Gus Grant', 'Leased', 'Drive By', null],
      ['Max Moore', 'Lost', 'Craigslist', null],
      ['Bob Baker', 'Tour booked', 'Website', 'Fri, Mar 13, 9:00 AM'],
      ['Ann Abbott', 'Leased', 'Apartments.com Diamond', 'Wed, Mar 11, 5:00 PM'],
      ['Dora Diaz', 'Waiting 4 days', 'Website', 'Wed, Mar 11, 11:30 AM'],
      ['Fay Foster', 'Leased', 'Word of mouth', 'Mon, Mar 9, 6:00 PM'],
      // The last contact was ours, without an answer to her.
      ['Lena Lopez', 'Waiting 7 days', 'Apartments.com', 'Thu, Mar 12, 8:00 AM'],
      ['Ivan Irwin', 'Tour booked', 'Website', 'Sun, Mar 8, 12:00 PM'],
    ])
    expect(leads.waiting).toBe(2)
    // What is the same throughout the list is marked, whichever page is read.
    const varying = async (row: string | null) =>
      (await open('leads', row)).columns.flatMap(({ key, varies }) => (varies === undefined ? [] : [[key, varies]]))
    expect(await varying(null)).toEqual([
      ['what', false],
      ['property', true],
      ['agent', true],
    ])
    expect(await varying('property:11/agent:102')).toEqual([
      ['what', false],
      ['property', false],
      ['agent', false],
    ])
  })

  it('are those of the row', async () => {
    const leads = await open('leads', 'property:11/agent:102')
    expect(leads.rows.map(({ name, details }) => [name, details])).toEqual([
      ['Max Moore', 'Visit, application'],
      ['Bob Baker', 'New lead, call from them, appointment'],
      ['Dora Diaz', 'New lead, message from us, call from them, visit'],
      ['Fay Foster', 'Message from us, application, lease'],
      ['Lena Lopez', 'New lead'],
    ])
    const prior = await open('leads', 'property:12', 'prior')
    expect(prior.rows.map((one) => one.name)).toEqual(['Hana Hill', 'Jade Jones'])
    expect((await open('leases', 'property:12/agent:0')).rows.map((one) => one.name)).toEqual(['Gus Grant'])
  })

  it('are each there once, with all they did, where and when they did it last', async () => {
    const leads = await open('leads', null)
    expect(leads.total).toBe(10)
    const told = (name: string) => leads.rows.find((one) => one.name === name)
    expect(told('Ann Abbott')).toMatchObject({
      what: 'Prospect',
      when: 'Thu, Mar 12, 3:00 PM',
      details: 'New lead, message from them, 2 messages from us, call from us, appointment, visit, application, lease',
    })
    expect(told('Bob Baker')).toMatchObject({ details: 'New lead, 2 calls from them, appointment' })
    expect(told('Fay Foster')).toMatchObject({ property: 'Harbor Point', agent: 'Ben Brook' })
    const sunset = await open('prospects', 'property:12')
    expect(sunset.rows.map(({ name, agent, details }) => [name, agent, details])).toEqual([
      ['Kai Klein', 'Carla Cruz', 'New lead, message from us, visit'],
      ['Hana Hill', 'Carla Cruz', 'Message from us, appointment'],
      ['Gus Grant', 'Unassigned', 'New lead, visit, application, lease'],
      ['Fay Foster', 'Carla Cruz', 'Call from us, appointment, visit'],
    ])
  })

  it('are all those of a sum, page by page', async () => {
    const all = await open('followups', null)
    expect([all.total, all.rows.length]).toEqual([11, 11])
    const second = await open('followups', null, 'current', 4, 2)
    expect(second.total).toBe(11)
    expect(second.rows).toEqual(all.rows.slice(4, 8))
    // 5015 went to a prospect that no file contains.
    expect(all.rows.filter((one) => one.name === 'Unknown')).toHaveLength(1)
  })

  it('become a batch, by the property of what was counted', async () => {
    const engine = store.engineAt(fixtureCompany.now)
    const request = { row: null, column: 'visits', period: 'current' } as const
    const prospects = await engine.memberProspects(activity, stateFrom(activity), maria, request)
    const byProperty = new Map(prospects.map((one) => [one.propertyId, [...one.prospectIds].sort()]))
    expect(byProperty).toEqual(
      new Map([
        [11, [1001, 1013]],
        [12, [1006, 1007, 1011]],
      ]),
    )
  })

  it('are empty for a row that is not the viewer’s, and for a ratio', async () => {
    const engine = store.engineAt(fixtureCompany.now)
    const request = { column: 'visits', period: 'current', page: 1, pageSize: 50 } as const
    await expect(
      engine.members(activity, stateFrom(activity), viewer('agent', 204), { ...request, row: 'property:11' }),
    ).rejects.toThrow('There is no row')
    await expect(open('showPerVisit', null)).rejects.toThrow('not a count')
  })
})

describe('rights', () => {
  const seen = async (who: Viewer) => {
    const result = await run({}, who)
    return [result.rows.filter((one) => one.parent === null).map((one) => one.propertyId), result.total.leads]
  }

  it('follow the role and the property list of the user’s record', async () => {
    expect(await seen(maria)).toEqual([[11, 12], 10])
    expect(await seen(viewer('manager', 202))).toEqual([[11], 7]) // Noah's list
    expect(await seen(viewer('analytics_user', 203))).toEqual([[11, 12], 10])
    expect(await seen(viewer('agent', 204))).toEqual([[12], 4]) // Carla's list
    expect(await seen(viewer('agent', 205))).toEqual([[], 0]) // an agent without a list
    expect(await seen(viewer('manager', 205))).toEqual([[11, 12], 10]) // the role is the token's
    expect(await seen(viewer('admin', 206))).toEqual([[11, 12], 10])
    expect(await seen(viewer('janitor', 206))).toEqual([[], 0]) // an unknown role has an agent's access
    expect(await seen(viewer('manager', 999))).toEqual([[], 0]) // no record
    expect(await seen(viewer('master', 999))).toEqual([[11, 12], 10])
  })

  it('refuse deleted users and absent companies', async () => {
    await expect(run({}, viewer('manager', 207))).rejects.toThrow('no such company')
    await expect(run({}, viewer('master', 201, 77))).rejects.toThrow('no such company')
  })

  it('show the other company its own numbers only', async () => {
    const other = await run({}, viewer('manager', 201, 2))
    expect(names(other).map(([key]) => key)).toEqual(['property:21', 'property:21/agent:101', 'property:21/agent:0'])
    expect(nonZeroCounts(activity, other.total)).toEqual({
      leads: 2, // their Ann and Bob
      prospects: 2,
      email: 1,
      text: 1, // to the first company's Ann, who is unknown here
      followups: 2,
      appointments: 1,
      visits: 1,
      shows: 1,
      leases: 1,
      referrals: 1,
      qualification: 1,
    })
  })
})

describe('changed records', () => {
  it('hide a removed property with all its facts, and restore them with it', async () => {
    const before = await run()
    const removed = fixtureCompany.properties.filter(({ id }) => id === 12).map((one) => ({ ...one, deleted: true }))
    await store.load({ properties: removed })
    const without = await run()
    expect(without.rows).toEqual(before.rows.filter((one) => String(one.key).startsWith('property:11')))
    expect(nonZeroCounts(activity, without.total)).toEqual(row(before.rows, 'property:11'))
    await store.load({ properties: fixtureCompany.properties })
    const { freshness: _, ...after } = await run()
    expect(before).toMatchObject(after)
  })

  it('depend on the company’s flag: without it the report does not exist', async () => {
    const companies = otherCompany.companies.map((company) => ({
      ...company,
      feature_flags: { activity_report: false },
    }))
    await store.load({ companies })
    await expect(run({}, viewer('manager', 201, 2))).rejects.toThrow('no report')
    await expect(run()).resolves.toMatchObject({ report: 'activity' })
  })

  it('move with a correction and leave nothing behind', async () => {
    // Gus's visit was Dan's on Friday the 13th; Kai's was none; Ann's e-mail went out a week earlier.
    const change = <T extends { id: number }>(list: T[], id: number, to: Partial<T>): T[] =>
      list.filter((one) => one.id === id).map((one) => ({ ...one, ...to }))
    await store.load({
      visits: [
        ...change(fixtureCompany.visits, 7504, { agent_id: 104, visited_at: '2026-03-13T16:00:00-07:00' }),
        ...change(fixtureCompany.visits, 7505, { deleted: true }),
      ],
      messages: change(fixtureCompany.messages, 5002, { sent_at: '2026-03-02T10:20:00-05:00' }),
    })
    const result = await run()
    expect(row(result.rows, 'property:12/agent:104')).toEqual({
      leads: 1,
      prospects: 1,
      visits: 1,
      walkIn: 1,
      shows: 1,
    })
    expect(row(result.rows, 'property:12/agent:0')).toEqual({
      leads: 2,
      prospects: 2,
      email: 1,
      followups: 1,
      leases: 1,
    })
    expect(row(result.rows, 'property:12')).toMatchObject({ visits: 2, walkIn: 1, shows: 2 })
    expect(result.series.map((point) => point.visits)).toEqual([0, 0, 1, 2, 0, 1, 0])
    expect([result.total.email, result.priorTotal?.email]).toEqual([2, 2])
  })
})
