import { fixtureCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversions } from '../conversions/report'
import { openTestStore, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { forecast } from './report'

// On March 15, of Harbor Point's six units A1 to A3 are lived in. A2 is on notice until May 31, A3 until March 31; Ann
// moves into A3 on April 5, Fay into A5 on the 20th; nobody has rented A4 and A6. Of Sunset Terrace's five, S1 to S4 are
// lived in (the lease of S3 ended on Tuesday), and Gus moves into S5 on April 1.
// Added: S6, lived in by someone whose lease ends on April 20; 40 leases at Harbor Point that ended on January 20, of which
// nobody had decided ten days before, and 10 then moved out; and 40 leads of last June, the 10 among them who leased.

let store: TestStore
const { run, row, open, names, checkLists } = reportReader(() => store, forecast)
const ofDemo = reportReader(() => store, forecast, { ...viewer('manager', 201), demo: true })
// Carla sees Sunset Terrace alone.
const ofTerrace = reportReader(() => store, forecast, viewer('manager', 204))
const ofConversions = reportReader(() => store, conversions)

const ended = Array.from({ length: 40 }, (_, index) => ({
  id: 3000 + index,
  property_id: 11,
  unit_id: 999,
  kind: 'new' as const,
  signed_at: '2025-06-07T10:00:00-04:00',
  starts_on: '2025-06-10',
  moved_in_on: '2025-06-10',
  ends_on: '2026-01-20',
  monthly_rent: 2000,
  ...(index < 10 && { prospect_id: 2000 + index, notice_on: '2026-01-12', moved_out_on: '2026-01-20' }),
}))
const asked = Array.from({ length: 40 }, (_, index) => ({
  id: 2000 + index,
  property_id: 11,
  first_name: 'Wilhelmina',
  last_name: `Vex ${index}`,
  source: 'Website',
  insert_method: 'walk-in' as const,
  first_contact_channel: 'walk-in' as const,
  status: 'waiting' as const,
  created_at: '2025-06-02T10:00:00-04:00',
}))
const s6 = { id: 516, property_id: 12, name: 'S6', floorplan: 'Palm', bedrooms: 1, area_sqft: 650 }
const livedIn = {
  id: 3100,
  property_id: 12,
  unit_id: 516,
  kind: 'new' as const,
  signed_at: '2025-04-01T10:00:00-07:00',
  starts_on: '2025-04-21',
  moved_in_on: '2025-04-21',
  ends_on: '2026-04-20',
  monthly_rent: 2000,
}

beforeAll(async () => {
  store = await openTestStore({
    ...fixtureCompany,
    units: [...fixtureCompany.units, s6],
    leases: [...fixtureCompany.leases, ...ended, livedIn],
    prospects: [...fixtureCompany.prospects, ...asked],
  })
})
afterAll(() => store.close())

// S1's lease of February was renewed 18 days before its end, so 10 of 41 residents left who were undecided a month before;
// Sunset Terrace's share is drawn from its own 0 of 1 to that.
const leaves = (0 + (20 * 10) / 41) / (1 + 20)

describe('Road to occupancy', () => {
  it('counts what is known and expects what is not', async () => {
    const { rows, total, asOf, period } = await run()
    expect([asOf, period]).toEqual(['2026-03-15', null])
    expect(row(rows, 'property:11')).toEqual({
      totalUnits: 6,
      totalOccupied: 3,
      moveOutsDue: 1, // A3
      moveInsDue: 2, // A3, A5
      rentedVacant: 1,
      unrentedVacant: 2,
      totalVacant: 3,
      ...{ moveOutsDue30: 1, moveInsDue30: 2, vacantIn30: 4 },
      ...{ moveOutsDue60: 1, moveInsDue60: 2, vacantIn60: 4 },
      ...{ moveOutsDue90: 2, moveInsDue90: 2, vacantIn90: 5 }, // A2, too
    })
    expect(rows[0]).toMatchObject({ exposure30: 2, exposure90: 3, heldRatio: expect.closeTo(4 / 6, 5) })
    const terrace = rows.find(({ key }) => key === 'property:12')
    expect(terrace).toMatchObject({
      undecided: 1, // S6; S3 is past its end
      expectedNotices: expect.closeTo(leaves, 4),
      expectedRenewals: expect.closeTo(1 - leaves, 4),
      heldRatio: expect.closeTo((6 - leaves) / 6, 5),
    })
    expect(total).toMatchObject({ totalUnits: 12, undecided: 1, heldRatio: expect.closeTo((10 - leaves) / 12, 5) })
  })

  it('knows the leases, leads, and spend that a target takes', async () => {
    const needed = async (params: Record<string, string> = {}) => {
      const { rows, total } = await run(params)
      return [...rows.filter(({ depth }) => depth === 0), total].map(({ leasesNeeded }) => leasesNeeded)
    }
    // 5.7 − 4; 5.7 − 5.77; 11.4 − 9.77
    expect(await needed()).toEqual([2, 0, 2])
    // A2 is out by then: 5.7 − 3, and 11.4 − 8.77.
    expect(await needed({ horizon: '90' })).toEqual([3, 0, 3])
    expect(await needed({ target_occupancy: '1' })).toEqual([2, 1, 3])
    expect(await needed({ target_occupancy: '0.5' })).toEqual([0, 0, 0])
    const { rows, total } = await run()
    expect(rows[0]).toMatchObject({ leads: 40, leased: 10, conversion: 0.25, leadsNeeded: 8 })
    expect(rows.find(({ key }) => key === 'property:11/floorplan:Bay')).toMatchObject({ leads: 40, leasesNeeded: 1 })
    // Nobody of Sunset Terrace came in that year.
    expect(rows.find(({ key }) => key === 'property:12')).toMatchObject({
      leads: 0,
      conversion: null,
      leadsNeeded: null,
    })
    expect(total).toMatchObject({ leads: 40, leased: 10, leadsNeeded: 8 })
  })

  it('counts the leads that Conversions counts', async () => {
    const { total } = await ofConversions.run({
      ...{ start_date: '2025-01-15', end_date: '2026-01-14' },
      prospects_by_create_date: 'true',
    })
    expect(total).toMatchObject({ prospects: 40, leases: 10 })
  })

  it('looks ahead day by day', async () => {
    const { rows, total } = await run({ by: 'day' })
    expect(rows).toHaveLength(13)
    expect(rows.map(({ dayAhead, daysAhead }) => [dayAhead, daysAhead]).slice(0, 2)).toEqual([
      ['2026-03-15', 0],
      ['2026-03-25', 10],
    ])
    const held = (day: number) => Number(rows[day / 10]?.heldRatio) * 12
    // Today 8 of 12; Fay, then A3 empties, Gus and Ann arrive; S6 in part; A2 leaves.
    expect([0, 10, 20, 30, 40, 80].map((day) => Number(held(day).toFixed(4)))).toEqual(
      [8, 9, 9, 10, 10 - leaves, 9 - leaves].map((units) => Number(units.toFixed(4))),
    )
    expect(total).toMatchObject({ totalUnits: 12, daysAhead: null })
  })

  it('leaves out what too few cases would tell', async () => {
    const now = await run()
    expect(now.total).toMatchObject({ expectedRatio: null, expectedLow: null })
    expect(now.notes.join()).toContain('too few to expect new leases')
    // A year earlier no lease had ended.
    const before = await run({}, '2025-06-15T12:00:00-04:00')
    expect(before.total).toMatchObject({
      expectedNotices: null,
      leasesNeeded: null,
      leadsNeeded: null,
      spendNeeded: null,
    })
    expect(before.notes.join()).toContain('too few to expect renewals and notices')
  })

  it('opens the units behind every number', async () => {
    expect(await names('undecided', null)).toEqual(['S6'])
    expect(await names('moveInsDue', 'property:11')).toEqual(expect.arrayContaining(['A3', 'A5']))
    await checkLists({}, ['undecided', 'moveOutsDue90', 'vacantIn90'])
    expect((await names('totalUnits', null, { by: 'day' })).length).toBe(12)
  })

  it('opens what expected numbers are worked out from', async () => {
    const { total } = await run()
    expect(total).toMatchObject({ decided: 41, decidedLeft: 10, leads: 40, leased: 10, newLeases: 47 })
    // Leases of the year before March: the 40, S6's, and six of the fixture company.
    // Lists are as long as the numbers, in rows and in rows within them.
    for (const by of ['property', 'day'])
      await checkLists({ by }, ['decided', 'decidedLeft', 'leads', 'leased', 'newLeases'])

    const notices = await open('expectedNotices', 'property:12')
    expect(notices.about).toContain('each with the chance that its resident leaves')
    expect(notices.rows).toMatchObject([{ name: 'S6', details: 'Palm, lease ends Apr 20, 23% likely to leave' }])
    expect((await open('expectedNotices', 'property:11')).total).toBe(0)
    const empty = await open('leasesNeeded', null)
    expect(empty.rows.map(({ name, details }) => [name, details]).toSorted()).toEqual([
      ['A4', 'Bay, vacant'],
      ['A6', 'Buoy, vacant'],
      ['S6', 'Palm, lease ends Apr 20, 23% likely to leave'],
    ])
    expect((await open('heldRatio', null)).total).toBe(10)
    const ahead = await open('moveInsDue', 'property:11')
    expect(ahead.rows.map(({ details }) => details)).toContain('Anchor, on notice, out by Mar 31, rented, in by Apr 5')
    // A floor plan takes its property's leads.
    const leads = await open('leadsNeeded', 'property:11/floorplan:Bay')
    expect([leads.total, leads.rows[0]?.prospectId]).toEqual([40, expect.any(Number)])
    expect((await open('leadsNeeded', 'property:12')).total).toBe(0)
    const left = await open('decidedLeft', null)
    expect(left.rows[0]).toMatchObject({ at: '2026-01-20', details: 'lease ended, moved out' })
    expect((await open('moveInsDue', null)).about).toBeNull()
  })

  it('opens evidence of one’s own properties alone, and nobody’s name in a sales demo', async () => {
    for (const column of ['leads', 'leadsNeeded', 'leased', 'spendNeeded', 'decidedLeft'])
      expect(JSON.stringify(await ofTerrace.open(column, null)), column).not.toMatch(/Harbor Point|Wilhelmina/)
    expect((await ofTerrace.open('decided', null)).total).toBe(1)
    expect(JSON.stringify(await open('leads', null))).toContain('Wilhelmina')
    const { total, rows } = await ofDemo.open('leadsNeeded', null)
    expect([total, rows.length]).toEqual([40, 40])
    expect(JSON.stringify(rows)).not.toMatch(/Wilhelmina|Vex|Harbor/)
  })
})
