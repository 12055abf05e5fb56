import type { Day } from '@leaselight/model'
import { isoOf, readMoment } from '../moments'
import { amountOf } from '../numbers'
import { agentField } from './communications'
import type { DatedEvent, ProspectHistory } from './history'
import { type Tenancy, type Term, tenanciesOf } from './tenancies'

/**
 * The household's leases with their moves and notices. A lease needs its Lease element: the events name no dates and no rent.
 * Returns whether a lease is in force, also one that the file doesn't describe well enough for a record.
 */
export function writeLeases(story: ProspectHistory, lostAt: DatedEvent | undefined): boolean {
  const tenancies = tenanciesOf(story)
  const last = tenancies.at(-1)
  const lastTerm = last?.terms.at(-1)
  const isCancelled =
    lostAt !== undefined && lastTerm !== undefined && lostAt.moment.day >= lastTerm.day && !last?.movedIn
  for (const tenancy of tenancies) writeTenancy(story, tenancy, isCancelled && tenancy === last ? lostAt : undefined)
  return lastTerm !== undefined && !isCancelled
}

function writeTenancy(story: ProspectHistory, tenancy: Tenancy, cancelled: DatedEvent | undefined): void {
  const { terms, movedIn, movedOut, events } = tenancy
  const lastTerm = terms.at(-1)
  let previous: number | undefined
  let isFirst = true
  for (const term of terms) {
    const made = leaseOf(story, term)
    if ('reason' in made) {
      rejectTerm(story, term, made)
      continue
    }
    const id = writeTerm(story, term, {
      ...made,
      kind: term.kind,
      ...(term.kind === 'renewal' && previous !== undefined && { previous_lease_id: previous }),
      ...(term === lastTerm && cancelled && { cancelled_at: isoOf(cancelled.moment.instant) }),
      ...(term.noticeOn && { notice_on: term.noticeOn }),
      // Of a chain of leases one says when the household moved in, and one when it moved out: each counts once.
      ...(isFirst && movedIn && { moved_in_on: movedIn }),
      ...(term === lastTerm && movedOut && { moved_out_on: movedOut }),
    })
    if (id === undefined) continue
    previous = id
    isFirst = false
  }
  for (const dated of events) {
    if (previous !== undefined) story.use(dated)
    else story.reject(dated.event, 'EventType', `The lease to which ${dated.event.type} belongs was rejected.`)
  }
}

interface MissingField {
  field: string
  reason: string
}

function rejectTerm(story: ProspectHistory, { signing, described }: Term, { field, reason }: MissingField): void {
  if (signing) story.reject(signing.event, field, reason)
  else
    story.context.sink.reject({
      entity: 'lease',
      line: described?.line ?? story.prospect.line,
      id: story.prospect.id,
      field,
      reason,
    })
}

interface LeaseFields {
  unit_id: number
  starts_on: Day
  ends_on: Day
  monthly_rent: number
}

function leaseOf(story: ProspectHistory, { signing, described: lease }: Term): LeaseFields | MissingField {
  if (!lease)
    return {
      field: 'Lease',
      reason: 'No customer of the prospect has a Lease element, without which a lease has no dates and no rent.',
    }
  const day = (text: string) => readMoment(text, story.place.zone, 'date')?.day
  const startsOn = day(lease.from)
  const endsOn = day(lease.to)
  const rent = rentOf(lease.rent)
  const name = lease.unit || signing?.event.unit || story.prospect.unit
  if (!startsOn) return { field: 'LeaseFromDate', reason: missing('LeaseFromDate', lease.from, 'a date') }
  if (!endsOn) return { field: 'LeaseToDate', reason: missing('LeaseToDate', lease.to, 'a date') }
  if (endsOn < startsOn) return { field: 'LeaseToDate', reason: `The lease ends on ${endsOn}, before it begins.` }
  if (rent === undefined) return { field: 'CurrentRent', reason: missing('CurrentRent', lease.rent, 'an amount') }
  if (!name) return { field: 'UnitName', reason: 'The lease names no unit: there is neither UnitName nor DesiredUnit.' }
  const unitId = unitOf(story, name)
  if (unitId === undefined)
    return { field: 'UnitName', reason: 'The id derived for its unit belongs to another record of this file.' }
  return { unit_id: unitId, starts_on: startsOn, ends_on: endsOn, monthly_rent: rent }
}

function unitOf(story: ProspectHistory, name: string): number | undefined {
  const { place, context } = story
  const known = context.reference.unit(place.id, name)
  if (known !== undefined) return known
  context.sink.note(
    'lease',
    'UnitName',
    'The unit is not among the property’s units; occupancy can’t count the lease until it is.',
  )
  const { companyId, id: propertyId } = place
  return context.ids.of({ entity: 'units', companyId, system: context.settings.system, propertyId, key: name })
}

type Written = LeaseFields & {
  kind: Term['kind']
  previous_lease_id?: number
  cancelled_at?: string
  notice_on?: Day
  moved_in_on?: Day
  moved_out_on?: Day
}

function writeTerm(story: ProspectHistory, { signing, described, day }: Term, fields: Written): number | undefined {
  const { sink } = story.context
  const lease = { prospect_id: story.id, ...fields }
  if (signing)
    return story.record('leases', signing, {
      ...lease,
      ...agentField(story, signing),
      signed_at: isoOf(signing.moment.instant),
    })
  const line = described?.line ?? story.prospect.line
  const id = story.idOf('leases', `lease ${fields.starts_on}`)
  if (id === undefined) {
    const reason = 'The id derived for the lease belongs to another record of this file.'
    sink.reject({ entity: 'lease', line, id: story.prospect.id, field: 'id', reason })
    return undefined
  }
  if (!described?.signed)
    sink.note('lease', 'signed_at', 'The file does not say when the lease was signed: its first known day is used.')
  const instant = readMoment(day, story.place.zone)?.instant ?? 0
  sink.record('leases', line, { id, property_id: story.place.id, ...lease, signed_at: isoOf(instant) })
  return id
}

/** `$1,450.00` as dollars; undefined for anything but an amount above 0. */
function rentOf(text: string): number | undefined {
  const amount = amountOf(text) ?? 0
  return amount > 0 && amount < 1e9 ? Math.round(amount * 100) / 100 : undefined
}

const missing = (field: string, text: string, what: string): string =>
  text === '' ? `${field} is missing.` : `${field} “${text.slice(0, 40)}” is not ${what} that can be read.`
