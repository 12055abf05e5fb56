import { importSourceFile, parseJob } from '@leaselight/connectors'
import { reportByKey } from '@leaselight/reports'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Households of one MITS file through to the reports, counted by hand, as of March 15, 2026.

const NOW = '2026-03-15T12:00:00-04:00'
const company = { id: 1, name: 'Harbor', time_zone: 'America/New_York' }
const property = { id: 11, company_id: 1, name: 'Harbor Point', time_zone: 'America/New_York' }
const units = ['101', '102', '103', '104', '105', '106', '107', '108', '109'].map((name, index) => ({
  id: 501 + index,
  property_id: 11,
  name,
  floorplan: 'A1',
  bedrooms: 1,
  area_sqft: 700,
}))

const lease = (unit: string, from: string, to: string, rent: string, more = '') =>
  `<Lease><LeaseFromDate>${from}</LeaseFromDate><LeaseToDate>${to}</LeaseToDate><CurrentRent>${rent}</CurrentRent><UnitName>${unit}</UnitName>${more}</Lease>`

const household = (id: string, leases: string[], events: [type: string, date: string][]) =>
  `<Prospect><Customers><Customer Type="current_resident"><Identification IDType="ProspectID" IDValue="${id}"/>${leases.join('')}</Customer></Customers><Events>${events
    .map(([type, date]) => `<Event EventType="${type}" EventDate="${date}T10:00:00"/>`)
    .join('')}</Events></Prospect>`

const moved = (day: string) => `<ActualMoveIn>${day}</ActualMoveIn>`

const xml = `<LeadManagement><Prospects>${[
  // 101 renewed from $1,800 to $1,890.
  household(
    'A',
    [lease('101', '2025-04-01', '2026-03-31', '$1,800.00'), lease('101', '2026-04-01', '2027-03-31', '1890')],
    [
      ['LeaseSign', '2025-03-10'],
      ['MoveIn', '2025-04-01'],
      ['Renew', '2026-03-05'],
    ],
  ),
  // 102 gave notice on March 4.
  household(
    'B',
    [lease('102', '2025-04-01', '2026-03-31', '1700', moved('2025-04-02'))],
    [
      ['LeaseSign', '2025-03-01'],
      ['Notice', '2026-03-04'],
    ],
  ),
  // 103 withdrew its notice.
  household(
    'C',
    [lease('103', '2025-04-16', '2026-04-15', '1600', moved('2025-04-16'))],
    [
      ['LeaseSign', '2025-04-01'],
      ['Notice', '2026-02-10'],
      ['CancelNotice', '2026-03-03'],
    ],
  ),
  // 104 moved out on March 9, after a notice in February.
  household(
    'D',
    [lease('104', '2025-03-11', '2026-03-10', '1500', moved('2025-03-11'))],
    [
      ['LeaseSign', '2025-03-02'],
      ['Notice', '2026-02-01'],
      ['MoveOut', '2026-03-09'],
    ],
  ),
  // 105 moved in on March 8; the file has no signing, but the date of one.
  household(
    'E',
    [lease('105', '2026-03-08', '2027-03-07', '1550', '<LeaseSignDate>2026-02-20</LeaseSignDate>')],
    [['MoveIn', '2026-03-08']],
  ),
  // 106 is rented from April on.
  household('F', [lease('106', '2026-04-01', '2027-03-31', '1650')], [['LeaseSign', '2026-03-12']]),
  // From 107 to 108 on March 10.
  household(
    'G',
    [lease('107', '2025-06-01', '2026-05-31', '1400'), lease('108', '2026-03-10', '2027-03-09', '1750')],
    [
      ['LeaseSign', '2025-05-01'],
      ['MoveIn', '2025-06-01'],
      ['Transfer', '2026-03-02'],
      ['MoveOut', '2026-03-10'],
      ['MoveIn', '2026-03-10'],
    ],
  ),
  // 109 stays from month to month.
  household(
    'H',
    [lease('109', '2025-03-01', '2026-02-28', '1300', moved('2025-03-01'))],
    [
      ['LeaseSign', '2025-02-20'],
      ['MonthToMonth', '2026-03-01'],
    ],
  ),
].join('')}</Prospects></LeadManagement>`

async function* bytes() {
  yield new TextEncoder().encode(xml)
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.load({ companies: [company], properties: [property], units })
})
afterAll(() => store.close())

async function totalsOf(key: string, params: Record<string, string>): Promise<Record<string, unknown>> {
  const report = reportByKey(key)
  if (!report) throw new Error(`There is no report ${key}.`)
  const state = stateFrom(report, params)
  const { total } = await store.engineAt(NOW).runReport(report, state, viewer('master', 1), { depth: 'all' })
  return total
}

it('places every event, and the same file again changes nothing', async () => {
  const job = parseJob('mits', { properties: { '*': 11 } })
  const now = Date.parse(NOW)
  const first = await importSourceFile(store.facts, bytes(), job, { now })
  expect(first.rejected).toBe(0)
  expect(first.source).toContainEqual(
    expect.objectContaining({ item: 'events', read: 20, records: 9, merged: 11, rejected: 0 }),
  )
  expect(first.notes.filter(({ item }) => item === 'lease').map(({ field, count }) => [field, count])).toEqual([
    ['MonthToMonth', 1],
  ])
  const again = await importSourceFile(store.facts, bytes(), job, { now })
  for (const { entity, read, unchanged } of again.records) expect([entity, unchanged]).toEqual([entity, read])
})

it('fills Renewals', async () => {
  expect(await totalsOf('renewals', { start_date: '2026-03-01', end_date: '2026-04-30' })).toMatchObject({
    expiring: 4,
    renewed: 1,
    movedOut: 1,
    notice: 1,
    undecided: 1,
    oldRent: 1800,
    newRent: 1890,
  })
})

it('fills the resident boxscore', async () => {
  const params = { start_date: '2026-03-01', end_date: '2026-03-15', property: '11' }
  expect(await totalsOf('boxscore-resident', params)).toMatchObject({
    moveIns: 2,
    moveOuts: 2,
    notices: 1,
    renewals: 1,
    transfers: 1,
  })
})

it('fills Occupancy', async () => {
  expect(await totalsOf('occupancy', {})).toMatchObject({
    totalUnits: 9,
    totalOccupied: 6,
    rentedVacant: 1,
    unrentedVacant: 2,
    rentedNotice: 0,
    unrentedNotice: 1,
  })
})
