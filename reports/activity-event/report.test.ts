import { type InputError, parseState } from '@leaselight/model'
import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../activity/report'
import { reportByPath } from '../register'
import { openTestStore, type TestStore } from '../testing'
import { reportReader } from '../testingReader'
import { activityEvent } from './report'

// March 8–14, every fact on its own day, as in reports/activity: visits Ann and Max at Harbor Point, Fay, Gus, and Kai
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
    expect(plain.total).toMatchObject({ prospects: 6, visits: 5, leases: 3 })
    const byCreated = await byEvent.run({ prospects_by_create_date: 'true' })
    expect(byCreated).toEqual(plain)
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
