import type { ValueOf } from '@leaselight/contract'
import { isoOf } from '../moments'
import { agentField } from './communications'
import type { EventKind } from './eventKinds'
import type { DatedEvent, ProspectHistory } from './history'

/** How an appointment ended that did not take place. */
type AppointmentEnd = Exclude<ValueOf<'appointments', 'status'>, 'scheduled' | 'completed'>

type Visit = Extract<EventKind, { does: 'visit' }>

interface Appointment {
  booking: DatedEvent
  day: string
  end: { dated: DatedEvent; status: AppointmentEnd } | undefined
  visit: DatedEvent | undefined
}

/** Appointments with their outcomes, and visits: one per day, however many events mention it. */
export function writeTours(story: ProspectHistory): { booked: boolean; visited: boolean } {
  const appointments = story.events
    .filter(({ kind }) => kind.does === 'appointment')
    .map((dated): Appointment => ({ booking: dated, day: dated.moment.day, end: undefined, visit: undefined }))
  for (const dated of story.events)
    if (dated.kind.does === 'endAppointment') endAppointment(story, dated, dated.kind.status, appointments)
  const days = visitDays(story)
  for (const [day, visits] of days) {
    const [first] = visits
    const match = appointments.find((one) => one.day === day && !one.end && !one.visit)
    if (match && first) match.visit = first
  }
  for (const appointment of appointments) writeAppointment(story, appointment)
  for (const [day, visits] of days)
    writeVisit(
      story,
      day,
      visits,
      appointments.find((one) => one.visit && one.visit === visits[0]),
    )
  return { booked: appointments.some(({ end }) => !end), visited: days.size > 0 }
}

/** An outcome names no appointment: it belongs to the one of its day, else the next, else the last before. */
function endAppointment(
  story: ProspectHistory,
  dated: DatedEvent,
  status: 'cancelled' | 'no-show',
  appointments: Appointment[],
): void {
  const open = appointments.filter(({ end }) => !end)
  const { day, instant } = dated.moment
  const meant =
    open.find((one) => one.booking.moment.instant === instant) ??
    open.find((one) => one.day === day) ??
    open.find((one) => one.booking.moment.instant > instant) ??
    open.at(-1)
  if (!meant) {
    story.reject(dated.event, 'EventType', `${dated.event.type} has no appointment to which it could belong.`)
    return
  }
  const byManager = /agent|manager|office|staff|property|management/i.test(dated.event.reasons)
  meant.end = { dated, status: status === 'no-show' ? status : byManager ? 'cancelled-manager' : 'cancelled-renter' }
  story.use(dated)
}

function writeAppointment(story: ProspectHistory, { booking, end, visit }: Appointment): void {
  const { instant } = booking.moment
  const begun = story.opener?.moment.instant ?? instant
  story.record('appointments', booking, {
    prospect_id: story.id,
    ...agentField(story, booking),
    // The file doesn't say when it was booked: with the prospect's first event, or at its start when that is earlier.
    created_at: isoOf(Math.min(begun, instant)),
    starts_at: isoOf(instant),
    tour_type: 'in-person',
    booked_by: 'agent',
    status: end ? end.status : visit ? 'completed' : 'scheduled',
    status_at: isoOf((end?.dated ?? visit)?.moment.instant ?? Math.min(begun, instant)),
  })
}

function visitDays(story: ProspectHistory): Map<string, DatedEvent[]> {
  const days = new Map<string, DatedEvent[]>()
  for (const dated of story.events) {
    if (dated.kind.does !== 'visit') continue
    const same = days.get(dated.moment.day)
    if (same) same.push(dated)
    else days.set(dated.moment.day, [dated])
  }
  return days
}

function writeVisit(
  story: ProspectHistory,
  day: string,
  visits: readonly DatedEvent[],
  appointment: Appointment | undefined,
): void {
  // An event with an hour is more precise than one without, which would sort first.
  const from = visits.find(({ moment }) => moment.hasHour) ?? visits[0]
  if (!from) return
  const kinds = visits.map(({ kind }) => kind).filter((kind): kind is Visit => kind.does === 'visit')
  const appointmentId = appointment && story.idOf('appointments', appointment.booking.key)
  const withAgent = visits.find((dated) => story.agentOf(dated) !== undefined) ?? from
  story.record(
    'visits',
    from,
    {
      prospect_id: story.id,
      ...agentField(story, withAgent),
      ...(appointmentId !== undefined && { appointment_id: appointmentId }),
      visited_at: isoOf(from.moment.instant),
      visit_type: kinds.find(({ type }) => type !== 'in-person')?.type ?? 'in-person',
      unit_shown: kinds.some(({ shown }) => shown),
    },
    `visit ${day}`,
  )
  story.use(...visits)
}
