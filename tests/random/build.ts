import type { RecordOf } from '@leaselight/contract'
import { emptyFixture, entitiesOf, type Fixture } from '@leaselight/sample'
import { addDays } from '../plain/time'
import type { CompanyDraft, InstantDraft, PersonDraft, Versions } from './drafts'
import { separatesStandalone } from './draw'
import { writeInstant } from './instants'
import { leasesOf } from './leases'

/** Imports 0–2 have records and their corrections, 3 and 4 remove a property and restore it, and 4 has false claims. */
export const IMPORTS = 5

const UNKNOWN_PROSPECT = 99_999_999
const SOURCE_NAMES = ['Website', 'website', '', ' Apartments.com', 'Café/Bar, 5 % off', '', 'Zumper ']

/** A company's records by import, and its current instant. */
export interface BuiltCompany {
  id: number
  imports: Fixture[]
  now: number
  center: string
  propertyIds: number[]
  /** How many records of another company it claims. */
  claims: number
  /** Whether its last property is removed at the end. */
  hidden: boolean
}

/**
 * Builds the company with a number from a draft. Except for properties and prospects, ids are the same in all
 * companies.
 */
export function build(draft: CompanyDraft, index: number, companies: number): BuiltCompany {
  const id = index + 1
  const next = ((index + 1) % companies) + 1
  const propertyIds = draft.properties.map((_, at) => id * 100 + at + 1)
  const imports: Required<Fixture>[] = Array.from({ length: IMPORTS }, emptyFixture)
  const into = (at: number): Required<Fixture> => imports[at] ?? emptyFixture()

  const hidden = draft.lastProperty === 'hidden'
  // The results for people of a removed property are undefined, so none live there.
  const homes = hidden && propertyIds.length > 1 ? propertyIds.slice(0, -1) : propertyIds
  const place = (list: readonly number[], at: number): number => list[at % list.length] ?? 0
  const finalProperty = new Map<number, RecordOf<'properties'>>()

  into(0).companies.push({
    id,
    name: `Company ${id}`,
    time_zone: draft.zone,
    feature_flags: { activity_report: true, call_intelligence_standalone: separatesStandalone(id) },
  })
  draft.properties.forEach((versions, at) => {
    let file = 0
    versions.forEach(({ draft: property, import: asked }, version) => {
      file = version === 0 ? 0 : Math.max(file, asked)
      const record: RecordOf<'properties'> = {
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
    writeInstant(instant, draft.center, finalProperty.get(property))
  const who = ({ whose, pick }: PersonDraft): number => {
    if (whose === 'unknown') return UNKNOWN_PROSPECT
    return (whose === 'own' ? id : next) * 10_000 + (pick % draft.prospects.length) + 1
  }

  /** Writes every version of a record into its import; `make` gets the property it belongs to. */
  function write<T, R extends object>(
    lives: readonly Versions<T>[],
    list: (fixture: Required<Fixture>) => (R & { deleted?: boolean })[],
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
    (fixture) => fixture.agents,
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
    (fixture) => fixture.sources,
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
    (fixture) => fixture.prospects,
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
    (fixture) => fixture.messages,
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
    (fixture) => fixture.calls,
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
    (fixture) => fixture.appointments,
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
    (fixture) => fixture.visits,
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
  // When a property is removed, units stay in place: the results for a unit at another property than its leases would
  // be undefined.
  const unitPlace = (versions: CompanyDraft['units'][number] | undefined) =>
    place(propertyIds, versions?.[0]?.place ?? 0)
  write(
    hidden
      ? draft.units.map((versions) => versions.map((one) => ({ ...one, place: versions[0]?.place ?? 0 })))
      : draft.units,
    (fixture) => fixture.units,
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
      (fixture) => fixture.leases,
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
  const claims = draft.claims && companies > 1 ? addForeignClaims(into(4), id, next, propertyIds[0] ?? 0, draft) : 0
  const zone = { time_zone: draft.zone, office_hours: [] }
  return {
    id,
    imports,
    now: Date.parse(writeInstant(draft.now, draft.center, zone)),
    center: draft.center,
    propertyIds,
    claims,
    hidden,
  }
}

/** Claims the next company's first prospect and property; both claims are rejected. */
function addForeignClaims(
  fixture: Required<Fixture>,
  id: number,
  next: number,
  property: number,
  draft: CompanyDraft,
): number {
  fixture.properties.push({ id: next * 100 + 1, company_id: id, name: 'Stolen', time_zone: draft.zone })
  fixture.prospects.push({
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

/** Merges the records of many companies in one import. */
export function mergeImports(companies: readonly (Fixture | undefined)[]): Fixture {
  const whole = emptyFixture()
  for (const fixture of companies)
    for (const { entity, records } of entitiesOf(fixture ?? {}))
      Object.assign(whole, { [entity]: [...whole[entity], ...records] })
  return whole
}
