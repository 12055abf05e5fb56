import { buildTable } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, stateFrom, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { boxscore } from './report'

// Harbor Point, March 8–14, by the first contact of each fact's prospect:
//   leads         Bob, Dora (call), Lena (email), Ivan (chat), Ann (internet); Dora isn't a prospect
//   came back     Bob called again on the 12th, Lena twenty seconds after she wrote; first contacts themselves do not count,
//                 and no other call has a known prospect
//   appointments  Bob, Ann; visits: Max (email), Ann
//   applications  sent: Fay (sms), Max (email), Ann; approved: Fay, Cleo (email, sent the week before), Ann; denied: Max
//   leases        Fay, Cleo, Ann; Cleo canceled hers on the 13th

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, boxscore)
const here = { property: '11' }

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Boxscore by first contact', () => {
  it('counts from first contact to lease', async () => {
    const { rows, total } = await run(here)
    // In the order of the filter's channels.
    expect(rows.map(({ contactName }) => contactName)).toEqual(['SMS', 'Call', 'Email', 'Knockbot', 'Internet'])
    expect(row(rows, 'contact:sms')).toEqual({ applications: 1, applicationsApproved: 1, leases: 1 })
    expect(row(rows, 'contact:call')).toEqual({
      leads: 2,
      prospects: 1,
      returnCalls: 1,
      returnContacts: 1,
      appointments: 1,
    })
    expect(row(rows, 'contact:email')).toEqual({
      leads: 1,
      prospects: 1,
      returnCalls: 1,
      returnContacts: 1,
      visits: 1,
      applications: 1,
      applicationsApproved: 1,
      applicationsDenied: 1,
      leases: 1,
      cancelledLeases: 1,
    })
    expect(row(rows, 'contact:chat')).toEqual({ leads: 1, prospects: 1 })
    expect(row(rows, 'contact:internet')).toEqual({
      leads: 1,
      prospects: 1,
      appointments: 1,
      visits: 1,
      applications: 1,
      applicationsApproved: 1,
      leases: 1,
    })
    expect(total).toMatchObject({
      leads: 5,
      prospects: 4,
      returnMessages: 0,
      returnContacts: 2,
      appointments: 2,
      visits: 2,
      applications: 3,
      applicationsApproved: 3,
      applicationsDenied: 1,
      applicationsCancelled: 0,
      leases: 3,
      cancelledLeases: 1,
      netLeases: 2,
      closingRatio: 1,
    })
  })

  it('compares with the week before', async () => {
    const { priorRows, priorTotal } = await run(here)
    expect(priorTotal).toMatchObject({ leads: 2, returnContacts: 1, appointments: 1, visits: 1, applications: 1 })
    expect(row(priorRows, 'contact:email')).toEqual({
      leads: 1, // Cleo
      prospects: 1,
      returnCalls: 1, // 6008 on the 6th
      returnContacts: 1,
      appointments: 1,
      visits: 1,
      applications: 1,
    })
    expect(row(priorRows, 'contact:sms')).toEqual({ leads: 1, prospects: 1 }) // Fay; her text is her first contact
  })

  it('excludes contacts after the first, and includes non-prospects, as filtered', async () => {
    expect((await run({ ...here, first_contact_only: 'true' })).total).toMatchObject({ leads: 5, returnContacts: 0 })
    const all = await run({ ...here, not_a_prospect: 'yes' })
    expect(all.total).toMatchObject({ prospects: 4, visits: 3, closingRatio: 2 / 3 }) // Dora's walk-in
    expect(await run({ ...here, include_non_prospects: 'true' })).toEqual(all)
  })

  it('shows columns as the filters say', async () => {
    const shown = async (params: Record<string, string>) =>
      buildTable(boxscore, await run({ ...here, ...params }), stateFrom(boxscore, params)).columns.map(({ key }) => key)
    expect(await shown({})).not.toContain('applications')
    expect(await shown({ show_applications: 'true' })).toContain('applicationsDenied')
    expect(await shown({})).toContain('returnContacts')
    expect(await shown({ first_contact_only: 'true' })).not.toContain('returnContacts')
  })
})

describe('Boxscore by agent', () => {
  it('gives every agent their own work', async () => {
    const { rows } = await run({ ...here, rows: 'agent' })
    expect(rows.map(({ agent }) => agent)).toEqual(['Alice Archer', 'Ben Brook', 'Unassigned'])
    expect(row(rows, 'agent:101')).toEqual({
      leads: 2, // Ann, Ivan
      prospects: 2,
      appointments: 1,
      visits: 1,
      applications: 1,
      applicationsApproved: 2, // Ann, Cleo
      leases: 2,
      cancelledLeases: 1,
    })
    expect(row(rows, 'agent:102')).toEqual({
      leads: 3, // Bob, Dora, Lena
      prospects: 2,
      appointments: 1,
      visits: 1, // Max
      applications: 2, // Fay, Max
      applicationsApproved: 1,
      applicationsDenied: 1,
      leases: 1, // Fay
    })
    expect(row(rows, 'agent:0')).toEqual({ returnCalls: 2, returnContacts: 2 })
    expect(rows.find(({ key }) => key === 'agent:102')?.closingRatio).toBe(1)
  })

  it('expands an agent to the first contacts of their people', async () => {
    const { rows } = await run({ ...here, rows: 'agent', show_contact_types: 'true' })
    expect(rows.filter(({ parent }) => parent === 'agent:101').map(({ key }) => key)).toEqual([
      'agent:101/contact:email', // Cleo
      'agent:101/contact:chat', // Ivan
      'agent:101/contact:internet', // Ann
    ])
    expect(row(rows, 'agent:101/contact:chat')).toEqual({ leads: 1, prospects: 1 })
  })

  it('filters by one agent', async () => {
    expect((await run({ ...here, agent_ids: '101' })).total).toMatchObject({ leads: 2, leases: 2, returnContacts: 0 })
  })
})

describe('the people behind the boxscore', () => {
  it('are as many as the numbers say', async () => {
    expect(await names('returnContacts', null, here)).toEqual(['Bob Baker', 'Lena Lopez'])
    expect(await names('cancelledLeases', 'contact:email', here)).toEqual(['Cleo Chen'])
    await checkLists(here)
    await checkLists({ rows: 'agent', show_contact_types: 'true' }, ['leads', 'returnContacts', 'leases'])
  })
})
