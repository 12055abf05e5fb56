import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baseRecords, east, lease, west } from '../import/testing'
import { type TempFacts, tempCluster, tempFacts } from '../testing'
import { isDerived, wrongRows } from './derive'
import { drawing, PeopleWorld, storedMilestones } from './testing'
import { campaignMessages, storedCampaignMessages } from './testingCampaigns'
import { care, storedCare } from './testingCare'
import { activeDays, storedDays } from './testingDays'
import { allLeases, bothStates, someLeases, someUnits, spansOf, units } from './testingLeases'
import { propertyDays, storedPropertyDays } from './testingPropertyDays'
import { prospectSources, storedSources } from './testingSources'
import { stageDays, storedStageDays } from './testingStages'
import { storedWaits, waits } from './testingWaits'

describe.each([
  ['one store', tempFacts, EVERYTHING ? 4 : 2],
  ['a cluster', tempCluster, EVERYTHING ? 2 : 1],
])('derived facts in %s', (_name, open, rounds) => {
  let store: TempFacts
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.clear()
    await store.load({ ...baseRecords, units })
  })

  it('keeps a home’s states from the day each begins', async () => {
    await store.load({
      leases: [
        { ...lease, unit_id: 1, moved_in_on: '2026-04-02', notice_on: '2027-02-01', moved_out_on: '2027-03-30' },
        { ...lease, id: 2, unit_id: 2, moved_in_on: '2026-04-02', notice_on: '2027-02-01' },
        // Continues in another unit what the notice ended.
        {
          ...{ ...lease, id: 3, unit_id: 3, kind: 'renewal', previous_lease_id: 2 },
          ...{ signed_at: '2027-02-10T18:00:00Z', starts_on: '2027-04-01', ends_on: '2028-03-31' },
        },
      ],
    })
    const said = (await spansOf(store.facts)).map(({ unit_id, spans, leases }) => ({
      unit: unit_id,
      leases,
      spans: spans.map(({ from_day, occupied, notice, rented, lease_ends_on }) =>
        [from_day, occupied && `until ${lease_ends_on}`, notice && 'notice', rented && 'rented']
          .filter(Boolean)
          .join(', '),
      ),
    }))
    const firstYear = ['2026-03-09, rented', '2026-04-02, until 2027-03-31', '2027-02-01, until 2027-03-31, notice']
    expect(said).toEqual([
      { unit: 1, leases: [1], spans: [...firstYear, '2027-03-30'] },
      { unit: 2, leases: [2, 3], spans: [...firstYear, '2027-02-10, until 2028-03-31'] },
      { unit: 3, leases: [2, 3], spans: ['2027-02-10, until 2028-03-31'] },
      { unit: 4, leases: [], spans: [] },
      { unit: 5, leases: [], spans: [] },
    ])
  })

  it('keeps what a unit is now beside its states', async () => {
    await store.load({ leases: [{ ...lease, unit_id: 1 }] })
    await store.load({ units: [{ ...units[0], floorplan: 'Loft' }] })
    expect(await isDerived(store.facts, 1)).toBe(true)
    expect((await spansOf(store.facts))[0]).toMatchObject({ unit_id: 1, floorplan: 'Loft', leases: [1] })
  })

  it(`says after any imports what the records say (RANDOM_SEED=${SEED})`, async () => {
    const draw = drawing(SEED)
    const world = new PeopleWorld(draw)
    // Another company's records with the same ids.
    await store.load({
      touches: [{ id: 900, property_id: 30, prospect_id: 1, source: 'Zillow', touched_at: '2026-05-01T00:00:00Z' }],
    })
    let lived = 0
    let reached = 0
    let lookedAfter = 0
    let active = 0
    let sent = 0
    let addedUp = 0
    let staged = 0
    let touched = 0
    let waited = 0
    for (let round = 0; round < rounds; round++) {
      const about = `RANDOM_SEED=${SEED}, round ${round}`
      const isRezoned = draw(4) === 0 || world.isWestRemoved
      if (isRezoned) world.westZone = draw(2) ? 'Asia/Kathmandu' : 'America/Los_Angeles'
      const zones = isRezoned && { properties: [east, { ...west, time_zone: world.westZone }] }
      // The first round has every record, so that no seed leaves the world empty.
      const isFirst = round === 0
      const leases = isFirst ? allLeases(draw) : someLeases(draw)
      world.note('leases', leases)
      world.isWestRemoved = false
      const campaigns = world.someCampaigns()
      await store.load({
        ...zones,
        units: someUnits(draw),
        leases,
        ...campaigns,
        ...(isFirst ? world.allFacts() : world.someFacts()),
      })
      if (draw(2)) {
        world.isWestRemoved = true
        await store.load({ properties: [{ id: west.id, company_id: 1, deleted: true }] })
      }
      expect(await isDerived(store.facts, 1), about).toBe(true)
      expect(await wrongRows(store.facts, 1), about).toBe(0)
      const milestones = world.milestones()
      expect(await storedMilestones(store.facts), about).toEqual(milestones)
      reached += milestones.length
      const looked = care(world)
      expect(await storedCare(store.facts), about).toEqual(looked)
      lookedAfter += looked.length
      const days = activeDays(world)
      expect(await storedDays(store.facts), about).toEqual(days)
      active += days.length
      const messages = campaignMessages(world)
      expect(await storedCampaignMessages(store.facts), about).toEqual(messages)
      sent += messages.length
      const sums = propertyDays(world)
      expect(await storedPropertyDays(store.facts), about).toEqual(sums)
      addedUp += sums.length
      const stages = stageDays(world)
      expect(await storedStageDays(store.facts), about).toEqual(stages)
      staged += stages.length
      const waiting = waits(world)
      expect(await storedWaits(store.facts), about).toEqual(waiting)
      waited += waiting.length
      const sources = prospectSources(world)
      expect(await storedSources(store.facts), about).toEqual(sources)
      touched += sources.length
      const [fromSpans, fromLeases] = await bothStates(store.facts)
      expect(fromSpans, about).toEqual(fromLeases)
      lived += fromSpans.length
    }
    expect(lived).toBeGreaterThan(0)
    expect(reached).toBeGreaterThan(0)
    expect(lookedAfter).toBeGreaterThan(0)
    expect(active).toBeGreaterThan(0)
    expect(sent).toBeGreaterThan(0)
    expect(addedUp).toBeGreaterThan(0)
    expect(staged).toBeGreaterThan(0)
    expect(touched).toBeGreaterThan(0)
    expect(waited).toBeGreaterThan(0)
  })
})
