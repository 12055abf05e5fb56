import { reconcileLines } from '@leaselight/model'

/** The week that is compared; every instant of the world is at 20:00 UTC, the same day at each property. */
export const WEEK = { start_date: '2026-03-08', end_date: '2026-03-14' }
const COMPANY = 6
const NEW_YORK = 61
export const houses = [
  { id: NEW_YORK, company_id: COMPANY, name: 'Oak House', time_zone: 'America/New_York' },
  { id: 62, company_id: COMPANY, name: 'Elm House', time_zone: 'America/Los_Angeles' },
]

export type Fact = Record<string, string | number | boolean | null>
type Table = 'prospects' | 'appointments' | 'visits' | 'applications' | 'leases' | 'units'
export type Tables = Record<Table, Fact[]>
/** A row of the wrong file. */
interface FileRow {
  line: string
  property: number
  day: string
  id: number | ''
  name: string
  unit: string
}
/** A difference that must be named: the line, who, where, its effect, and the reason. */
type Expected = [line: string, subject: string, property: number, effect: 1 | -1, reason: string]

export interface WrongBoxscore {
  tables: Tables
  company: Fact
  houses: typeof houses
  rows: FileRow[]
  expected: Expected[]
  file: string
  mapping: object
}

/** What can be wrong about one dated record, and on which lines. */
const mistakes = {
  none: () => true,
  otherDay: () => true,
  movedOut: () => true,
  movedIn: () => true,
  missing: () => true,
  noSource: () => true,
  twice: () => true,
  unknown: () => true,
  otherProperty: () => true,
  noFact: ({ record }) => record !== 'prospects',
  deleted: ({ report }) => report === 'boxscore',
  notProspect: ({ report }) => report === 'boxscore',
  notProspectMissing: ({ key }) => key === 'leads',
  lateEvening: ({ dated }) => dated?.endsWith('_at') === true,
  otherKind: ({ key }) => ['appointments', 'applicationsApproved', 'applicationsDenied', 'leases'].includes(key),
  cancelledLater: ({ key }) => key === 'leases',
  cancelled: ({ report, record }) => report === 'boxscore-resident' && record === 'leases',
  renewed: ({ key }) => key === 'notices',
} as const satisfies Record<string, (line: (typeof reconcileLines)[number]) => boolean>
type Mistake = keyof typeof mistakes

const written = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`
const noon = (day: string): string => `${day}T20:00:00Z`

/**
 * A random company with a boxscore of another system that is wrong in every way, on every line: what is imported here, the
 * file, and each difference with the reason under which it must be named.
 */
export function wrongBoxscore(below: (most: number) => number): WrongBoxscore {
  const tables: Tables = { prospects: [], appointments: [], visits: [], applications: [], leases: [], units: [] }
  const world: World = { tables, rows: [], expected: [], below, last: 6100 }
  // A lead is on two lines at once.
  for (const line of reconcileLines.filter(({ dated }) => dated !== null))
    for (const mistake of Object.keys(mistakes).filter((one): one is Mistake => one in mistakes))
      if (mistakes[mistake](line) && line.key !== 'prospects')
        for (let times = 0; times <= Number(below(4) === 0); times++) addDated(world, line.key, mistake)
  for (const kind of Object.keys(unitKinds))
    for (let times = 0; times <= below(2); times++) addUnit(world, kind as keyof typeof unitKinds)
  const { rows, expected } = world
  const text = rows.map(({ line, property, day, id, name, unit }) =>
    [line, houses.find((house) => house.id === property)?.name, day, id, name, unit].join(),
  )
  return {
    ...{ tables, houses, rows, expected },
    company: { id: COMPANY, name: 'Quill Homes', time_zone: 'America/New_York' },
    file: ['Line,Community,Day,ID,Name,Unit', ...text.toSorted(() => below(3) - 1)].join('\n'),
    mapping: {
      ...{ form: 'records', property: 'Community', line: 'Line' },
      communities: Object.fromEntries(houses.map(({ id, name }) => [name, id])),
      lines: Object.fromEntries(reconcileLines.map(({ key }) => [key, key])),
      fields: { day: 'Day', id: 'ID', name: 'Name', unit: 'Unit' },
    },
  }
}

interface World {
  tables: Tables
  rows: FileRow[]
  expected: Expected[]
  below: (most: number) => number
  last: number
}

function addDated(world: World, key: string, mistake: Mistake): void {
  const { tables, below } = world
  const id = ++world.last
  const name = `Nora${id} Quill${id}`
  const property = 61 + below(2)
  const other = 123 - property
  const day = 8 + below(7)
  const isLead = key === 'leads'
  const here = mistake === 'lateEvening' ? '2026-03-14' : written(mistake === 'movedIn' ? 20 + below(5) : day)
  const at = mistake === 'lateEvening' ? `2026-03-15T0${property === NEW_YORK ? 2 : 5}:00:00Z` : noon(here)
  const isNotProspect = mistake === 'notProspect' || mistake === 'notProspectMissing'
  if (mistake !== 'unknown')
    tables.prospects.push({
      ...{ id, property_id: property, created_at: isLead ? at : noon('2026-03-01'), insert_method: 'web-form' },
      ...{ first_contact_channel: 'internet', first_name: `Nora${id}`, last_name: `Quill${id}`, status: 'waiting' },
      source: mistake === 'noSource' ? 'Unknown' : 'Website',
      ...{ not_a_prospect: isNotProspect, deleted: mistake === 'deleted' },
    })
  if (!isLead && mistake !== 'unknown' && mistake !== 'noFact') addFact(world, key, mistake, { id, property, here, at })
  const lines = isLead ? ['leads', 'prospects'] : [key]
  for (const line of lines) {
    const shifted = { otherDay: 8 + ((day - 7 + below(6)) % 7), movedOut: 18 + below(7) }[mistake as string] ?? day
    const row = {
      line,
      property: mistake === 'otherProperty' ? other : property,
      day: written(shifted),
      name,
      unit: '',
    }
    const isMissing = ['missing', 'noSource', 'lateEvening', 'cancelledLater', 'notProspectMissing'].includes(mistake)
    if (!isMissing) world.rows.push({ ...row, id: mistake === 'unknown' ? '' : id })
    if (mistake === 'twice') world.rows.push({ ...row, id })
    for (const [place, effect, reason] of differencesOf(mistake, line))
      world.expected.push([line, name, place === 'here' ? property : other, effect, reason])
  }
  // A renewal that their file has among leases is in both systems' renewals.
  if (key === 'leases' && mistake === 'otherKind')
    world.rows.push({ line: 'renewals', property, day: here, id, name, unit: '' })
}

function differencesOf(mistake: Mistake, line: string): (readonly ['here' | 'there', 1 | -1, string])[] {
  if (mistake === 'otherProperty')
    return [
      ['there', 1, 'property'],
      ['here', -1, 'property'],
    ]
  // Leads counts people who are no prospects all the same.
  if (mistake === 'notProspect' && line === 'leads') return []
  if (mistake === 'notProspectMissing') return line === 'leads' ? [['here', -1, 'notProspect']] : []
  const found: Partial<Record<Mistake, readonly [1 | -1, string]>> = {
    movedOut: [-1, 'day'],
    movedIn: [1, 'day'],
    missing: [-1, 'notTheirs'],
    noSource: [-1, 'source'],
    twice: [1, 'definition'],
    unknown: [1, 'notImported'],
    noFact: [1, 'notImported'],
    deleted: [1, 'deleted'],
    notProspect: [1, 'notProspect'],
    lateEvening: [-1, 'day'],
    otherKind: [1, 'definition'],
    cancelledLater: [-1, 'definition'],
    cancelled: [1, 'definition'],
    renewed: [1, 'definition'],
  }
  const one = found[mistake]
  return one ? [['here', ...one]] : []
}

/** The record that a line counts, dated on its day; everything else about it is of other days. */
function addFact(
  world: World,
  key: string,
  mistake: Mistake,
  { id, property, here, at }: { id: number; property: number; here: string; at: string },
): void {
  const { tables } = world
  const base = { id: id + 10_000, property_id: property, prospect_id: id }
  const earlier = noon('2026-02-10')
  const isOther = mistake === 'otherKind'
  const application = (status: string, days: object) => tables.applications.push({ ...base, status, ...days })
  const lease = (kind: string, parts: Fact) => {
    // Units that are not for rent are on none of the lines.
    tables.units.push({ ...unitOf(id + 20_000, property), status: 'down' })
    tables.leases.push({
      ...{ ...base, unit_id: id + 20_000, kind, signed_at: earlier, starts_on: '2026-03-01', ends_on: '2027-02-28' },
      ...{ monthly_rent: 1500, ...(mistake === 'cancelled' && { cancelled_at: noon('2026-03-25') }), ...parts },
    })
  }
  const resident = { signed_at: noon('2025-02-10'), moved_in_on: '2025-03-01' }
  const add: Record<string, () => void> = {
    appointments: () =>
      tables.appointments.push({
        ...{ ...base, created_at: earlier, starts_at: at, tour_type: 'in-person', booked_by: 'agent' },
        ...{ status: isOther ? 'cancelled-renter' : 'completed', status_at: at },
      }),
    visits: () => tables.visits.push({ ...base, visited_at: at, visit_type: 'in-person', unit_shown: true }),
    applications: () => application('pending', { submitted_at: at, status_at: at }),
    applicationsApproved: () =>
      application(isOther ? 'cancelled' : 'approved', { submitted_at: earlier, status_at: at }),
    applicationsDenied: () => application(isOther ? 'pending' : 'denied', { submitted_at: earlier, status_at: at }),
    leases: () =>
      lease(isOther ? 'renewal' : 'new', {
        signed_at: at,
        ...(mistake === 'cancelledLater' && { cancelled_at: noon('2026-03-20') }),
      }),
    cancelledLeases: () => lease('new', { cancelled_at: at }),
    moveIns: () => lease('new', { moved_in_on: here }),
    moveOuts: () => lease('new', { ...resident, notice_on: '2026-01-10', moved_out_on: here }),
    notices: () => lease('new', { ...resident, notice_on: here }),
    renewals: () => lease('renewal', { signed_at: at }),
    transfers: () => lease('transfer', { signed_at: at }),
  }
  add[key]?.()
  if (mistake === 'renewed')
    lease('renewal', { id: id + 30_000, signed_at: noon('2026-03-01'), previous_lease_id: base.id })
}

const unitOf = (id: number, property: number): Fact => ({
  ...{ id, property_id: property, name: `U${id}`, floorplan: 'A1', bedrooms: 1, area_sqft: 600, status: 'rentable' },
})

/** How a unit stands here, the lines on which their file has it, and the differences that makes. */
const unitKinds: Readonly<
  Record<string, { here: string; theirs: string[]; named: (readonly [line: string, effect: 1 | -1, reason: string])[] }>
> = {
  occupied: { here: 'occupied', theirs: ['totalUnits', 'totalOccupied'], named: [] },
  vacant: { here: 'vacant', theirs: ['totalUnits', 'vacant'], named: [] },
  notice: { here: 'notice', theirs: ['totalUnits', 'totalOccupied', 'onNotice'], named: [] },
  saidOccupied: {
    ...{ here: 'vacant', theirs: ['totalUnits', 'totalOccupied'] },
    named: [
      ['totalOccupied', 1, 'notImported'],
      ['vacant', -1, 'notTheirs'],
    ],
  },
  saidVacant: {
    ...{ here: 'occupied', theirs: ['totalUnits', 'vacant'] },
    named: [
      ['vacant', 1, 'notImported'],
      ['totalOccupied', -1, 'notTheirs'],
    ],
  },
  saidNotice: {
    ...{ here: 'occupied', theirs: ['totalUnits', 'totalOccupied', 'onNotice'] },
    named: [['onNotice', 1, 'notImported']],
  },
  noNotice: { here: 'notice', theirs: ['totalUnits', 'totalOccupied'], named: [['onNotice', -1, 'notTheirs']] },
  movingIn: {
    ...{ here: 'movingIn', theirs: ['totalUnits', 'totalOccupied'] },
    named: [
      ['totalOccupied', 1, 'day'],
      ['vacant', -1, 'day'],
    ],
  },
  model: { here: 'model', theirs: ['totalUnits'], named: [['totalUnits', 1, 'definition']] },
  unknown: { here: '', theirs: ['totalUnits'], named: [['totalUnits', 1, 'notImported']] },
  missing: {
    ...{ here: 'vacant', theirs: [] },
    named: [
      ['totalUnits', -1, 'notTheirs'],
      ['vacant', -1, 'notTheirs'],
    ],
  },
  twice: { here: 'vacant', theirs: ['totalUnits', 'totalUnits', 'vacant'], named: [['totalUnits', 1, 'definition']] },
}

function addUnit(world: World, kind: string): void {
  const found = unitKinds[kind]
  if (!found) return
  const id = ++world.last
  const property = 61 + world.below(2)
  const unit = unitOf(id, property)
  const { units, leases } = world.tables
  if (found.here !== '') units.push({ ...unit, status: found.here === 'model' ? 'model' : 'rentable' })
  const movedIn = { occupied: '2026-01-05', notice: '2026-01-05', movingIn: '2026-03-18' }[found.here]
  if (movedIn !== undefined)
    leases.push({
      ...{ id: id + 10_000, property_id: property, unit_id: id, kind: 'new', signed_at: noon('2026-01-02') },
      ...{ starts_on: movedIn, ends_on: '2026-12-31', monthly_rent: 1500, moved_in_on: movedIn },
      ...(found.here === 'notice' && { notice_on: '2026-02-20' }),
    })
  for (const line of found.theirs)
    world.rows.push({ line, property, day: '', id: '', name: '', unit: String(unit.name) })
  for (const [line, effect, reason] of found.named)
    world.expected.push([line, String(unit.name), property, effect, reason])
}
