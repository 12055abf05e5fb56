import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { aiLeasing } from './report'

// Prospects created March 8–14, whatever their day: the AI talked with Ivan (11; booked for the 17th) and Kai (12; booked for
// the 16th, visited on the 14th, applied on the 15th). Not with Ann (11; all the way), Bob (11; booked), Lena (11; her
// appointment was canceled) and Gus (12; visited, applied, leased without booking); Ann's conversation is an agent's.
// March 1–7: Cleo (11; toured at Harbor Point, applied, canceled her lease), Fay (11; all the way, toured at Sunset Terrace),
// Hana (12; booked), Jade (12; canceled).

let store: TestStore
const { run, row, names, checkLists } = reportReader(() => store, aiLeasing)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('AI Leasing', () => {
  it('compares prospects the AI talked with and the others', async () => {
    const { rows, total, priorRows, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({
      aiProspects: 1,
      otherProspects: 3,
      aiAppointments: 1,
      otherAppointments: 2, // Ann, Bob
      otherVisits: 1,
      otherApplications: 1,
      otherLeases: 1,
    })
    expect(row(rows, 'property:12')).toEqual({
      aiProspects: 1,
      otherProspects: 1,
      aiAppointments: 1,
      aiVisits: 1,
      otherVisits: 1,
      aiApplications: 1,
      otherApplications: 1,
      otherLeases: 1,
    })
    expect(total).toMatchObject({
      aiAppointmentRate: 1,
      otherAppointmentRate: 2 / 4,
      aiVisitRate: 1 / 2,
      otherVisitRate: 2 / 4,
      aiLeaseRate: 0,
      otherLeaseRate: 2 / 4,
    })
    expect(row(priorRows, 'property:11')).toEqual({
      otherProspects: 2,
      otherAppointments: 2,
      otherVisits: 2,
      otherApplications: 2,
      otherLeases: 1,
    })
    expect(priorTotal).toMatchObject({ otherProspects: 4, otherAppointments: 3, aiProspects: 0, aiLeaseRate: null })
  })

  it('counts a prospect whom the AI contacts later, at any property', async () => {
    await store.load({
      conversations: [
        {
          id: 7791,
          property_id: 12,
          prospect_id: 1003,
          channel: 'voice',
          handled_by: 'ai',
          started_at: '2026-03-14T12:00:00-07:00',
          messages_in: 1,
          messages_out: 1,
          handle_seconds: 10,
        },
      ],
    })
    expect(row((await run()).priorRows, 'property:11')).toMatchObject({
      aiProspects: 1,
      otherProspects: 1,
      aiVisits: 1,
    })
  })

  it('lists the prospects behind every number', async () => {
    expect(await names('aiAppointments', null)).toEqual(['Kai Klein', 'Ivan Irwin'])
    await checkLists({ property_ids: '11' })
  })

  it('exists only with its flag', async () => {
    await expect(reportReader(() => store, aiLeasing, viewer('manager', 201, 2)).run()).rejects.toThrow('no report')
  })
})
