import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { standardTypes } from './eventKinds'
import { leadManagement, translateXml } from './testing'

const terms = [
  '<Lease><LeaseFromDate>2025-04-01</LeaseFromDate><LeaseToDate>2026-03-31</LeaseToDate><CurrentRent>1,800.00</CurrentRent><UnitName>4B</UnitName><ActualMoveIn>2025-04-02</ActualMoveIn></Lease>',
  '<Lease><LeaseFromDate>2026-04-01</LeaseFromDate><LeaseToDate>2027-03-31</LeaseToDate><CurrentRent>1890</CurrentRent><UnitName>4B</UnitName></Lease>',
]

async function residents(leases: string, ...events: [type: string, date: string][]) {
  const xml = `<Prospect><Customers><Customer Type="prospect"><Identification IDType="ProspectID" IDValue="p1"/>${leases}</Customer></Customers><Events>${events
    .map(([type, date]) => `<Event EventType="${type}" EventDate="${date}T10:00:00"/>`)
    .join('')}</Events></Prospect>`
  const { records, rejections, read, notes } = await translateXml(leadManagement(xml))
  const leasesMade = records.leases?.map(
    ({ id: _, unit_id, property_id, prospect_id, previous_lease_id, ...rest }) => ({
      ...rest,
      ...(previous_lease_id !== undefined && {
        follows: records.leases?.findIndex(({ id }) => id === previous_lease_id),
      }),
    }),
  )
  return {
    leases: leasesMade ?? [],
    status: records.prospects?.[0]?.status,
    rejected: rejections.map(({ reason }) => reason),
    events: read.events,
    notes: notes.map(({ field }) => field),
  }
}

test('a renewal follows the lease it renews, and each move counts once', async () => {
  const { leases, rejected, status } = await residents(
    terms.join(''),
    ['LeaseSign', '2025-03-10'],
    ['MoveIn', '2025-04-01'],
    ['Notice', '2026-01-15'],
    ['Lease Renewal', '2026-02-01'],
    ['MoveOut', '2027-03-30'],
  )
  expect([rejected, status]).toEqual([[], 'leased'])
  expect(leases).toEqual([
    {
      kind: 'new',
      signed_at: '2025-03-10T14:00:00.000Z',
      starts_on: '2025-04-01',
      ends_on: '2026-03-31',
      monthly_rent: 1800,
      notice_on: '2026-01-15',
      moved_in_on: '2025-04-02',
    },
    {
      kind: 'renewal',
      signed_at: '2026-02-01T15:00:00.000Z',
      starts_on: '2026-04-01',
      ends_on: '2027-03-31',
      monthly_rent: 1890,
      follows: 0,
      moved_out_on: '2027-03-30',
    },
  ])
})

test('a renewal of which the file describes only the new lease keeps the move-in', async () => {
  const { leases, rejected } = await residents(
    terms[1] ?? '',
    ['LeaseSign', '2025-03-10'],
    ['MoveIn', '2025-04-02'],
    ['Renew', '2026-02-01'],
  )
  expect(leases).toMatchObject([{ kind: 'renewal', starts_on: '2026-04-01', moved_in_on: '2025-04-02' }])
  expect(leases[0]).not.toHaveProperty('follows')
  expect(rejected).toEqual([
    'The file describes fewer leases of the prospect than were signed, and later signings have them.',
  ])
})

test('a lease that two roommates sign and both describe is one new lease', async () => {
  const { leases } = await residents(`${terms[0]}${terms[0]}`, ['LeaseSign', '2025-03-10'], ['LeaseSign', '2025-03-11'])
  expect(leases).toMatchObject([{ kind: 'new', signed_at: '2025-03-11T14:00:00.000Z' }])
})

test.each<[name: string, events: [string, string][], expected: object]>([
  ['a notice', [['Notice', '2026-02-01']], { notice_on: '2026-02-01', moved_in_on: '2025-04-02' }],
  ['an eviction', [['Eviction', '2026-02-01']], { notice_on: '2026-02-01' }],
  [
    'a notice taken back',
    [
      ['Notice', '2026-02-01'],
      ['CancelNotice', '2026-02-03'],
    ],
    { notice_on: undefined },
  ],
  [
    'a second notice',
    [
      ['Notice', '2026-02-01'],
      ['CancelNotice', '2026-02-03'],
      ['NoticeGiven', '2026-02-09'],
    ],
    { notice_on: '2026-02-09' },
  ],
  ['a move-out', [['MoveOut', '2026-03-30']], { moved_out_on: '2026-03-30' }],
  ['people who left without a word', [['Skip', '2026-02-28']], { moved_out_on: '2026-02-28' }],
  [
    'a move-out taken back',
    [
      ['MoveOut', '2026-03-30'],
      ['CancelMoveOut', '2026-03-31'],
    ],
    { moved_out_on: undefined },
  ],
  ['a move-in taken back', [['CancelMoveIn', '2025-04-03']], { moved_in_on: undefined }],
  ['a lease from month to month', [['MonthToMonth', '2026-04-01']], { moved_out_on: undefined, kind: 'new' }],
])('%s is a date of the lease', async (_, events, expected) => {
  const { leases, rejected } = await residents(terms[0] ?? '', ['LeaseSign', '2025-03-10'], ...events)
  expect([leases.length, rejected]).toEqual([1, []])
  expect({ notice_on: undefined, moved_in_on: undefined, moved_out_on: undefined, ...leases[0] }).toMatchObject(
    expected,
  )
})

test('moves of people whose signing is not in the file make a lease, and the report says what was assumed', async () => {
  const { leases, notes, status } = await residents(terms[0] ?? '', ['MoveOut', '2026-03-30'])
  expect(leases).toMatchObject([{ kind: 'new', signed_at: '2025-04-01T04:00:00.000Z', moved_out_on: '2026-03-30' }])
  expect([notes.filter((field) => field === 'signed_at'), status]).toEqual([['signed_at'], 'leased'])
})

test('a Lease element of somebody who neither signed nor moved is an offer', async () => {
  expect((await residents(terms[1] ?? '', ['Application', '2026-02-01'])).leases).toEqual([])
})

test.each([
  ['MoveIn', 'MoveIn has no lease to which it could belong: the prospect has neither a signing nor a Lease element.'],
  ['MonthToMonth', 'MonthToMonth has no lease to which it could belong.'],
  ['Renew', 'No customer of the prospect has a Lease element, without which a lease has no dates and no rent.'],
  ['Transfer', 'Transfer comes before any lease; only residents are transferred.'],
])('%s without any lease is rejected with its reason', async (type, reason) => {
  expect((await residents('', ['Email', '2026-02-01'], [type, '2026-02-02'])).rejected).toEqual([reason])
})

test('moves of a lease that can’t be read are rejected with it', async () => {
  const { rejected, leases } = await residents(
    (terms[0] ?? '').replace('1,800.00', 'N/A'),
    ['LeaseSign', '2025-03-10'],
    ['MoveOut', '2026-03-30'],
  )
  expect(leases).toEqual([])
  expect(rejected).toEqual(['CurrentRent is missing.', 'The lease to which MoveOut belongs was rejected.'])
})

test('every event type of the standard is placed, or rejected with a reason that the documentation gives', async () => {
  const page = readFileSync(new URL('../../../../docs/mits.md', import.meta.url), 'utf8')
  for (const type of standardTypes) {
    expect(page, type).toMatch(new RegExp(`\\b${type}\\b`))
    const { events, rejected } = await residents(
      terms.join(''),
      ['CallFromProspect', '2025-03-01'],
      ['Appointment', '2025-03-02'],
      ['Application', '2025-03-05'],
      ['LeaseSign', '2025-03-10'],
      [type, '2026-02-01'],
    )
    const [reason = ''] = rejected
    const isListed = ['FirstContact', 'Contact', 'Other', 'Hold', 'Release', 'Quote'].includes(type)
    expect([type, reason]).toEqual([type, isListed ? `The data contract has no place for ${type}.` : ''])
    expect(events?.refused).toBe(isListed ? 1 : 0)
  }
})
