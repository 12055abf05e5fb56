import { isoOf, readMoment } from '../moments'
import { amountOf } from '../numbers'
import { agentField } from './communications'
import type { Decision } from './eventKinds'
import type { DatedEvent, ProspectHistory } from './history'
import type { MitsLease } from './read'

interface Application {
  submitted: DatedEvent
  decision: { dated: DatedEvent; status: Decision } | undefined
}

/** Applications with their decisions. Returns whether one is still open or approved. */
export function writeApplications(story: ProspectHistory): boolean {
  const made = story.events
    .filter(({ kind }) => kind.does === 'application')
    .map((dated): Application => ({ submitted: dated, decision: undefined }))
  for (const dated of story.events) {
    const { kind, event, moment } = dated
    if (kind.does !== 'decide') continue
    // By day: a decision without an hour sorts before the application of the same day.
    const before = made.filter((one) => one.submitted.moment.day <= moment.day)
    // A later decision replaces an earlier one, such as approved and then canceled.
    const meant = before.findLast(({ decision }) => !decision) ?? before.at(-1)
    if (!meant) {
      story.reject(event, 'EventType', `${event.type} has no application to which it could belong.`)
      continue
    }
    meant.decision = { dated, status: kind.status }
    story.use(dated)
  }
  for (const { submitted, decision } of made)
    story.record('applications', submitted, {
      prospect_id: story.id,
      ...unit(story, submitted),
      ...agentField(story, submitted),
      submitted_at: isoOf(submitted.moment.instant),
      status: decision?.status ?? 'pending',
      status_at: isoOf((decision?.dated ?? submitted).moment.instant),
    })
  return made.some(({ decision }) => !decision || decision.status === 'approved')
}

function unit(story: ProspectHistory, dated: DatedEvent): { unit_id?: number } {
  const name = dated.event.unit || story.prospect.unit
  const id = name ? story.context.reference.unit(story.place.id, name) : undefined
  return id === undefined ? {} : { unit_id: id }
}

/** The lease, if one was signed and the file says enough about it. Returns whether one is in force. */
export function writeLeaseOf(story: ProspectHistory, lostAt: DatedEvent | undefined): boolean {
  const signed = story.events.filter(({ kind }) => kind.does === 'lease')
  const last = signed.at(-1)
  if (!last) return false
  for (const dated of signed.slice(0, -1))
    story.reject(dated.event, 'EventType', 'The file describes one lease of a prospect, and a later signing has it.')
  const described = story.prospect.customers.find((customer) => customer.lease)?.lease
  const isCancelled = lostAt !== undefined && lostAt.moment.instant >= last.moment.instant && !described?.movedIn
  const problem = described ? writeLease(story, last, described, isCancelled ? lostAt : undefined) : noLease
  if (problem) story.reject(last.event, problem.field, problem.reason)
  // Signed all the same, even when the file doesn't say enough for a lease record.
  return !isCancelled
}

interface MissingField {
  field: string
  reason: string
}
const noLease: MissingField = {
  field: 'Lease',
  reason: 'No customer of the prospect has a Lease element, without which a lease has no dates and no rent.',
}

function writeLease(
  story: ProspectHistory,
  signed: DatedEvent,
  lease: MitsLease,
  cancelled: DatedEvent | undefined,
): MissingField | undefined {
  const day = (text: string) => readMoment(text, story.place.zone)?.day
  const startsOn = day(lease.from)
  const endsOn = day(lease.to)
  const rent = rentOf(lease.rent)
  const name = lease.unit || signed.event.unit || story.prospect.unit
  if (!startsOn) return { field: 'LeaseFromDate', reason: missing('LeaseFromDate', lease.from, 'a date') }
  if (!endsOn) return { field: 'LeaseToDate', reason: missing('LeaseToDate', lease.to, 'a date') }
  if (endsOn < startsOn) return { field: 'LeaseToDate', reason: `The lease ends on ${endsOn}, before it begins.` }
  if (rent === undefined) return { field: 'CurrentRent', reason: missing('CurrentRent', lease.rent, 'an amount') }
  if (!name) return { field: 'UnitName', reason: 'The lease names no home: there is neither UnitName nor DesiredUnit.' }
  const known = story.context.reference.unit(story.place.id, name)
  if (known === undefined)
    story.context.sink.note(
      'lease',
      'UnitName',
      'The home is not among the units; occupancy can’t count the lease until it is.',
    )
  const unitId = known ?? story.context.ids.of(unitKey(story, name))
  if (unitId === undefined)
    return { field: 'UnitName', reason: 'The id derived for its home belongs to another record of this file.' }
  const dates = { notice_on: day(lease.notice), moved_in_on: day(lease.movedIn), moved_out_on: day(lease.movedOut) }
  story.record('leases', signed, {
    unit_id: unitId,
    prospect_id: story.id,
    ...agentField(story, signed),
    kind: 'new',
    signed_at: isoOf(signed.moment.instant),
    starts_on: startsOn,
    ends_on: endsOn,
    monthly_rent: rent,
    ...(cancelled && { cancelled_at: isoOf(cancelled.moment.instant) }),
    ...Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined)),
  })
  return undefined
}

const unitKey = (story: ProspectHistory, name: string) => ({
  entity: 'units' as const,
  companyId: story.place.companyId,
  system: story.context.settings.system,
  propertyId: story.place.id,
  key: name,
})

/** `$1,450.00` as dollars; undefined for anything but an amount above 0. */
function rentOf(text: string): number | undefined {
  const amount = amountOf(text) ?? 0
  return amount > 0 && amount < 1e9 ? Math.round(amount * 100) / 100 : undefined
}

const missing = (field: string, text: string, what: string): string =>
  text === '' ? `${field} is missing.` : `${field} “${text.slice(0, 40)}” is not ${what} that can be read.`
