import fc from 'fast-check'

/**
 * Drafts of small companies: instants are close to moments at which local days are error-prone, and references are
 * indexes of lists that may not exist. `build.ts` turns drafts into records of the data contract.
 */

/** Days around which a company's facts are, most of them with a clock change in some zone. */
export const CENTERS = [
  '2026-03-08', // New York, Los Angeles: 23 hours
  '2025-11-02', // the same: 25 hours
  '2024-02-29', // leap day
  '2018-11-04', // São Paulo skips midnight; the US has 25 hours
  '2019-02-17', // São Paulo has 23:00 twice, the day before
  '2025-10-05', // Lord Howe skips half an hour
  '2026-04-05', // Lord Howe has half an hour twice
  '2025-12-31',
] as const

const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'UTC',
] as const

const nat = (max: number) => fc.nat({ max })
/** Absent once in `of` times. */
const maybe = <T>(value: fc.Arbitrary<T>, of = 2) => fc.option(value, { nil: undefined, freq: of })
/** Present once in six times. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const often = fc.boolean()
const rarely = nat(6).map((roll) => roll === 0)
const list = <T>(value: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(value, { minLength, maxLength, size: 'max' })

const instant = fc.record({
  near: fc.constantFrom('midnight', 'clock change', 'office', 'any', 'any'),
  day: fc.integer({ min: -6, max: 6 }),
  jitter: fc.oneof(fc.constantFrom(-1, 0, 1, -1000, 999, 60_000), fc.integer({ min: -7_200_000, max: 7_200_000 })),
  pick: nat(9),
  written: fc.constantFrom('utc', 'local', 'elsewhere'),
})
export type InstantDraft = typeof instant extends fc.Arbitrary<infer T> ? T : never

/** A record's reference to a prospect. */
const person = fc.record({ whose: fc.constantFrom('own', 'own', 'own', 'own', 'unknown', 'foreign'), pick: nat(99) })
export type PersonDraft = typeof person extends fc.Arbitrary<infer T> ? T : never

/** A record's history: its versions, each in an import; a later one may remove or restore it. */
const versions = <T>(draft: fc.Arbitrary<T>) =>
  list(fc.record({ draft, import: nat(2), deleted: rarely, place: nat(3) }), 1, 3).map((all) =>
    all.map((version, index) => ({ ...version, deleted: version.deleted && index > 0 })),
  )
export type Versions<T> = { draft: T; import: number; deleted: boolean; place: number }[]

const mostlyOne = <T>(draft: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: versions(draft).map((all) => all.slice(0, 1)) },
    { weight: 2, arbitrary: versions(draft) },
  )

const agentId = maybe(nat(6), 4)
const NAMES = ['Alder', 'alder', 'Birch Hall', ' Cedar ', 'birch hall', 'Dogwood', 'Elm 2', 'Elm 10']
const SOURCES = ['Website', 'website', ' Website ', 'Apartments.com', 'Café/Bar, 5 % off', '   ', 'Zumper']
const TIMES = [
  '00:00',
  '00:30',
  '01:15',
  '01:45',
  '02:15',
  '02:30',
  '09:00',
  '12:30',
  '17:45',
  '23:30',
  '24:00',
] as const

const office = fc
  .record({
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    times: fc.uniqueArray(fc.constantFrom(...TIMES), { minLength: 2, maxLength: 2 }),
  })
  .map(({ weekdays, times }) => {
    const [opens = '00:00', closes = '24:00'] = [...times].sort()
    return weekdays.map((weekday) => ({ weekday, opens, closes }))
  })

const property = fc.record({
  name: fc.constantFrom(...NAMES),
  zone: fc.constantFrom(...ZONES),
  hours: fc.oneof(
    fc.constant([]),
    list(office, 1, 2).map((parts) => parts.flat()),
  ),
  holidays: list(fc.integer({ min: -8, max: 8 }), 0, 2),
  standalone: rarely,
})

const prospect = fc.record({
  agent: agentId,
  source: fc.constantFrom(...SOURCES),
  created: instant,
  nap: nat(4).map((roll) => roll === 0),
  referral: often,
  qualified: maybe(instant),
})

const message = fc.record({
  person,
  agent: agentId,
  channel: fc.constantFrom('email', 'email', 'text', 'facebook', 'chat'),
  direction: fc.constantFrom('inbound', 'outbound', 'outbound', 'outbound'),
  origin: fc.constantFrom('agent', 'agent', 'bulk', 'drip', 'ai'),
  at: instant,
})

const call = fc.record({
  person: maybe(person),
  agent: agentId,
  source: maybe(fc.constantFrom(...SOURCES), 4),
  direction: fc.constantFrom('inbound', 'inbound', 'inbound', 'outbound'),
  handledBy: fc.constantFrom('agent', 'agent', 'ai'),
  callerType: fc.constantFrom('prospect-first-call', 'prospect-return-call', 'resident', 'other'),
  outcome: fc.constantFrom('answered', 'missed', 'voicemail', 'requested-text'),
  at: instant,
})

const appointment = fc.record({
  person,
  agent: agentId,
  at: instant,
  status: fc.constantFrom('scheduled', 'completed', 'no-show', 'cancelled-renter', 'cancelled-manager'),
})

const visit = fc.record({ person, agent: agentId, at: instant, appointment: maybe(nat(5)), shown: often })

const day = fc.integer({ min: -12, max: 6 })
const lease = fc.record({
  person: maybe(person),
  agent: agentId,
  notice: maybe(day),
  movedIn: maybe(day, 4),
  movedOut: seldom(day),
})

/** The fields of a lease that no correction changes, so that its chain stays intact. */
const tenancy = fc.record({
  unit: nat(9),
  kind: fc.constantFrom('new', 'new', 'transfer', 'renewal', 'renewal'),
  previous: nat(99),
  orphan: rarely,
  signed: instant.map((one) => ({ ...one, day: one.day - 4 })),
  starts: day,
  cancelled: seldom(instant),
  elsewhere: rarely,
  lives: versions(lease),
})

const unit = fc.record({
  floorplan: fc.constantFrom('Palm', 'Loft/2', 'oak', 'Studio, 5 %'),
  bedrooms: nat(3),
  area: fc.integer({ min: 300, max: 1500 }),
  status: fc.constantFrom(undefined, undefined, 'rentable', 'rentable', 'model', 'down'),
})

const source = fc.record({
  type: maybe(fc.constantFrom('ILS', 'Own', 'own')),
  area: maybe(fc.constantFrom('North', 'South')),
})

export const company = fc.record({
  center: fc.constantFrom(...CENTERS),
  zone: fc.constantFrom(...ZONES),
  /** The current instant: days and time after the center. */
  now: instant.map((one) => ({ ...one, day: one.day + 2 })),
  properties: list(versions(property), 1, 4),
  /** What happens to the last property at the end. */
  lastProperty: fc.constantFrom('stays', 'stays', 'stays', 'hidden', 'restored'),
  agents: list(mostlyOne(fc.record({ name: fc.constantFrom(...NAMES), inactive: often })), 1, 6),
  sources: fc.record({ registered: fc.subarray([0, 1, 3, 4, 6]), drafts: list(mostlyOne(source), 5, 5) }),
  users: list(list(nat(5), 0, 3), 3, 3),
  prospects: list(mostlyOne(prospect), 6, 16),
  messages: list(mostlyOne(message), 20, 40),
  calls: list(mostlyOne(call), 25, 45),
  appointments: list(mostlyOne(appointment), 4, 12),
  visits: list(mostlyOne(visit), 4, 14),
  units: list(mostlyOne(unit), 3, 10),
  tenancies: list(tenancy, 6, 20),
  claims: rarely,
})
export type CompanyDraft = typeof company extends fc.Arbitrary<infer T> ? T : never

/** Random requests for a company: one of each, for each report that has it. */
export const question = fc.record({
  asker: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: nat(6) }),
  propertyPicks: seldom(list(nat(5), 1, 3)),
  period: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.integer({ min: -7, max: 5 }), fc.constantFrom(1, 1, 2, 7, 12, 13)) },
    { weight: 1, arbitrary: fc.constantFrom('last_7_days' as const, 'today' as const) },
  ),
  prior: seldom(fc.tuple(fc.integer({ min: -10, max: 6 }), fc.constantFrom(1, 3, 8))),
  byCreated: often,
  nonProspects: often,
  groupByKey: fc.constantFrom('', '', 'Type', 'area', 'nothing'),
  callerType: fc.constantFrom(
    ...new Array<'ALL'>(20).fill('ALL'),
    'FIRST_TIME',
    'RETURN_CALL',
    'FIRST_AND_RETURN_CALL',
    'RESIDENT',
  ),
  callerTypes: seldom(fc.subarray(['prospect-first-call', 'resident', 'other'])),
  sources: seldom(fc.subarray(['Website', 'website', 'Café/Bar, 5 % off', 'Zumper'])),
  statuses: seldom(fc.subarray(['answered', 'missed', 'requested-text'])),
  weekdays: seldom(fc.subarray([1, 2, 3, 4, 5, 6, 7])),
  hours: fc.oneof(
    { weight: 6, arbitrary: fc.constant<[number, number]>([0, 23]) },
    { weight: 1, arbitrary: fc.constantFrom<[number, number]>([0, 0], [9, 17], [23, 23], [1, 3]) },
  ),
  /** The number whose list is opened. */
  opened: nat(999),
})
export type QuestionDraft = typeof question extends fc.Arbitrary<infer T> ? T : never
