import { isoOf } from '../moments'
import type { Kind } from './kinds'
import type { Story, Told } from './story'
import { agent } from './talk'

type Visit = Extract<Kind, { does: 'visit' }>

interface Appointment {
  told: Told
  day: string
  end: { told: Told; status: 'cancelled-renter' | 'cancelled-manager' | 'no-show' } | undefined
  visit: Told | undefined
}

/** Appointments with how they ended, and visits: one for each day, however many events tell of it. */
export function tours(story: Story): { booked: boolean; visited: boolean } {
  const appointments = story.told
    .filter(({ kind }) => kind.does === 'appointment')
    .map((told): Appointment => ({ told, day: told.moment.day, end: undefined, visit: undefined }))
  for (const told of story.told)
    if (told.kind.does === 'endAppointment') endAppointment(story, told, told.kind.status, appointments)
  const days = visitDays(story)
  for (const [day, visits] of days) {
    const [first] = visits
    const kept = appointments.find((one) => one.day === day && !one.end && !one.visit)
    if (kept && first) kept.visit = first
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

/** An end names no appointment: it means the one of its own day, else the next one, else the last before. */
function endAppointment(story: Story, told: Told, status: 'cancelled' | 'no-show', appointments: Appointment[]): void {
  const open = appointments.filter(({ end }) => !end)
  const { day, instant } = told.moment
  const meant =
    open.find((one) => one.told.moment.instant === instant) ??
    open.find((one) => one.day === day) ??
    open.find((one) => one.told.moment.instant > instant) ??
    open.at(-1)
  if (!meant) {
    story.refuse(told.event, 'EventType', `${told.event.type} has no appointment to which it could belong.`)
    return
  }
  const byManager = /agent|manager|office|staff|property|management/i.test(told.event.reasons)
  meant.end = { told, status: status === 'no-show' ? status : byManager ? 'cancelled-manager' : 'cancelled-renter' }
  story.use(told)
}

function writeAppointment(story: Story, { told, end, visit }: Appointment): void {
  const { instant } = told.moment
  const begun = story.opener?.moment.instant ?? instant
  story.record('appointments', told, {
    prospect_id: story.id,
    ...agent(story, told),
    // The file does not say when it was booked: at the latest when it began, at the earliest with the prospect.
    created_at: isoOf(Math.min(begun, instant)),
    starts_at: isoOf(instant),
    tour_type: 'in-person',
    booked_by: 'agent',
    status: end ? end.status : visit ? 'completed' : 'scheduled',
    status_at: isoOf((end?.told ?? visit)?.moment.instant ?? Math.min(begun, instant)),
  })
}

function visitDays(story: Story): Map<string, Told[]> {
  const days = new Map<string, Told[]>()
  for (const told of story.told) {
    if (told.kind.does !== 'visit') continue
    const same = days.get(told.moment.day)
    if (same) same.push(told)
    else days.set(told.moment.day, [told])
  }
  return days
}

function writeVisit(story: Story, day: string, visits: readonly Told[], appointment: Appointment | undefined): void {
  // One with an hour knows better when it was than one without, which would be the day's first.
  const from = visits.find(({ moment }) => moment.hasHour) ?? visits[0]
  if (!from) return
  const kinds = visits.map(({ kind }) => kind).filter((kind): kind is Visit => kind.does === 'visit')
  const appointmentId = appointment && story.idOf('appointments', appointment.told.key)
  const withAgent = visits.find((told) => story.agentOf(told) !== undefined) ?? from
  story.record(
    'visits',
    from,
    {
      prospect_id: story.id,
      ...agent(story, withAgent),
      ...(appointmentId !== undefined && { appointment_id: appointmentId }),
      visited_at: isoOf(from.moment.instant),
      visit_type: kinds.find(({ type }) => type !== 'in-person')?.type ?? 'in-person',
      unit_shown: kinds.some(({ shown }) => shown),
    },
    `visit ${day}`,
  )
  story.use(...visits)
}
