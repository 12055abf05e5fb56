import { type InputError, parseState, type ReportResult } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../activity/report'
import { reportByPath } from '../register'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { activityEvent } from './report'

// March 8–14, everything on its own day, as in reports/activity: visits Ann and Max at Harbor Point, Fay, Gus, and Kai
// at Sunset Terrace; leases Ann, Fay, and Gus. Fay (created March 1–7) isn't a prospect of this period, so her visit
// and her lease aren't counted by create date.

let store: TestStore
const byEvent = reportReader(() => store, activityEvent)
const switchable = reportReader(() => store, activity)

beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany)
})
afterAll(() => store.close())

describe('Activity by event', () => {
  it('counts each fact on its own day, whatever the reader dates prospects by', async () => {
    const plain = await byEvent.run()
    expect(plain.total).toMatchObject({ leads: 10, prospects: 9, visits: 5, leases: 3 })
    // The switch is about who leads and prospects are, and so about what is per prospect.
    const byCreated = await byEvent.run({ prospects_by_create_date: 'true' })
    expect(byCreated.total).toMatchObject({ leads: 7, prospects: 6, followups: 11, followupsPerProspect: 11 / 6 })
    const facts = ({ total: { leads: _, prospects: __, ...all } }: ReportResult) =>
      Object.entries(all).filter(([column]) => !column.endsWith('PerProspect'))
    expect(facts(byCreated)).toEqual(facts(plain))
    expect(byCreated.notes).toEqual(plain.notes)
    // The other report applies the switch: without Fay.
    expect((await switchable.run({ prospects_by_create_date: 'true' })).total).not.toMatchObject({ visits: 5 })
    expect((await switchable.run()).total).toEqual(plain.total)
    expect(plain.notes.join()).toMatch(/on the day it happened/)
  })

  it('opens a list as long as each number, by create date too', async () => {
    const { total } = await byEvent.open('visits', null, { prospects_by_create_date: 'true' })
    expect(total).toBe(5)
  })

  it('shares Activity’s address with its own view, and rejects what both reject', () => {
    expect(reportByPath('/activity', 'event')).toBe(activityEvent)
    expect(reportByPath('/activity')).toBe(activity)
    expect(reportByPath('/activity', 'created')).toBe(activity)
    expect(() => parseState(activityEvent, { sources: 'Zillow' }, 'api')).toThrow(
      expect.objectContaining({ field: 'sources' } satisfies Partial<InputError>),
    )
  })
})
