import { entitiesOf, type LeaseRecord, type PropertyRecord, type World } from '@leaselight/sample'
import type { CompanyDraft, InstantDraft, PersonDraft, Versions } from './drafts'
import { addDays, instantsOf, timeOn, wallAt } from './plain/time'

/** Imports 0–2 bring records and their corrections, 3 and 4 take a property away and bring it back, 4 holds false claims. */
export const IMPORTS = 5

const UNKNOWN_PROSPECT = 99_999_999
const UNKNOWN_LEASE = 9_999
const SOURCE_NAMES = ['Website', 'website', '', ' Apartments.com', 'Café/Bar, 5 % off', '', 'Zumper ']

/** A company's records, import by import, and the moment at which it is looked at. */
export interface BuiltCompany {
  id: number
  imports: World[]
  now: number
  center: string
  propertyIds: number[]
  /** How many records of another company it lays claim to. */
  claims: number
  /** Whether its last property is gone in the end. */
  hidden: boolean
}

/** Makes a draft the company of a number; all other ids but those of properties and prospects are the same in all companies. */
export function build(draft: CompanyDraft, index: number, companies: number): BuiltCompany {
  const id = index + 1
  const next = ((index + 1) % companies) + 1
  const propertyIds = draft.properties.map((_, at) => id * 100 + at + 1)
  const imports: Required<World>[] = Array.from({ length: IMPORTS }, emptyWorld)
  const into = (at: number): Required<World> => imports[at] ?? emptyWorld()

  const hidden = draft.lastProperty === 'hidden'
  // Of people whose own property is gone nothing is said; so none lives there.
  const homes = hidden && propertyIds.length > 1 ? propertyIds.slice(0, -1) : propertyIds
  const place = (list: readonly number[], at: number): number => list[at % list.length] ?? 0
  const finalProperty = new Map<number, PropertyRecord>()

  into(0).companies.push({
    id,
    name: `Company ${id}`,
    time_zone: draft.zone,
    feature_flags: { activity_report: true },
  })
  draft.properties.forEach((versions, at) => {
    let file = 0
    versions.forEach(({ draft: property, import: asked }, version) => {
      file = version === 0 ? 0 : Math.max(file, asked)
      const record: PropertyRecord = {
        id: propertyIds[at] ?? 0,
        company_id: id,
        name: property.name,
        time_zone: property.zone,
        office_hours: [...property.hours],
        holidays: property.holidays.map((day) => addDays(draft.center, day)),
        products: property.standalone ? ['call-intel-standalone'] : [],
      }
      finalProperty.set(record.id, record)
      into(file).properties.push(record)
    })
  })
  const last = finalProperty.get(propertyIds.at(-1) ?? 0)
  if (last && draft.lastProperty !== 'stays') into(3).properties.push({ ...last, deleted: true })
  if (last && draft.lastProperty === 'restored') into(4).properties.push(last)

  const when = (instant: InstantDraft, property: number): string =>
    written(instant, draft.center, finalProperty.get(property))
  const who = ({ whose, pick }: PersonDraft): number => {
    if (whose === 'unknown') return UNKNOWN_PROSPECT
    return (whose === 'own' ? id : next) * 10_000 + (pick % draft.prospects.length) + 1
  }

  /** Writes every version of a record into its import; `make` gets the property it stands under. */
  function write<T, R extends object>(
    lives: readonly Versions<T>[],
    list: (world: Required<World>) => (R & { deleted?: boolean })[],
    make: (draft: T, id: number, property: number) => R,
    where: (at: number) => number = (at) => place(propertyIds, at),
  ): void {
    lives.forEach((versions, at) => {
      let file = 0
      for (const { draft: version, import: asked, deleted, place: spot } of versions) {
        file = Math.max(file, asked)
        list(into(file)).push({ ...make(version, at + 1, where(spot)), ...(deleted && { deleted }) })
      }
    })
  }

  const given = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : { [key]: value })
  const agent = (of: { agent: number | undefined }) =>
    given('agent_id', of.agent === undefined ? undefined : of.agent + 1)

  write(
    draft.agents,
    (world) => world.agents,
    ({ name, inactive }, agentId, property_id) => ({
      id: agentId,
      company_id: id,
      property_id,
      name,
      is_deleted: inactive,
    }),
  )
  write(
    draft.sources.registered.map((at) => draft.sources.drafts[at % 5] ?? []),
    (world) => world.sources,
    ({ type, area }, sourceId) => ({
      id: sourceId,
      company_id: id,
      name: SOURCE_NAMES[draft.sources.registered[sourceId - 1] ?? 0] ?? '',
      attributes: { ...given('Type', type), ...given('area', area) },
    }),
  )
  draft.users.forEach((picks, at) => {
    const listed = picks.map((pick) => propertyIds[pick] ?? (pick === 4 ? next * 100 + 1 : 7_777_777))
    into(0).users.push({
      id: at + 1,
      company_id: id,
      username: `user${id}-${at}`,
      email: `user${at}@company${id}.example`,
      first_name: 'U',
      last_name: 'Ser',
      role: 'manager',
      property_ids: listed,
    })
  })
  write(
    draft.prospects,
    (world) => world.prospects,
    (prospect, at, property_id) => ({
      id: id * 10_000 + at,
      property_id,
      ...agent(prospect),
      source: prospect.source,
      first_name: `P${at}`,
      insert_method: 'email' as const,
      first_contact_channel: 'email' as const,
      created_at: when(prospect.created, property_id),
      status: 'waiting' as const,
      not_a_prospect: prospect.nap,
      is_referral: prospect.referral,
      ...given('qualified_at', prospect.qualified && when(prospect.qualified, property_id)),
    }),
    (at) => place(homes, at),
  )
  write(
    draft.messages,
    (world) => world.messages,
    (message, at, property_id) => ({
      id: at,
      property_id,
      prospect_id: who(message.person),
      ...agent(message),
      channel: message.channel,
      direction: message.direction,
      origin: message.origin,
      sent_at: when(message.at, property_id),
    }),
  )
  write(
    draft.calls,
    (world) => world.calls,
    (call, at, property_id) => ({
      id: at,
      property_id,
      ...given('prospect_id', call.person && who(call.person)),
      ...agent(call),
      ...given('source', call.source),
      direction: call.direction,
      handled_by: call.handledBy,
      caller_type: call.callerType,
      started_at: when(call.at, property_id),
      duration_seconds: 60,
      outcome: call.outcome,
    }),
  )
  write(
    draft.appointments,
    (world) => world.appointments,
    (appointment, at, property_id) => ({
      id: at,
      property_id,
      prospect_id: who(appointment.person),
      ...agent(appointment),
      created_at: `${draft.center}T00:00:00Z`,
      starts_at: when(appointment.at, property_id),
      tour_type: 'in-person' as const,
      booked_by: 'agent' as const,
      status: appointment.status,
      status_at: `${draft.center}T00:00:00Z`,
    }),
  )
  write(
    draft.visits,
    (world) => world.visits,
    (visit, at, property_id) => ({
      id: at,
      property_id,
      prospect_id: who(visit.person),
      ...agent(visit),
      ...given('appointment_id', visit.appointment === undefined ? undefined : visit.appointment + 1),
      visited_at: when(visit.at, property_id),
      visit_type: 'in-person' as const,
      unit_shown: visit.shown,
    }),
  )
  // Where a property is taken away, homes stay where they are: of a home elsewhere than its leases nothing is said then.
  const unitPlace = (versions: CompanyDraft['units'][number] | undefined) =>
    place(propertyIds, versions?.[0]?.place ?? 0)
  write(
    hidden
      ? draft.units.map((versions) => versions.map((one) => ({ ...one, place: versions[0]?.place ?? 0 })))
      : draft.units,
    (world) => world.units,
    (unit, at, property_id) => ({
      id: at,
      property_id,
      name: `Unit ${at}`,
      floorplan: unit.floorplan,
      bedrooms: unit.bedrooms,
      area_sqft: unit.area,
      ...given('status', unit.status),
    }),
  )
  for (const { lease, lives } of leasesOf(
    draft,
    (unit, elsewhere) => (elsewhere && !hidden ? place(propertyIds, unit + 1) : unitPlace(draft.units[unit])),
    when,
  )) {
    write(
      [lives],
      (world) => world.leases,
      (version) => ({
        ...lease.fixed,
        signed_at: when(lease.signed, lease.fixed.property_id),
        ...given('cancelled_at', lease.cancelled && when(lease.cancelled, lease.fixed.property_id)),
        ...given('prospect_id', version.person && who(version.person)),
        ...agent(version),
        ...given('notice_on', version.notice === undefined ? undefined : addDays(draft.center, version.notice)),
        ...given('moved_in_on', version.movedIn === undefined ? undefined : addDays(draft.center, version.movedIn)),
        ...given('moved_out_on', version.movedOut === undefined ? undefined : addDays(draft.center, version.movedOut)),
      }),
    )
  }
  const claims = draft.claims && companies > 1 ? claim(into(4), id, next, propertyIds[0] ?? 0, draft) : 0
  const zone = { time_zone: draft.zone, office_hours: [] }
  return {
    id,
    imports,
    now: Date.parse(written(draft.now, draft.center, zone)),
    center: draft.center,
    propertyIds,
    claims,
    hidden,
  }
}

type Fixed = Pick<
  LeaseRecord,
  'id' | 'property_id' | 'unit_id' | 'kind' | 'starts_on' | 'ends_on' | 'monthly_rent' | 'previous_lease_id'
>

/**
 * Leases that hang together as the definitions speak of them: a renewal names an earlier signed lease of the same home or one
 * that is not in the data, who renews has not cancelled, and nobody moves out before moving in.
 */
function* leasesOf(
  draft: CompanyDraft,
  propertyOf: (unit: number, elsewhere: boolean) => number,
  when: (instant: InstantDraft, property: number) => string,
) {
  type Tenancy = CompanyDraft['tenancies'][number]
  const units = Math.max(1, draft.units.length)
  const property = (one: Tenancy) => propertyOf(one.unit % units, one.elsewhere)
  const signed = (one: Tenancy) => Date.parse(when(one.signed, property(one)))
  const previousOf = new Map<Tenancy, Tenancy>()
  for (const one of draft.tenancies) {
    if (one.kind !== 'renewal' || one.orphan) continue
    const candidates = draft.tenancies.filter(
      (other) =>
        other.unit % units === one.unit % units && property(other) === property(one) && signed(other) < signed(one),
    )
    const previous = candidates[one.previous % Math.max(1, candidates.length)]
    if (previous) previousOf.set(one, previous)
  }
  const renewed = new Set(previousOf.values())
  const rootOf = (one: Tenancy): Tenancy => {
    const previous = previousOf.get(one)
    return previous ? rootOf(previous) : one
  }
  for (const [at, one] of draft.tenancies.entries()) {
    const previous = previousOf.get(one)
    const root = rootOf(one)
    const movedIn = root.kind === 'renewal' ? [] : root.lives.map(({ draft: version }) => version.movedIn)
    const latest = movedIn.every((day) => day !== undefined) ? Math.max(-99, ...movedIn) : undefined
    const isRenewal = one.kind === 'renewal'
    const fixed: Fixed = {
      id: at + 1,
      property_id: property(one),
      unit_id: (one.unit % units) + 1,
      kind: one.kind,
      starts_on: addDays(draft.center, one.starts),
      ends_on: addDays(draft.center, one.starts + 365),
      monthly_rent: 1000 + at,
      ...(isRenewal &&
        !(one.orphan && one.previous % 2) && {
          previous_lease_id: previous ? draft.tenancies.indexOf(previous) + 1 : UNKNOWN_LEASE,
        }),
    }
    const lives = one.lives.map((life) => {
      const { movedIn: into, movedOut: out, ...rest } = life.draft
      const leaves =
        out === undefined || (isRenewal && latest === undefined)
          ? undefined
          : isRenewal
            ? Math.max(out, latest ?? out)
            : out
      return { ...life, draft: { ...rest, movedIn: isRenewal ? undefined : into, movedOut: leaves } }
    })
    const cancelled = renewed.has(one) ? undefined : one.cancelled
    yield { lease: { fixed, signed: one.signed, cancelled }, lives }
  }
}

/** Lays claim to the next company's first prospect and property; both are refused. */
function claim(world: Required<World>, id: number, next: number, property: number, draft: CompanyDraft): number {
  world.properties.push({ id: next * 100 + 1, company_id: id, name: 'Stolen', time_zone: draft.zone })
  world.prospects.push({
    id: next * 10_000 + 1,
    property_id: property,
    source: 'Website',
    insert_method: 'email',
    first_contact_channel: 'email',
    created_at: `${draft.center}T12:00:00Z`,
    status: 'waiting',
  })
  return 2
}

/** An instant as a file writes it. */
function written(
  draft: InstantDraft,
  center: string,
  property: Pick<PropertyRecord, 'time_zone' | 'office_hours'> | undefined,
): string {
  const zone = property?.time_zone ?? 'UTC'
  const instant = momentOf(draft, center, zone, property?.office_hours ?? []) + draft.jitter
  if (draft.written === 'utc') return new Date(instant).toISOString()
  const offset = draft.written === 'local' ? wallAt(instant, zone).asUtc - instant : 345 * 60_000
  const minutes = Math.abs(offset) / 60_000
  const pad = (value: number) => String(value).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(instant + offset).toISOString().slice(0, -1)}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function momentOf(
  draft: InstantDraft,
  center: string,
  zone: string,
  hours: readonly { opens: string; closes: string }[],
): number {
  const day = addDays(center, draft.day)
  const wall = (time: string) => instantsOf(timeOn(day, time), zone)[0] ?? timeOn(day, time)
  if (draft.near === 'clock change') return clockChange(center, zone) ?? wall('00:00')
  if (draft.near === 'office') {
    const item = hours[draft.pick % Math.max(1, hours.length)]
    return wall(draft.pick % 2 ? (item?.opens ?? '09:00') : (item?.closes ?? '18:00'))
  }
  if (draft.near === 'any') return timeOn(day, '00:00') + draft.pick * 8_640_000
  return wall('00:00')
}

const changes = new Map<string, number | undefined>()

/** The moment near a day at which a zone's clock changes, to the millisecond. */
function clockChange(center: string, zone: string): number | undefined {
  const key = `${center} ${zone}`
  if (changes.has(key)) return changes.get(key)
  const offset = (instant: number) => wallAt(instant, zone).asUtc - instant
  let [from, to] = [timeOn(addDays(center, -3), '00:00'), timeOn(addDays(center, 3), '00:00')]
  if (offset(from) === offset(to)) {
    changes.set(key, undefined)
    return undefined
  }
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offset(middle) === offset(from)) from = middle
    else to = middle
  }
  changes.set(key, to)
  return to
}

/** Many companies' records of one import as one. */
export function merged(worlds: readonly (World | undefined)[]): World {
  const whole = emptyWorld()
  for (const world of worlds)
    for (const { entity, records } of entitiesOf(world ?? {}))
      Object.assign(whole, { [entity]: [...whole[entity], ...records] })
  return whole
}

const emptyWorld = (): Required<World> => ({
  companies: [],
  properties: [],
  agents: [],
  users: [],
  sources: [],
  units: [],
  campaigns: [],
  prospects: [],
  touches: [],
  messages: [],
  calls: [],
  transcripts: [],
  appointments: [],
  visits: [],
  applications: [],
  leases: [],
  ad_spend: [],
  listings: [],
  conversations: [],
  web_sessions: [],
})
